"""Formulas on paper: what schools write can be set, what cannot is said, and nothing is guessed."""

from __future__ import annotations

import json

import pytest

from builder import parallel, pdf
from builder.formula import typst_formula
from builder.mathml import MathError
from builder.options import can_set_pdf
from builder.proof import Expected
from builder.render import BUILT_IN
from builder.setting import Document
from tests.banks import CONTENT

FORMULAS = r"""
\frac{-b\pm\sqrt{b^2-4ac}}{2a}
\sum_{i=1}^{n} i=\frac{n(n+1)}{2}
\int_0^1 x^2\,dx
\lim_{x\to 0}\frac{\sin x}{x}=1
\begin{pmatrix}a&b\\c&d\end{pmatrix}
\begin{cases}x+1,&x>0\\0,&x\le 0\end{cases}
\begin{aligned}a&=b\\&=c\end{aligned}
\begin{array}{c|c}a&b\\\hline c&d\end{array}
\vec{AB}\cdot\overrightarrow{CD}
\overline{x}, \hat{y}, \tilde{z}, \dot{a}
\sqrt[3]{8}
\angle ABC=90^\circ
\triangle ABC\cong\triangle DEF
A\cap B\cup C\subseteq D
x\in\mathbb{R}, \forall\epsilon>0
\left(\frac{a}{b}\right)^n
\binom{n}{k}
a\equiv b\pmod n
f'(x)=\frac{\partial f}{\partial x}
\underbrace{a+b}_{n}
a \times 10^{-3}\ \text{m/s}
\because a>b\therefore b<a
\iint_D f\,dA
\{a,b\}, \#, \%, "x", a;b, a,b
\cancel{x}, \boxed{42}
p \land q \lor \neg r
{}^{14}_{6}\mathrm{C}
\overset{\frown}{AB}
\complement_U A
\text{速度} v_{\text{平均}}
\begin{equation}x=1\end{equation}
\begin{align*}a&=b\\&=c\end{align*}
\begin{eqnarray}a&=&b\\&=&c\end{eqnarray}
\begin{gather}a\\b\end{gather}
\textbf{中文} \textit{a b} \texttt{a(\_)} \textrm{°C} \textsf{x} \textbf{}
\mathbf{a}\parallel\boldsymbol{b}
\dfrac12, \tfrac{1}{2}
""".strip().splitlines()


def _document(latex: str, display: bool) -> Document:
    block = str(display).lower()
    markup = f'#math.equation(block: {block}, alt: "x", ${typst_formula(latex, display)}$);'
    values = json.dumps({"text": markup}, ensure_ascii=False)
    return Document(latex, "probe", "", "", values, Expected((), ()))


@pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
def test_formulas_of_schools_can_be_set() -> None:
    documents = [_document(latex, display) for latex in FORMULAS for display in (False, True)]
    made = parallel.apart(
        lambda each: pdf.artifact(each, CONTENT, (BUILT_IN,)), documents, [1] * len(documents), 1
    )
    refused = [
        (document.path, said)
        for document, said in zip(documents, made, strict=True)
        if isinstance(said, str)
    ]
    assert refused == []


@pytest.mark.parametrize(
    ("latex", "typst"),
    [
        ("x_1^2", 'attach(scripts(x), b: "1", t: "2")'),
        (r"\frac{a}{b}", "frac(a, b)"),
        (r"\sqrt[3]{8}", 'root("3", "8")'),
        (r"a;b,c\#d", r"a \; b \, c \# d"),
        (r"\operatorname{<}", r"upright(\<)"),
        (r"\begin{equation}x\end{equation}", "x"),
        (r"\begin{align}x&=1\\y&=2\end{align}", r'x & \= "1" \ y & \= "2"'),
        (r"\textrm{C}", '"C"'),
        (r"\textbf{one}", 'bold("one")'),
        (r"\text{a\textit{b}\texttt{c}}", '"a" italic("b") mono("c")'),
    ],
)
def test_formula_is_lowered_sign_by_sign(latex: str, typst: str) -> None:
    assert typst_formula(latex, display=False) == typst


@pytest.mark.parametrize("latex", [r"\ce{H2O}", r"\frac{a}", r"\begin{pmatrix}a", "x^"])
def test_formula_that_cannot_be_read_is_an_error(latex: str) -> None:
    with pytest.raises(MathError):
        typst_formula(latex, display=False)
