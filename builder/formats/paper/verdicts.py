"""Does an explanation say another answer than the key? Only plain verdicts count.

Verdicts are 故选C, the answer is B, 错误。…; in a question about what is *not* so, options named as
usual or unusual; in a multiple choice, options named with their letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_CHOSEN = re.compile(
    r"(?:故|因此|所以|因而|综上所述|综上|綜上|应|應|則|则)[^。；;\n]{0,6}?(?:本题|本題)?(?:答案"
    r"|正确选项|正確選項)?(?:应|應|为|為|是|该|選|选){1,3}(?:择|擇|项|項|择项)?\s*[:：]?\s*([A-H]"
    r"(?:[、,，和 ]?[A-H]){0,7})(?![A-Za-z])"
    r"|(?:正确|正確|参考|標準|标准|本题|本題)?答案(?:应该|应|應)?(?:是|为|為|选|選|[:：])+\s*"
    r"([A-H](?:[、,，和 ]?[A-H]){0,7})(?![A-Za-z])"
    r"|(?:correct|right|best)?\s*answers?\s+(?:is|are|should be|must be)[:：]?\s*"
    r"(?:option\s+)?\(?([A-H](?:(?:, | and |,)?[A-H]){0,7})\)?(?![A-Za-z'])"
    r"|(?:^|[。，,；;\s])选\s*([A-H](?:[、,，和 ]?[A-H]){0,7})(?=[。.\s]*$)",
    re.M,
)
_JUDGED = re.compile(
    r"^\s*(?:(?:本题|本題|该|此|这种|這種)?(?:说法|說法|题|題|表述|观点|命题)?(?:是|为"
    r"|為)?)?(正确|正確|对|對|错误|錯誤|错|錯|不正确|不正確|不对|√|×|True|False|Correct|Incorrect"
    r"|Wrong)(?:的)?\s*(?=[。，,.！!；;：:\n]|$)",
    re.I,
)
_CONCLUDED = re.compile(
    r"(?:故|因此|所以|因而|综上)[^。；;\n]{0,10}?(?:说法|說法|表述|命题|题|題|观点|叙述|判断"
    r"|原题)?(?:是|为|為)?\s*(不正确|不正確|正确|正確|错误|錯誤|不对|错|錯|对|對)(?:的)?\s*"
    r"(?=[。.！!；;\n]|$)"
)
_NO = re.compile("不|错|錯|误|誤|非|×|false|incorrect|wrong", re.I)


def letters_of_verdict(text: str) -> set[str] | None:
    """Return the letters of the last plain verdict in an explanation, or nothing."""
    found = list(_CHOSEN.finditer(text))
    if not found:
        return None
    said = next(group for group in found[-1].groups() if group)
    return set(re.findall("[A-H]", said))


def judgement_of(text: str) -> bool | None:
    """Return the verdict that an explanation of a statement opens or closes with, or nothing."""
    found = _JUDGED.search(text) or next(iter(reversed(list(_CONCLUDED.finditer(text)))), None)
    return None if not found else not _NO.match(found[1])


_NEGATIVE = re.compile(
    r"(?:不是|不属于|不屬於|并非|並非|不包括|不)(?:其|一种|一種|以下|下列)?(常用|常见|常見|典型"
    r"|主要|属于|屬於)?"
)
_NOT_SO = re.compile(
    r"(?:都|均)?(?:不是|不属于|不屬於|并非|並非)(?:一种|一種)?(常用|常见|常見|典型|主要)?"
)
_SO = re.compile(
    r"(?<!不)(?:都|均|也)?(?:是|属于|屬於)(?:[^，。；不]{0,6})?(常用|常见|常見|典型|主要)"
)
_CLAUSE = re.compile(r"[^，,。；;！!\n]+")
_DENIES = re.compile(
    r"不|非|错|錯|误|誤|没有|沒有|无法|無法|除了|排除|干扰|not |n't|incorrect|wrong|except", re.I
)


def named_otherwise(stem: str, text: str, options: Sequence[str], key: set[str]) -> str:
    """Return how an explanation names the options against the key of a single choice, or nothing.

    Only for stems that ask for the exception (不是常用的…) and explanations in the same words.
    """
    asked = re.search(r"(?:不是|不属于|不屬於|并非)(?:其|一种)?(常用|常见|常見|典型|主要)", stem)
    if not asked:
        return ""
    for clause in (found[0] for found in _CLAUSE.finditer(text)):
        denied = _NOT_SO.search(clause)
        if denied and denied[1] == asked[1]:
            named = _named(clause[: denied.start()], options)
            if named and named != key:
                return f"names {_list(named)} as the exception"
        affirmed = None if denied else _SO.search(clause)
        if affirmed and affirmed[1] == asked[1]:
            named = _named(clause[: affirmed.start()], options)
            if named & key:
                return f"names {_list(named)} as usual"
    return ""


def _named(text: str, options: Sequence[str]) -> set[str]:
    """Return the letters of the options that a text spells out."""
    return {chr(65 + i) for i, option in enumerate(options) if len(option) > 1 and option in text}


def lettered_beyond(text: str, key: set[str], count: int) -> set[str]:
    """Return letters in brackets, 低秩近似（A）, that an explanation affirms and the key lacks."""
    letters: set[str] = set()
    for clause in (found[0] for found in _CLAUSE.finditer(text)):
        found = re.findall(r"(?<=[\u3400-\u9fffA-Za-z0-9])[（(]([A-H])[)）]", clause)
        if found and _DENIES.search(clause):
            return set()
        letters |= set(found)
    return {each for each in letters if ord(each) - 65 < count} - key if len(letters) > 1 else set()


def _list(letters: set[str]) -> str:
    return "".join(sorted(letters))
