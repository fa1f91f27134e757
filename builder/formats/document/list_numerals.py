"""Numbers in the formats that Word numbers lists with (ECMA-376 part 1, 17.18.59)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def numeral(number: int, format: str) -> str:  # noqa: A002 - the standard's word
    """Return `number` in the named format; an unknown format, or 0, is shown in digits."""
    write = _FORMATS.get(format, str)
    return (
        write(number) if number > 0 or format in ("none", "bullet", "decimalZero") else str(number)
    )


def _letters(number: int) -> str:
    """Return a, b … z, aa, bb … as Word counts them."""
    times, index = divmod(number - 1, 26)
    return chr(ord("a") + index) * min(times + 1, 9)


def _roman(number: int) -> str:
    if number > 4999:
        return str(number)
    shown = ""
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        shown += letters * times
    return shown


def _counted(number: int, digits: str = "〇一二三四五六七八九", units: str = "十百千") -> str:
    """Return 十五, 二十, 一百〇五: Chinese counting up to 9999."""
    if number > 9999:
        return str(number)
    shown, gap = "", False
    for power in (3, 2, 1, 0):
        digit = number // 10**power % 10
        if not digit:
            gap = bool(shown)
            continue
        shown += (digits[0] if gap else "") + digits[digit] + (units[power - 1] if power else "")
        gap = False
    return shown[1:] if shown.startswith(digits[1] + units[0]) and digits[1] == "一" else shown


def _by_digit(number: int) -> str:
    return "".join("〇一二三四五六七八九"[int(digit)] for digit in str(number))


def _from_range(number: int, first: str, count: int) -> str:
    return chr(ord(first) + number - 1) if number <= count else str(number)


def _circled(number: int) -> str:
    if number > 20:
        return chr(0x3251 + number - 21) if number <= 35 else str(number)
    return _from_range(number, "①", 20)


def _from_list(number: int, items: str) -> str:
    return items[(number - 1) % len(items)]


def _full_width(number: int) -> str:
    return "".join(chr(ord(digit) + 0xFEE0) for digit in str(number))


def _ordinal(number: int) -> str:
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{tail or 'th'}"


def _nothing(_: int) -> str:
    return ""


_legal = partial(_counted, digits="零壹贰叁肆伍陆柒捌玖", units="拾佰仟")
_legal_traditional = partial(_counted, digits="零壹貳參肆伍陸柒捌玖", units="拾佰仟")

_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": "{:02d}".format,
    "decimalFullWidth": _full_width,
    "decimalFullWidth2": _full_width,
    "decimalHalfWidth": str,
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalEnclosedParen": partial(_from_range, first="⑴", count=20),
    "decimalEnclosedFullstop": partial(_from_range, first="⒈", count=20),
    "numberInDash": "- {} -".format,
    "ordinal": _ordinal,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerLetter": _letters,
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerRoman": _roman,
    "chineseCounting": _counted,
    "chineseCountingThousand": _counted,
    "taiwaneseCounting": _counted,
    "taiwaneseCountingThousand": _counted,
    "japaneseCounting": _counted,
    "koreanDigital": _by_digit,
    "ideographDigital": _by_digit,
    "japaneseDigitalTenThousand": _by_digit,
    "taiwaneseDigital": _by_digit,
    "chineseLegalSimplified": _legal,
    "ideographLegalTraditional": _legal_traditional,
    "japaneseLegal": _legal_traditional,
    "ideographEnclosedCircle": partial(_from_range, first="㊀", count=10),
    "ideographTraditional": partial(_from_list, items="甲乙丙丁戊己庚辛壬癸"),
    "ideographZodiac": partial(_from_list, items="子丑寅卯辰巳午未申酉戌亥"),
    "aiueo": partial(_from_list, items="アイウエオカキクケコサシスセソ"),
    "ganada": partial(_from_list, items="가나다라마바사아자차카타파하"),
    "none": _nothing,
    "bullet": _nothing,
}
