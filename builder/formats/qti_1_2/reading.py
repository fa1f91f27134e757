"""A QTI 1.2 file or package → a draft: sections, groups, texts before questions, pictures."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from builder.decoding import ReadError
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection
from builder.fields import LANGUAGE
from builder.formats.document.archive import Archive
from builder.formats.document.packed_pictures import PackedPictures
from builder.formats.document.xml_tree import Node, as_number, parsed
from builder.formats.lists.list_checks import finished
from builder.formats.qti_1_2.beside import tell_rest
from builder.formats.qti_1_2.item import Meaning, fields
from builder.formats.qti_1_2.kinds import question
from builder.formats.qti_1_2.texts import Texts, addresses
from builder.plain_text import as_markdown

_ROOT = re.compile(rb"<(?:\w{1,20}:)?questestinterop[\s>]")
_DOCTYPE = re.compile(r"<!DOCTYPE\s+questestinterop\b[^>\[]*(?:\[[^\]]*\]\s*)?>")


def recognises(data: bytes) -> bool:
    """Tell a QTI 1.2 file by its outermost element."""
    head = data[:4000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"<") and _ROOT.search(head) is not None


def read(data: bytes) -> Draft | None:
    """Return the questions of a file or of a package, None for one that is no QTI 1.2.

    Of a package all assessments and banks are read, in its order.
    """
    if not data.startswith(b"PK"):
        return _of_file(data) if recognises(data) else None
    archive = Archive(data)
    names = _files(archive)
    if not names:
        return None
    reading = _Reading(archive)
    for name in names:
        reading.file(_parsed(archive.read(name) or b"", name), name)
    reading.settings()
    return finished(reading.draft)


def _of_file(data: bytes) -> Draft:
    reading = _Reading(None)
    reading.file(_parsed(data, "the file"), "")
    return finished(reading.draft)


def _parsed(data: bytes, name: str) -> Node:
    """Return a file's root; a document type is passed over if it declares no entity."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        match = re.match(rb"<\?xml[^>]*encoding=[\"']([\w-]{2,20})[\"']", data)
        coding = match[1].decode() if match else "latin-1"
        try:
            text = data.decode(coding)
        except (UnicodeDecodeError, LookupError):
            raise ReadError(f"'{name}' is in an encoding that is not known") from None
    found = _DOCTYPE.search(text[:20_000])
    if found and "<!ENTITY" not in found[0]:
        lines = "\n" * found[0].count("\n")
        text = text[: found.start()] + lines + text[found.end() :]
    text = re.sub(r"^<\?xml[^>]*\?>", lambda m: "\n" * m[0].count("\n"), text)
    return parsed(text, name)


def _files(archive: Archive) -> list[str]:
    """Return the files with questions; of a Canvas export Canvas's own, which say more."""
    listed: dict[str, None] = {}
    own = {name for name in archive.names if name.endswith(".xml.qti")}
    manifest = archive.xml("imsmanifest.xml")
    for resource in manifest.iter() if manifest is not None else ():
        if not resource.tag.endswith("}resource") and resource.tag != "resource":
            continue
        for file in resource:
            name = _inside(file.get("href", ""))
            if file.tag.endswith("file") and (name in own or "qti" in resource.get("type", "")):
                listed[name] = None
        name = _inside(resource.get("href", ""))
        if name and "qti" in resource.get("type", ""):
            listed[name] = None
    covered = {posixpath.basename(name).removesuffix(".xml.qti") for name in own}
    found = [name for name in (*listed, *sorted(own - listed.keys())) if name in archive.names]
    found = [name for name in found if name in own or not _is_covered(name, covered)]
    return [name for name in found if recognises(archive.read(name) or b"")]


def _is_covered(name: str, covered: set[str]) -> bool:
    folder, file = posixpath.split(name)
    return bool({posixpath.basename(folder), file.removesuffix(".xml")} & covered)


def _inside(address: str) -> str:
    return posixpath.normpath(posixpath.join("/", address)).lstrip("/")


