"""The versions of QTI that are written: their names, and how elements are spelled in each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

_SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
LOM = "http://ltsc.ieee.org/xsd/LOM"
"""The namespace of keywords, difficulty and source in a manifest."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of QTI: namespaces with the places of their schemas, and fixed words."""

    name: str
    space: str
    schema: str
    package_space: str
    package_schema: str
    package: tuple[str, str]
    """What a manifest says that it is: schema and schema version."""
    kind: str
    """The end of the resource types."""
    templates: str
    """The address of the standard rules of scoring, with `{}` for a rule's name."""
    by_hand: bool = True
    """An outcome can say that a person judges."""
    kebab: bool = False
    """Elements are spelled `qti-choice-interaction`, their attributes `max-choices`."""

    def element(self, tag: str, inner: str = "", **given: object) -> str:
        """Return an element of QTI; attributes that are None are left out."""
        name = f"qti-{_kebab(tag)}" if self.kebab else tag
        rows = (
            f" {_kebab(each) if self.kebab else each}={quoteattr(_said(value))}"
            for each, value in given.items()
            if value is not None
        )
        attributes = (
            "".join(rows).replace(" xml_lang=", " xml:lang=").replace("xml-lang", "xml:lang")
        )
        return f"<{name}{attributes}>{inner}</{name}>" if inner else f"<{name}{attributes}/>"

    def root(self, tag: str, inner: str, **given: object) -> str:
        """Return a whole file of QTI."""
        text = self.element(tag, inner, **given)
        name, rest = re.split(r"(?=[ />])", text, maxsplit=1)
        return f"{_HEAD}{name}{_spaces(self.space, self.schema)}{rest}\n"

    def manifest(self, inner: str, identifier: str) -> str:
        """Return a manifest."""
        spaces = _spaces(self.package_space, self.package_schema)
        return f'{_HEAD}<manifest{spaces} identifier="{identifier}">{inner}</manifest>\n'

    def body(self, html: str) -> str:
        """Return what stands in feedback and rubrics, which QTI 3 sets apart."""
        return self.element("contentBody", html) if self.kebab else html


_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def _spaces(space: str, schema: str) -> str:
    where = f'xsi:schemaLocation="{space} {schema}"'
    return f' xmlns="{space}" xmlns:xsi="{_SCHEMA_INSTANCE}" {where}'


def _kebab(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: f"-{found[0].lower()}", name)


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_XSD = "http://www.imsglobal.org/xsd"
_PURL = "https://purl.imsglobal.org/spec/qti/v3p0"


def _version_2(number: str) -> Version:
    short = f"v2p{number}"
    return Version(
        f"QTI 2.{number}",
        f"{_XSD}/imsqti_{short}",
        f"{_XSD}/qti/qti{short}/imsqti_{short}.xsd",
        f"{_XSD}/imscp_v1p1",
        f"{_XSD}/qti/qti{short}/qti{short}_imscpv1p2_v1p0.xsd",
        (f"QTIv2.{number} Package", "1.0.0"),
        f"xml{short}",
        f"http://www.imsglobal.org/question/qti_{short}/rptemplates/{{}}",
        by_hand=number != "1",
    )


QTI_2_1 = _version_2("1")
QTI_2_2 = _version_2("2")
QTI_3_0 = Version(
    "QTI 3.0",
    f"{_XSD}/imsqtiasi_v3p0",
    f"{_PURL}/schema/xsd/imsqti_asiv3p0_v1p0.xsd",
    f"{_XSD}/qti/qtiv3p0/imscp_v1p1",
    f"{_PURL}/schema/xsd/imsqtiv3p0_imscpv1p2_v1p0.xsd",
    ("QTI Package", "3.0.0"),
    "xmlv3p0",
    f"{_PURL}/rptemplates/{{}}.xml",
    kebab=True,
)
