"""MathML of other systems is the formula that it shows."""

from __future__ import annotations

import pytest

from builder.formats.document.html_markdown import markdown
from builder.mathml import mathml

FORMULAS = {
    "<msup><mi>e</mi><mrow><mo>-</mo><mi>x</mi></mrow></msup>": "e^{-x}",
    "<msub><mi>x</mi><mi>i</mi></msub>": "x_i",
    "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>d</mi>": r"\int_0^1d",
    "<mfrac><mi>a</mi><mrow><mn>1</mn><mo>+</mo><mi>b</mi></mrow></mfrac>": r"\frac{a}{1+b}",
    '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>': r"\genfrac{}{}{0pt}{}{n}{k}",
    "<msqrt><mn>2</mn></msqrt><mo>&gt;</mo><mn>1</mn>": r"\sqrt{2}>1",
    "<mroot><mi>x</mi><mn>3</mn></mroot>": r"\sqrt[3]{x}",
    "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>x</mi>": r"\sum_i^nx",
    "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>": r"\lim_{x\to0}",
    "<mover><mi>x</mi><mo>¯</mo></mover>": r"\overline{x}",
    "<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>": r"\overrightarrow{AB}",
    "<munder><mi>a</mi><mi>b</mi></munder>": r"\underset{b}{a}",
    "<mi>sin</mi><mi>Θ</mi>": r"\sin\Theta",
    "<mi>area</mi>": r"\mathrm{area}",
    '<mi mathvariant="bold">v</mi>': r"\mathbf{v}",
    "<mfenced><mi>a</mi><mi>b</mi></mfenced>": "(a,b)",
    '<mfenced open="[" close=")"><mi>a</mi></mfenced>': r"\left[ a \right)",
    "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>": (
        r"\begin{matrix}1 & 2\end{matrix}"
    ),
    "<mi>y</mi><mtext> if 50% </mtext>": r"y\text{ if 50\% }",
    "<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>": "{}_6^{14}C",
    "<mi>f</mi><msup><mi>g</mi><mo>′</mo></msup>": "fg'",
    r'<semantics><mi>a</mi><annotation encoding="SnuggleTeX">\[ b \]</annotation></semantics>': "b",
    '<semantics><mi>a</mi><annotation encoding="x">b</annotation></semantics>': "a",
}


@pytest.mark.parametrize("inner", FORMULAS)
def test_a_formula_is_latex(inner: str) -> None:
    assert markdown(f"<math>{inner}</math>").markdown == f"${FORMULAS[inner]}$"
    assert mathml(FORMULAS[inner], False)


def test_a_formula_that_stands_alone_does_so_here() -> None:
    assert markdown('<math display="block"><mi>a</mi></math>').markdown == "$$a$$"
    assert markdown("a<math></math>b").markdown == "ab"