class _Reading:
    """What has been read so far; a question's line is its number among the items."""

    def __init__(self, archive: Archive | None) -> None:
        self.archive = archive
        self.draft = Draft(None, [], [], markdown=True)
        self._count = 0
        self._pictures = PackedPictures(archive, self.draft) if archive is not None else None
        self._cases: dict[str, DraftQuestion] = {}
        self._folder = ""
        self._parents: set[str] = set()
        """The texts that other items name as what they ask of."""

    def file(self, root: Node, name: str) -> None:
        """Read an assessment, a bank of questions, or items that stand alone."""
        if root.tag != "questestinterop":
            raise ReadError(f"'{name or 'the file'}' is no QTI 1.2: it begins with <{root.tag}>")
        self._folder = posixpath.dirname(name)
        self._parents = set(_PARENT.findall("\n".join(_entries(root))))
        for top in root.children:
            if top.tag == "assessment":
                self.draft.title = self.draft.title or top.attributes.get("title")
                self._front(top)
                self._within(top, self._new(None))
            elif top.tag == "objectbank":
                said = fields(top)
                self._within(top, self._new(said.get("bank_title") or top.attributes.get("title")))
            elif top.tag == "section":
                self._within(top, self._new(top.attributes.get("title")))
            elif top.tag == "item":
                section = self.draft.sections[-1] if self.draft.sections else self._new(None)
                self._take(top, section)
        self.draft.sections = [
            each for each in self.draft.sections if each.questions or each.instructions
        ]

    def _front(self, top: Node) -> None:
        said = fields(top.first("qtimetadata"))
        minutes = as_number(said.get("qmd_timelimit", ""))
        language = top.attributes.get("lang", "")
        known = language if re.fullmatch(LANGUAGE, language) else self.draft.front.language
        duration = int(minutes) if minutes and minutes >= 1 else self.draft.front.duration
        self.draft.front = replace(self.draft.front, language=known, duration=duration)

    def settings(self) -> None:
        """Take what Canvas says of a quiz beside its questions."""
        names = self.archive.names if self.archive else ()
        for name in names:
            if self.archive is None or posixpath.basename(name) != "assessment_meta.xml":
                continue
            quiz = _parsed(self.archive.read(name) or b"", name)
            front, minutes = self.draft.front, as_number(quiz.said("time_limit"))
            texts = Texts(self._kept)
            holder = Node("material", 1, {}, children=[_as_text(quiz.said("description"))])
            self.draft.front = replace(
                front,
                description=front.description or texts.markdown(holder) or None,
                duration=front.duration or (int(minutes) if minutes and minutes >= 1 else None),
            )

    def _new(self, title: str | None) -> DraftSection:
        section = DraftSection(title or None, self._count + 1)
        self.draft.sections.append(section)
        return section

    def _within(self, node: Node, section: DraftSection) -> None:
        for child in node.children:
            if child.tag == "item":
                section = self._take(child, section)
            elif child.tag == "section":
                section = self._inner(child, section)
            elif child.tag in ("itemref", "sectionref"):
                name = child.attributes.get("linkrefid", "")
                message = f"{name}: a reference to another file was left out"
                doubt = Doubt(self._count + 1, "not-kept", "warning", message)
                self.draft.doubts.append(doubt)

    def _inner(self, node: Node, section: DraftSection) -> DraftSection:
        """Read a section in another; Canvas's outermost is no section of its own."""
        title, drawn = node.attributes.get("title", ""), _drawn(node)
        if node.attributes.get("ident") == "root_section" or (not title and drawn is None):
            self._within(node, section)
            return self.draft.sections[-1]
        said = fields(node)
        if section.questions or drawn is None or section.draw:
            section = self._new(title)
        section.title = section.title or title or None
        section.draw = drawn
        points = as_number(said.get("points_per_item", "") or _points_each(node))
        self._within(node, section)
        for each in section.questions:
            each.points = points or each.points
        return self._new(None)

    def _take(self, node: Node, section: DraftSection) -> DraftSection:
        """Add the question of an item; return the section that the next one belongs to."""
        self._count += 1
        meaning = Meaning(node, self._count, self.draft.doubts, Texts(self._kept))
        if meaning.kind() == "text_only_question":
            return self._text(node, meaning, section)
        found = question(meaning)
        if found is None:
            self.draft.unused.append((self._count, f"item {meaning.name}"))
            return section
        parent = self._cases.get(meaning.said.get("parent_stimulus_item_ident", ""))
        if parent is None:
            section.questions.append(found)
        else:
            self._join(parent, found, section)
        return section

    def _join(self, parent: DraftQuestion, found: DraftQuestion, section: DraftSection) -> None:
        if not parent.questions:
            section.questions.append(parent)
            parent.line = found.line
        if found.questions:
            parent.material = f"{parent.material}\n\n{found.material}"
        parent.questions += found.questions or [found]

    def _text(self, node: Node, meaning: Meaning, section: DraftSection) -> DraftSection:
        """Take a text without a question: the material of those that name it, or a beginning."""
        told = as_markdown(node.attributes.get("instructions", ""))
        text = "\n\n".join(filter(None, (told, meaning.texts.markdown(meaning.presentation))))
        tell_rest(meaning)
        if meaning.name in self._parents:
            case = meaning.make("case", "")
            case.material = text
            case.tags = [word for word in meaning.said.get("qmd_keywords", "").split("\n") if word]
            self._cases[meaning.name] = case
            return section
        if section.questions or section.title or section.instructions:
            section = self._new(None)
        section.title = node.attributes.get("title") or None
        section.instructions = text or None
        return section

    def _kept(self, source: str) -> str:
        """Take a picture out of the package; return the name it gets, "" if it is none."""
        if self.archive is None or self._pictures is None:
            return source
        paths = (each for each in addresses(source, self._folder) if each in self.archive.names)
        path = next(paths, "")
        name = path.removeprefix("web_resources/")
        return self._pictures.kept(path, name, source, self._count)


_PARENT = re.compile(r"^parent_stimulus_item_ident\n(.+)$", re.MULTILINE)


def _entries(root: Node) -> Iterator[str]:
    """Yield what metadata says anywhere, a label and its entry on two lines."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.tag == "qtimetadatafield":
            yield f"{node.said('fieldlabel')}\n{node.said('fieldentry')}"
        stack += node.children


def _as_text(html: str) -> Node:
    return Node("mattext", 1, {"texttype": "text/html"}, text=html)


def _selections(node: Node) -> Iterator[Node]:
    for order in node.all("selection_ordering"):
        yield from order.all("selection")


def _drawn(node: Node) -> int | None:
    numbers = (as_number(each.said("selection_number")) for each in _selections(node))
    return next((int(number) for number in numbers if number and number >= 1), None)


def _points_each(node: Node) -> str:
    said = (each.said("selection_extension", "points_per_item") for each in _selections(node))
    return next((each for each in said if each), "")
