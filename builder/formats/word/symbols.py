"""Characters of symbol fonts (Wingdings, Symbol) that papers use as ticks, boxes and letters."""

from __future__ import annotations

_GREEK = dict(zip("abgdezhqiklmnxoprstufcyw", "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
_SYMBOL = {
    **{ord(latin): greek for latin, greek in _GREEK.items()},
    **{ord(latin.upper()): greek.upper() for latin, greek in _GREEK.items()},
    **dict(zip(range(0x30, 0x3A), "0123456789", strict=True)),
    **{ord(mark): mark for mark in " !#%&()+,./:;<=>?[]_{|}"},
    0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x22: "∀", 0x24: "∃", 0x27: "∋",
    0xA2: "′", 0xA3: "≤", 0xA5: "∞", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×",
    0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…",
    0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xAB: "↔", 0xC4: "⊗", 0xC5: "⊕", 0xC6: "∅",
    0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉",
    0xD0: "∠", 0xD1: "∇", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xD8: "¬", 0xD9: "∧", 0xDA: "∨",
    0xDB: "⇔", 0xDC: "⇐", 0xDE: "⇒", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0xFC: "√", 0xFB: "×", 0xFE: "☑", 0xFD: "☒", 0xA8: "□", 0x6F: "□", 0x71: "□", 0x72: "□",
    0x6C: "●", 0x6E: "■", 0xA1: "○", 0xE0: "→", 0xE8: "→", 0xDF: "←", 0xF0: "⇨",
    **{0x81 + at: chr(ord("①") + at) for at in range(10)},
    **{0x8C + at: chr(ord("❶") + at) for at in range(10)},
}  # fmt: skip
_WINGDINGS_2 = {
    0x50: "√", 0x4F: "×", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x51: "☒", 0xA3: "□", 0x2A: "□",
    **{0x6A + at: chr(ord("①") + at) for at in range(10)},
}  # fmt: skip

_FONTS = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
}
_PRIVATE = range(0xF020, 0xF100)


def symbol(font: str, code: int) -> str | None:
    """Return the character that `code` shows in a symbol font, None when the table has none."""
    table = _FONTS.get(font.lower())
    if table is None:
        return chr(code) if code not in _PRIVATE and 0x20 <= code < 0xD800 else None
    return table.get(code - 0xF000 if code in _PRIVATE else code)


def translated(font: str, text: str) -> str:
    """Return text of a run in a symbol font as ordinary characters; what is unknown stays."""
    if font.lower() not in _FONTS:
        return text
    return "".join(symbol(font, ord(character)) or character for character in text)
