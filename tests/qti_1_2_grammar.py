"""What QTI 1.2 lets stand where, for the elements that we write. Tests nothing itself.

Compared with the published DTD of 1.2.1 (order of elements, attributes, words that an attribute
may have). Where that lets anything stand, in an extension, this has what Canvas and the examples of
the standard have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.formats.document.xml_tree import Node

_TESTS = r"((not|and|or|varequal|vargte|varlte) )"
_RESPONSE = ("ident rcardinality", "", "(material )?render_(choice|fib|extension) ")
RULES: dict[str, tuple[str, str, str]] = {
    "questestinterop": ("schemaLocation", "", "assessment "),
    "assessment": ("ident title lang", "", "(qtimetadata )*(section )+"),
    "section": ("ident", "title", "(selection_ordering )?((item|section) )*"),
    "selection_ordering": ("", "", "(selection )*"),
    "selection": ("", "", "selection_number selection_extension "),
    "selection_number": ("", "", ""),
    "selection_extension": ("", "", "points_per_item "),
    "points_per_item": ("", "", ""),
    "item": (
        "ident title",
        "",
        "itemmetadata presentation (resprocessing )?(itemfeedback )*",
    ),
    "itemmetadata": ("", "", "(qtimetadata )*"),
    "qtimetadata": ("", "", "(qtimetadatafield )+"),
    "qtimetadatafield": ("", "", "fieldlabel fieldentry "),
    "fieldlabel": ("", "", ""),
    "fieldentry": ("", "", ""),
    "presentation": ("", "", "((material|response_lid|response_str) )+"),
    "material": ("", "", "mattext "),
    "mattext": ("texttype", "", ""),
    **dict.fromkeys(("response_lid", "response_str"), _RESPONSE),
    "render_choice": ("", "", "(response_label )*"),
    "render_fib": ("", "rows fibtype", "(response_label )*"),
    "render_extension": ("", "", "ims_render_object "),
    "ims_render_object": ("shuffle", "", "(flow_label )+"),
    "flow_label": ("", "", "(response_label )+"),
    "response_label": ("ident", "", "(material )?"),
    "resprocessing": ("", "", "outcomes (respcondition )+"),
    "outcomes": ("", "", "(decvar )+"),
    "decvar": ("varname vartype minvalue maxvalue", "", ""),
    "respcondition": ("", "continue", "conditionvar (setvar )*(displayfeedback )*"),
    "conditionvar": ("", "", f"{_TESTS}+"),
    "not": ("", "", _TESTS),
    **dict.fromkeys(("and", "or"), ("", "", f"{_TESTS}+")),
    "varequal": ("respident", "case", ""),
    **dict.fromkeys(("vargte", "varlte"), ("respident", "", "")),
    "setvar": ("action varname", "", ""),
    "displayfeedback": ("linkrefid feedbacktype", "", ""),
    "itemfeedback": ("ident", "", "((flow_mat|solution|hint) )+"),
    "flow_mat": ("", "", "(material )+"),
    "solution": ("", "", "(solutionmaterial )+"),
    "hint": ("", "", "(hintmaterial )+"),
    **dict.fromkeys(("solutionmaterial", "hintmaterial"), ("", "", "(material )+|(flow_mat )+")),
}
"""Required attributes, others, and the children in order."""
_WORDS = {
    "rcardinality": {"Single", "Multiple", "Ordered"},
    "fibtype": {"String", "Integer", "Decimal", "Scientific"},
    "vartype": {"Integer", "String", "Decimal", "Scientific", "Boolean", "Enumerated", "Set"},
    "action": {"Set", "Add", "Subtract", "Multiply", "Divide"},
    "feedbacktype": {"Response", "Solution", "Hint"},
    **{key: {"Yes", "No"} for key in ("shuffle", "continue", "case")},
}


def faults(root: Node) -> Iterator[str]:
    """Yield what a file has and should not."""
    stack = [root]
    while stack:
        node = stack.pop()
        stack += node.children
        needed, other, inside = RULES.get(node.tag, ("unknown", "", ".*"))
        given = set(node.attributes)
        if not set(needed.split()) <= given or not given <= {*needed.split(), *other.split()}:
            yield f"<{node.tag}> has the attributes {sorted(given)}"
        children = "".join(f"{child.tag} " for child in node.children)
        if not re.fullmatch(inside, children):
            yield f"<{node.tag}> holds {children}"
        for name, value in node.attributes.items():
            if value not in _WORDS.get(name, {value}):
                yield f"<{node.tag}> has {name}={value!r}"
