"""Banks that no author should be afraid of: the shortest, the widest, the strangest that hold.

Each is one exam `e` with its sections, as text.
"""

from __future__ import annotations

from tests.banks import EVERY_TYPE

LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 3
LONG_OPTION = "這個選項特別長，長得幾乎沒有人願意把它讀完，但是它偏偏就是正確的那一個。" * 14
ADDRESS = "https://example.org/" + "a-very-long-path/" * 20
ARABIC = "ما هي عاصمة مصر؟ (اختر إجابة واحدة فقط.)"
HEBREW = "מהי בירת ישראל?"


def _table(columns: int, rows: int) -> str:
    line = "| " + " | ".join(f"column {n}" for n in range(columns)) + " |"
    rule = "|" + " --- |" * columns
    body = "| " + " | ".join(f"value {n}" for n in range(columns)) + " |"
    return "\n".join([line, rule, *[body] * rows])


def _block(text: str, indent: int = 6) -> str:
    """A text as a YAML block scalar."""
    pad = " " * indent
    return "|-\n" + "\n".join(pad + line for line in text.splitlines())


ONE = """\
title: S
questions:
  - {id: one, type: true-false, stem: Is it?, answer: true}
"""

ESSAYS = """\
title: Essays
type: essay
points: 10
questions:
  - {id: a, stem: Why?, answer: Because.}
  - {id: b, stem: How?, answer: So., rubric: [{text: This, points: 4}, {text: That, points: 6}]}
  - {id: c, stem: Nothing to compare with.}
"""

WIDE = f"""\
title: Wide
questions:
  - id: table
    type: single
    stem: {_block(_table(24, 30))}
    options:
      - {_block(_table(12, 2), 8)}
      - "`{"x = y + z; " * 30}`"
      - "$$a_1 {"+ a_n " * 60}$$"
    answer: A
    explanation: {_block(_table(24, 3))}
    hint: {LONG_WORD}
  - id: code
    type: multiple
    stem: {_block("```python" + chr(10) + "print('" + "long " * 80 + "')" + chr(10) + "```")}
    options: [{LONG_WORD}, {ADDRESS}, "{LONG_OPTION}"]
    answer: [A, C]
    explanation: {ADDRESS}
  - id: blanks
    type: blank
    stem: "{LONG_WORD} ___ {"___ and " * 30}___"
    answer: [{", ".join(["so"] * 32)}]
  - id: pairs
    type: matching
    stem: {LONG_WORD}
    pairs: [["{LONG_OPTION}", {LONG_WORD}], [{LONG_WORD}, "{LONG_OPTION} 2"]]
  - id: order
    type: ordering
    stem: {ADDRESS}
    items: [{LONG_WORD}, "{LONG_OPTION}", short]
  - id: number
    type: numeric
    stem: How much?
    answer: 1
    unit: {LONG_WORD}
  - id: text
    type: essay
    stem: Why?
    answer: {LONG_WORD}
    rubric: [{{text: {LONG_WORD}, points: 1}}, {{text: "{LONG_OPTION}", points: 1}}]
  - id: story
    type: case
    material: {_block(_table(24, 60))}
    questions:
      - {{id: part, type: true-false, stem: "{LONG_WORD}", answer: true, tags: [{LONG_WORD}],
         source: "{ADDRESS}"}}
"""

RIGHT_TO_LEFT = f"""\
title: أسئلة
instructions: اقرأ الأسئلة بعناية.
questions:
  - id: one
    type: single
    stem: {ARABIC}
    options: [القاهرة (Cairo), الإسكندرية, {HEBREW}, Paris.]
    answer: A
    explanation: القاهرة هي عاصمة مصر.
    hint: فكر!
  - {{id: several, type: multiple, stem: "{ARABIC}", options: [نعم., لا., ربما!], answer: [A, B]}}
  - {{id: judged, type: true-false, stem: "القاهرة عاصمة مصر.", answer: true}}
  - {{id: gaps, type: blank, stem: "عاصمة مصر هي ___.", answer: [القاهرة]}}
  - {{id: number, type: numeric, stem: "كم عدد الأيام؟", answer: 7, unit: أيام}}
  - {{id: pairs, type: matching, stem: "صل بين:", pairs: [[مصر., القاهرة.], [فرنسا., باريس.]]}}
  - {{id: order, type: ordering, stem: "رتب:", items: [أولا., ثانيا., ثالثا.]}}
  - {{id: text, type: essay, stem: "لماذا؟", answer: "لأن."}}
"""

ODD: dict[str, dict[str, str]] = {
    "one question": {"exam.yaml": "title: E\nlanguage: en\n", "s.yaml": ONE},
    "essays only": {"exam.yaml": "title: Essays\nlanguage: zh-Hans\npass_mark: 18\n",
                    "s.yaml": ESSAYS},
    "no answers": {"exam.yaml": "title: Exam\nlanguage: en\npass_mark: 12\n", "s.yaml": EVERY_TYPE},
    "wide": {"exam.yaml": f"title: {LONG_WORD}\nlanguage: zh-Hant\nduration: 999\n"
                          f"description: {ADDRESS}\n",
             "s.yaml": WIDE.replace("title: Wide", f"title: {LONG_WORD}")},
    "right to left": {"exam.yaml": "title: امتحان\nlanguage: ar\n", "s.yaml": RIGHT_TO_LEFT},
    "right to left in English": {"exam.yaml": "title: Exam\nlanguage: en\n",
                                 "s.yaml": RIGHT_TO_LEFT},
    "worth nothing": {"exam.yaml": "title: Exam\nlanguage: en\n",
                      "s.yaml": EVERY_TYPE.replace("points: 2", "points: 0.5")},
}  # fmt: skip
"""By name: the files of the exam `e`."""
