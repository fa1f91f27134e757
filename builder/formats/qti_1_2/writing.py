"""The bank → QTI 1.2 packages as Canvas reads them: a zip an exam, with pictures and settings."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from builder.formats.document.markdown_out import html
from builder.formats.qti.texts_out import characters
from builder.formats.qti_1_2.item_out import fields_xml, item_xml, text_item
from builder.formats.writing import Export, Front, Item, zipped
from builder.model import Artifact, Exam, Section, plain_number
from builder.questions.case import Case

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_SCHEMA = "http://www.imsglobal.org/xsd/imscp_v1p1.xsd"


def artifacts(export: Export) -> Iterator[Artifact]:
    """Write one package an exam."""
    for exam in export.exams("title", "language", "description", "duration", "ids"):
        yield Artifact(f"{exam.id}.zip", zipped(_Package(export, exam).files()))


@dataclass(slots=True)
class _Package:
    """One exam on its way; gathers the pictures it shows."""

    export: Export
    exam: Exam
    _pictures: dict[str, None] = field(default_factory=dict)

    def files(self) -> list[Artifact]:
        """Return the files of the package, the manifest first."""
        name = self.exam.id
        quiz = self._quiz().encode()
        pictures = [
            Artifact(f"web_resources/{self._inside(path)}", self.export.file(path))
            for path in self._pictures
        ]
        return [
            Artifact("imsmanifest.xml", self._manifest().encode()),
            Artifact(f"{name}/{name}.xml", quiz),
            Artifact(f"{name}/assessment_meta.xml", self._settings().encode()),
            *pictures,
        ]

    def _inside(self, path: str) -> str:
        return path.removeprefix(f"{self.exam.id}/")

    # The quiz.

    def _quiz(self) -> str:
        exam = self.exam
        inner = "".join(self._sections())
        limit = {"qmd_timelimit": str(exam.duration)} if exam.duration else {}
        said = fields_xml({"cc_maxattempts": "1", **limit})
        return (
            f'{_HEAD}<questestinterop xmlns="{_QTI}" {_XSI} xsi:schemaLocation="{_QTI}'
            f' http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd">'
            f"<assessment ident={quoteattr(exam.id)} title={quoteattr(exam.title.strip())}"
            f" xml:lang={quoteattr(exam.language)}>{said}"
            f'<section ident="root_section">{inner}</section></assessment></questestinterop>\n'
        )

    def _sections(self) -> Iterator[str]:
        taken = {each for section in self.exam.sections for each in _names(section)}
        for section, items in self.export.sections(self.exam, "title", "instructions", "draw"):
            names = (f"section-{number}" for number in count(1))
            name = next(each for each in names if each not in taken)
            taken.add(name)
            yield self._begin(section, items, name)
            rows = "".join(row for item in items for row in self._questions(item))
            yield _group(section, rows, f"{name}-group") if section.draw else rows

    def _begin(self, section: Section, items: Sequence[Item], name: str) -> str:
        item = Front(self.export, section, items[0].question, f"{self.exam.id}/{section.id}", ())
        self._pictures |= dict.fromkeys(item.carried())
        title = section.title.strip()
        return text_item(item, name, title, "instructions", section.instructions or "")

    def _questions(self, item: Item, parent: str = "") -> Iterator[str]:
        if isinstance(item.question, Case):
            yield from self._case(item, item.question)
            return
        text = item_xml(item, parent)
        if text is not None:
            self._pictures |= dict.fromkeys(item.carried())
            yield text

    def _case(self, item: Item, case: Case) -> Iterator[str]:
        parts = [row for part in item.parts() for row in self._questions(part, case.id)]
        if not parts:
            item.leave_out("QTI 1.2 has none of the questions of this case")
            return
        item.lose_all_but("material", "tags", "points")
        self._pictures |= dict.fromkeys(item.carried())
        if case.stem:
            for name in ("stem", "material"):
                message = "Canvas has one text before questions; the stem follows the material"
                item.lose(name, message)
        said = "\n\n".join(filter(None, (case.material, case.stem)))
        yield text_item(item, case.id, case.id, "material", said, case.tags)
        yield from parts

    # Beside the quiz.

    def _settings(self) -> str:
        exam = self.exam
        points = sum(each.points for section in exam.sections for each in section.questions)
        rows = {
            "title": exam.title.strip(),
            "description": html(exam.description) if exam.description else "",
            "quiz_type": "assignment",
            "points_possible": str(plain_number(points)),
            "time_limit": str(exam.duration) if exam.duration else "",
            "shuffle_answers": "false",
            "show_correct_answers": "true",
            "scoring_policy": "keep_highest",
            "allowed_attempts": "1",
        }
        said = "".join(f"<{tag}>{characters(text)}</{tag}>" for tag, text in rows.items() if text)
        space = f'xmlns="{_CANVAS}" {_XSI} xsi:schemaLocation="{_CANVAS}'
        return (
            f"{_HEAD}<quiz identifier={quoteattr(exam.id)} {space}"
            f' https://canvas.instructure.com/xsd/cccv1p0.xsd">{said}</quiz>\n'
        )

    def _manifest(self) -> str:
        name = quote(self.exam.id)
        settings = f"{name}/assessment_meta.xml"
        rows = [
            (
                '<resource identifier="quiz" type="imsqti_xmlv1p2">'
                f'<file href="{name}/{name}.xml"/>'
                '<dependency identifierref="settings"/></resource>'
            ),
            (
                '<resource identifier="settings" href="'
                f'{settings}" type="associatedcontent/imscc_xmlv1p1/learning-application-resource">'
                f'<file href="{settings}"/></resource>'
            ),
        ]
        for number, path in enumerate(self._pictures, 1):
            href = quote(posixpath.join("web_resources", self._inside(path)))
            rows.append(
                f'<resource identifier="picture-{number}" type="webcontent" href="{href}">'
                f'<file href="{href}"/></resource>'
            )
        return (
            f'{_HEAD}<manifest identifier="package" xmlns="{_PACKAGE}" {_XSI}'
            f' xsi:schemaLocation="{_PACKAGE} {_SCHEMA}"><metadata>'
            "<schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>"
            f"<organizations/><resources>{''.join(rows)}</resources></manifest>\n"
        )


def _group(section: Section, rows: str, name: str) -> str:
    points = plain_number(section.questions[0].points)
    return (
        f"<section ident={quoteattr(name)} title={quoteattr(section.title.strip())}>"
        f"<selection_ordering><selection><selection_number>{section.draw}</selection_number>"
        f"<selection_extension><points_per_item>{points}</points_per_item></selection_extension>"
        f"</selection></selection_ordering>{rows}</section>"
    )


def _names(section: Section) -> Iterator[str]:
    for each in section.questions:
        yield each.id
        yield from (part.id for part in each.parts())
