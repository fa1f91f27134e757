"""The bank → QTI packages: a zip an exam, of its test, items, pictures and a manifest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count

from builder.formats.document.markdown_out import plain
from builder.formats.qti.elements import identifier_of
from builder.formats.qti.item_out import item_xml
from builder.formats.qti.manifest import DIFFICULTY
from builder.formats.qti.texts_out import characters, own_address, xhtml
from builder.formats.qti.versions import LOM, QTI_2_1, QTI_2_2, QTI_3_0, Version
from builder.formats.writing import Export, Front, Item, Loss, zipped
from builder.model import Artifact, Exam, Question, Section, Shuffle
from builder.plain_text import as_markdown
from builder.questions.case import Case
from builder.questions.matching import Matching
from builder.questions.multiple import Multiple
from builder.questions.ordering import Ordering
from builder.questions.single import Single

TEST = "assessment.xml"


def _artifacts(version: Version, export: Export) -> Iterator[Artifact]:
    for exam in export.exams("title", "language", "description", "duration", "ids"):
        yield Artifact(f"{exam.id}.zip", zipped(_Package(export, exam, version).files()))


@dataclass(slots=True)
class _Package:
    """One exam on its way; gathers its items, in order."""

    export: Export
    exam: Exam
    version: Version
    _taken: set[str] = field(default_factory=set)
    _items: list[Artifact] = field(default_factory=list)
    _resources: list[str] = field(default_factory=list)
    _pictures: dict[str, None] = field(default_factory=dict)

    def files(self) -> list[Artifact]:
        """Return the files of the package, the manifest first."""
        root = self._name(self.exam.id)
        sections = "".join(self._sections())
        test = self._test(root, sections).encode()
        folder = f"{self.exam.id}/"
        pictures = [
            Artifact(path.removeprefix(folder), self.export.file(path)) for path in self._pictures
        ]
        manifest = Artifact("imsmanifest.xml", self._manifest(root).encode())
        return [manifest, Artifact(TEST, test), *self._items, *pictures]

    def _name(self, wanted: str) -> str:
        """Return an identifier that nothing else in the package has."""
        name = identifier_of(wanted)
        names = chain((name,), (f"{name}_{number}" for number in count(2)))
        free = next(each for each in names if each not in self._taken)
        self._taken.add(free)
        return free

    # The test.

    def _test(self, identifier: str, sections: str) -> str:
        element = self.version.element
        given = {"navigationMode": "nonlinear", "submissionMode": "individual"}
        part = element("testPart", sections, identifier=self._name("part"), **given)
        minutes = self.exam.duration
        limits = element("timeLimits", maxTime=minutes * 60) if minutes else ""
        title = self.exam.title.strip()
        return self.version.root(
            "assessmentTest", limits + part, identifier=identifier, title=title
        )

    def _sections(self) -> Iterator[str]:
        kept = ("title", "instructions", "shuffle", "draw")
        for section, items in self.export.sections(self.exam, *kept):
            yield self._section(section, items)

    def _section(self, section: Section, items: Sequence[Item]) -> str:
        element = self.version.element
        inner = "".join(map(self._reference, items))
        if section.shuffle.options != Shuffle().options and not _says_shuffle(section):
            done = "no question of it has options whose order could be said; it was left out"
            self.export.lose_of_section(self.exam, section, "shuffle", done)
        draw = element("selection", select=section.draw) if section.draw else ""
        order = element("ordering", shuffle=True) if section.shuffle.questions else ""
        said = self._instructions(section, items[0].question)
        return element(
            "assessmentSection",
            draw + order + said + inner,
            identifier=self._name(section.id),
            title=section.title.strip(),
            visible=True,
        )

    def _instructions(self, section: Section, question: Question) -> str:
        if not section.instructions:
            return ""
        item = Front(self.export, section, question, f"{self.exam.id}/{section.id}", ())
        self._pictures |= dict.fromkeys(item.carried())
        return self._rubric(item, "instructions", section.instructions)

    def _rubric(self, item: Item, name: str, text: str) -> str:
        said = self.version.body(xhtml(item, name, text, own_address("")))
        return self.version.element("rubricBlock", said, view="candidate")

    def _reference(self, item: Item) -> str:
        if isinstance(item.question, Case):
            return self._case(item, item.question)
        identifier = self._name(item.question.id)
        text = item_xml(item, self.version, identifier, self.exam.language, "../")
        if text is None:
            return ""
        path = f"items/{identifier}.xml"
        self._items.append(Artifact(path, text.encode()))
        pictures = item.carried()
        self._pictures |= dict.fromkeys(pictures)
        self._resources.append(self._resource(item, identifier, path, pictures))
        return self.version.element("assessmentItemRef", identifier=identifier, href=path)

    def _case(self, item: Item, case: Case) -> str:
        parts = "".join(map(self._reference, item.parts()))
        if not parts:
            item.leave_out(f"{self.version.name} has none of the questions of this case")
            return ""
        item.lose_all_but("material", "points")
        self._pictures |= dict.fromkeys(item.carried())
        texts = [("material", case.material), *([("stem", case.stem)] if case.stem else [])]
        said = "".join(self._rubric(item, name, text) for name, text in texts)
        return self.version.element(
            "assessmentSection",
            said + parts,
            identifier=self._name(case.id),
            title=case.id,
            visible=True,
            keepTogether=True,
        )

    # The manifest.

    def _manifest(self, root: str) -> str:
        schema, number = self.version.package
        about = ""
        if self.exam.description:
            self._plain_description(self.exam.description)
            about = _lom(
                f"<general><description>{_string(plain(self.exam.description))}</description></general>"
            )
        head = f"<schema>{schema}</schema><schemaversion>{number}</schemaversion>{about}"
        depends = "".join(
            f'<dependency identifierref="{name}"/>'
            for name in re.findall(r'<resource identifier="([^"]+)"', "".join(self._resources))
        )
        pictures = "".join(map(self._file, self._of_sections()))
        test = (
            f'<resource identifier="{self._name("test")}" type="imsqti_test_{self.version.kind}"'
            f' href="{TEST}"><file href="{TEST}"/>{pictures}{depends}</resource>'
        )
        inner = f"<metadata>{head}</metadata><organizations/><resources>{test}"
        inner += f"{''.join(self._resources)}</resources>"
        return self.version.manifest(inner, f"{root}_package")

    def _plain_description(self, text: str) -> None:
        if as_markdown(plain(text)) != text:
            message = f"{self.version.name} has a plain description; its markup was left out"
            where = self.exam.places.where(("description",))
            self.export.losses.append(Loss(where, self.exam.id, "description", message))

    def _of_sections(self) -> Iterator[str]:
        """Yield the pictures that no item shows: those of instructions and materials."""
        listed = "".join(self._resources)
        return (path for path in self._pictures if self._file(path) not in listed)

    def _file(self, path: str) -> str:
        return f'<file href="{own_address("")(path.removeprefix(f"{self.exam.id}/"))}"/>'

    def _resource(self, item: Item, identifier: str, path: str, pictures: Iterable[str]) -> str:
        question = item.question
        words = "".join(f"<keyword>{_string(tag)}</keyword>" for tag in question.tags)
        about = f"<general>{words}</general>" if words else ""
        if question.difficulty:
            value = DIFFICULTY[question.difficulty - 1]
            said = f"<source>LOMv1.0</source><value>{value}</value>"
            about += f"<educational><difficulty>{said}</difficulty></educational>"
        if question.source:
            kind = "<kind><source>LOMv1.0</source><value>isbasedon</value></kind>"
            name = plain(question.source, "inline")
            if as_markdown(name) != question.source:
                item.lose("source", "QTI has a plain source; its markup was left out")
            said = f"<resource><description>{_string(name)}</description></resource>"
            about += f"<relation>{kind}{said}</relation>"
        metadata = f"<metadata>{_lom(about)}</metadata>" if about else ""
        files = "".join(map(self._file, pictures))
        href = own_address("")(path)
        return (
            f'<resource identifier="{identifier}_item" type="imsqti_item_{self.version.kind}"'
            f' href="{href}">{metadata}<file href="{href}"/>{files}'
            "</resource>"
        )


def _string(text: str) -> str:
    return f"<string>{characters(text)}</string>"


def _lom(inner: str) -> str:
    return f'<lom xmlns="{LOM}">{inner}</lom>'


def _says_shuffle(section: Section) -> bool:
    inside = [part for each in section.questions for part in (each.parts() or (each,))]
    return any(isinstance(each, Single | Multiple | Matching | Ordering) for each in inside)


qti_2_1 = partial(_artifacts, QTI_2_1)
qti_2_2 = partial(_artifacts, QTI_2_2)
qti_3_0 = partial(_artifacts, QTI_3_0)
