"""Other systems' files: one module a format, and the table that lists the writers."""

from __future__ import annotations

from builder.formats import (
    aiken,
    anki,
    bank_json,
    docx,
    gift,
    mdbook_quiz,
    moodle_xml,
    qti,
    qti_1_2,
    rexams,
    sheet_out,
    text2qti,
    text_paper,
)
from builder.formats.writing import Writer

WRITERS: dict[str, Writer] = {
    "json": Writer("the bank as JSON", bank_json.artifacts, "the JSON of a bank"),
    "text": Writer("running text", text_paper.artifacts, "running text"),
    "csv": Writer("question list, for Excel", sheet_out.csv_artifacts, "a question list"),
    "xlsx": Writer("Excel workbook", sheet_out.xlsx_artifacts, "a question list", packed=True),
    "gift": Writer("Moodle GIFT", gift.artifacts, "GIFT"),
    "moodle-xml": Writer("Moodle XML", moodle_xml.artifacts, "Moodle XML"),
    "qti-1.2": Writer("QTI 1.2 package, for Canvas", qti_1_2.artifacts, "QTI 1.2", packed=True),
    "qti-2.1": Writer("QTI 2.1 package", qti.qti_2_1, "QTI", packed=True),
    "qti-2.2": Writer("QTI 2.2 package", qti.qti_2_2, "QTI", packed=True),
    "qti-3.0": Writer("QTI 3.0 package", qti.qti_3_0, "QTI", packed=True),
    "aiken": Writer("Aiken", aiken.artifacts, "Aiken"),
    "text2qti": Writer("text2qti, for Canvas", text2qti.artifacts, "text2qti"),
    "rexams": Writer("R/exams, static `.Rmd`", rexams.artifacts, "R/exams"),
    "anki": Writer("Anki package", anki.artifacts, "Anki", packed=True),
    "mdbook-quiz": Writer("mdbook-quiz TOML", mdbook_quiz.artifacts, "mdbook-quiz"),
    "docx": Writer("Word: papers and a key", docx.artifacts, "Word", packed=True),
}
"""What `--to` may say."""
