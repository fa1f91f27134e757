"""A QTI package or item → a draft: sections as the test has them, questions in its order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from builder.decoding import ReadError
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection, Front
from builder.fields import LANGUAGE
from builder.formats.document.archive import Archive
from builder.formats.document.packed_pictures import PackedPictures
from builder.formats.document.xml_tree import as_number
from builder.formats.lists.list_checks import finished
from builder.formats.qti import test_settings
from builder.formats.qti.elements import identifier_of, root, said
from builder.formats.qti.item import Meaning
from builder.formats.qti.kinds import question
from builder.formats.qti.manifest import About, about
from builder.plain_text import as_markdown

_ITEM = re.compile(rb"<(?:\w{1,20}:)?(?:assessment(?:Item|Test)|qti-assessment-(?:item|test))[\s>]")
_MAX_ITEMS = 100_000


def recognises(data: bytes) -> bool:
    """Tell a QTI item, or a test, by its outermost element."""
    head = data[:4000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"<") and _ITEM.search(head) is not None


def read(data: bytes) -> Draft:
    """Return the questions of a package or of one item. Raises ReadError for what is neither."""
    reading = _Reading(Archive(data) if data.startswith(b"PK") else None)
    try:
        if reading.archive is None:
            reading.take(root(data, "the file"), "", DraftSection(None))
        else:
            reading.package()
    except RecursionError:
        raise ReadError("the file is nested too deeply to be an honest one") from None
    reading.tell_language()
    return finished(reading.draft)


class _Reading:
    """What has been read so far; a question's line is its number among the items."""

    def __init__(self, archive: Archive | None) -> None:
        self.archive = archive
        self.draft = Draft(None, [], [], markdown=True)
        self._count = 0
        self._pictures = PackedPictures(archive, self.draft) if archive is not None else None
        self._about: dict[str, About] = {}
        self._language = ""
        self._shuffles: list[bool] = []
        self._stimuli: dict[str, DraftQuestion] = {}
        """The cases of texts that items share, by the texts' files."""
        self._sections_read: set[str] = set()
        """The files of their own that sections stand in, as far as they are read."""

    def package(self) -> None:
        """Read the items of a package: those of its test, or all that its manifest lists."""
        resources = list(self._resources())
        tests = [name for kind, name in resources if kind.startswith("imsqti_test")]
        for name in tests:
            self._test(self._root(name), name)
        if not tests:
            section = DraftSection(None)
            for kind, name in resources:
                if kind.startswith("imsqti_item"):
                    self.take(self._root(name), name, section)

    def _resources(self) -> Iterator[tuple[str, str]]:
        manifest = self._root("imsmanifest.xml")
        description = next(
            (said(each) for each in manifest.findall("metadata/lom/general/description")), ""
        )
        self.draft.front = Front(description=as_markdown(description) or None)
        kinds = []
        for each in manifest.iterfind("resources/resource"):
            kind = each.get("type", "")
            kinds.append(kind)
            path = _path("", each.get("href", ""))
            self._about[path] = about(each)
            yield kind, path
        if not any(kind.startswith(("imsqti_item", "imsqti_test")) for kind in kinds):
            listed = ", ".join(sorted(set(kinds))[:3]) or "nothing"
            raise ReadError(f"the package holds no QTI items (it holds {listed})")

    def _root(self, name: str) -> Element:
        data = self.archive.read(name) if self.archive and name else None
        if data is None:
            raise ReadError(f"the package lists '{name}', which is not in it")
        return root(data, name)

    def _test(self, test: Element, name: str) -> None:
        self.draft.title = self.draft.title or test.get("title")
        self.draft.front = replace(self.draft.front, duration=test_settings.minutes(test))
        for what in test_settings.unkept(test):
            self._tell(f"{name}: {what}")
        for part in test.iter("testPart"):
            for section, its_name in self._sections(part, name):
                self._section(section, its_name)

    def _tell(self, message: str) -> None:
        """Tell something of the items that follow."""
        self.draft.doubts.append(Doubt(self._count + 1, "not-kept", "warning", message))

    def tell_language(self) -> None:
        """Give the draft the language of its first item that says one."""
        if self._language and re.fullmatch(LANGUAGE, self._language):
            self.draft.front = replace(self.draft.front, language=self._language)

    def _section(self, element: Element, name: str, before: str = "") -> None:
        """Read a section; the sections inside it stand after it, as a bank has no deeper ones.

        One without items of its own gives its texts, and those `before`, to the first inside. A
        section inside with a text before its questions is a case.
        """
        section = DraftSection(element.get("title") or None, self._count + 1)
        told = "\n\n".join(filter(None, (before, *self._said_before(element, name))))
        section.instructions = told or None
        drawn = element.find("selection")
        count = as_number(drawn.get("select", "")) if drawn is not None else None
        section.draw = int(count) if count and count >= 1 else None
        order = element.find("ordering")
        if order is not None and order.get("shuffle") == "true":
            section.shuffle["questions"] = True
        self._shuffles = []
        inner: list[tuple[Element, str]] = []
        for each in element:
            if each.tag == "assessmentItemRef":
                self._refer(each, name, section, section.questions)
            elif each.tag == "assessmentSection" and _is_case(each):
                self._case(each, name, section)
            else:
                inner += self._sections((each,), name)
        if self._shuffles and not any(self._shuffles):
            section.shuffle["options"] = False
        if inner and not section.questions and section.title:
            self._tell(f"the title '{section.title}' of sections together was left out")
        for each, its_name in inner:
            self._section(each, its_name, "" if section.questions else told)
            told = ""

    def _sections(self, elements: Iterable[Element], name: str) -> Iterator[tuple[Element, str]]:
        """Yield the sections among elements with the files they are in, which may be their own."""
        for each in elements:
            if each.tag == "assessmentSection":
                yield each, name
            elif each.tag == "assessmentSectionRef":
                path = _path(posixpath.dirname(name), each.get("href", ""))
                if (section := self._section_file(path)) is not None:
                    yield section, path

    def _section_file(self, path: str) -> Element | None:
        """Return the section that is a file of its own: once, or one in itself had no end."""
        if path in self._sections_read:
            self._tell(f"'{path}' was read as a section already; it was not taken again")
            return None
        self._sections_read.add(path)
        section = self._root(path)
        if section.tag != "assessmentSection":
            self._tell(f"'{path}' is no section; it was left out")
            return None
        return section

    def _refer(
        self, reference: Element, name: str, section: DraftSection, into: list[DraftQuestion]
    ) -> None:
        path = _path(posixpath.dirname(name), reference.get("href", ""))
        self.take(self._root(path), path, section, into)

    def _case(self, element: Element, name: str, section: DraftSection) -> None:
        identifier, title = element.get("identifier", ""), element.get("title", "")
        own = title if re.sub(r"_\d+$", "", identifier) in (title, identifier_of(title)) else ""
        texts = self._said_before(element, name)
        case = DraftQuestion("case", "\n\n".join(texts[1:]), self._count + 1, id=own or identifier)
        case.material = texts[0] if texts else None
        for each in element.findall("assessmentItemRef"):
            self._refer(each, name, section, case.questions if texts else section.questions)
        if case.questions:
            case.line = case.questions[0].line
            section.questions.append(case)

    def _said_before(self, element: Element, name: str) -> list[str]:
        """Return the texts for candidates that stand before a section's questions."""
        folder = posixpath.dirname(name)
        meaning = Meaning(
            element, self._count + 1, self.draft, lambda source: self._kept(folder, source)
        )
        shown = _shown(element)
        for each in element.findall("rubricBlock"):
            if each not in shown:
                meaning.tell_reader(each)
        return [text for each in shown if (text := meaning.markdown(each))]

    def take(
        self,
        item: Element,
        name: str,
        section: DraftSection,
        into: list[DraftQuestion] | None = None,
    ) -> None:
        """Add the question of an item to a section, or tell why it cannot be one."""
        if item.tag == "assessmentTest":
            message = "a QTI test names its items, which are files of their own; import the package"
            raise ReadError(f"{message} (.zip) they are in")
        if item.tag != "assessmentItem":
            raise ReadError(f"'{name or 'the file'}' is no QTI item: it begins with <{item.tag}>")
        self._count += 1
        if self._count > _MAX_ITEMS:
            raise ReadError(f"the package has more than {_MAX_ITEMS} items")
        if not self.draft.sections or self.draft.sections[-1] is not section:
            self.draft.sections.append(section)
        folder = posixpath.dirname(name)
        meaning = Meaning(item, self._count, self.draft, lambda source: self._kept(folder, source))
        self._language = self._language or item.get("lang", "")
        found = question(meaning)
        if found is None:
            named = " ".join(filter(None, ("item", name, meaning.name)))
            self.draft.unused.append((self._count, named))
            return
        self._about.get(name, About()).tell(found)
        if found.type in ("single", "multiple", "matching", "ordering"):
            said_so = (each.get("shuffle") for each in meaning.interactions())
            self._shuffles += [each == "true" for each in said_so if each]
        into = section.questions if into is None else into
        stimulus = item.find("assessmentStimulusRef")
        if stimulus is None:
            into.append(found)
        else:
            self._ask_of(_path(folder, stimulus.get("href", "")), found, meaning, into)

    def _ask_of(
        self, path: str, found: DraftQuestion, meaning: Meaning, into: list[DraftQuestion]
    ) -> None:
        """Add a question about a text that items share: to the case of that text."""
        data = self.archive.read(path) if self.archive else None
        if data is None:
            meaning.doubt("not-kept", f"the text '{path}' that it asks of is not in the package")
            into.append(found)
            return
        case = self._stimuli.get(path)
        if case is None or not into or into[-1] is not case:
            text = root(data, path)
            folder = posixpath.dirname(path)
            reader = Meaning(text, self._count, self.draft, lambda name: self._kept(folder, name))
            again = case is not None
            case = DraftQuestion("case", "", found.line, id="" if again else reader.identifier)
            case.material = reader.markdown(text.find("stimulusBody"))
            self._stimuli[path] = case
            into.append(case)
        if found.material:
            case.material = f"{case.material}\n\n{found.material}"
        case.questions += found.questions or [found]

    def _kept(self, folder: str, source: str) -> str:
        """Take a picture out of the package; return the name it gets, "" if it is none."""
        if self._pictures is None:
            return source
        path = _path(folder, source)
        return self._pictures.kept(path, path, source, self._count)


def _shown(section: Element) -> list[Element]:
    """Return the texts of a section that its candidates read."""
    blocks = section.findall("rubricBlock")
    return [each for each in blocks if "candidate" in each.get("view", "candidate")]


def _is_case(section: Element) -> bool:
    """Tell a section inside another that is a text with questions, and has no more sections."""
    deeper = section.find("assessmentSection"), section.find("assessmentSectionRef")
    says = any(said(each) or each.find(".//img") is not None for each in _shown(section))
    return says and deeper == (None, None)


def _path(folder: str, address: str) -> str:
    """Return where an address in a file of that folder leads, within the package."""
    return posixpath.normpath(posixpath.join("/", folder, unquote(address))).lstrip("/")
