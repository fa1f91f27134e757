"""Formulas as one line of text: what the search page shows and finds."""

from __future__ import annotations

import pytest

from builder.linear import linear
from builder.mathml import mathml


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("x", "x"),
        (r"1 < 2 \le x", "1<2≤x"),
        (r"\text{speed} = 3\quad x", "speed=3 x"),
        ("12{,}000", "12,000"),
        (r"a \equiv b \pmod n", "a≡b (mod n)"),
        # fractions
        (r"\frac12", "1/2"),
        (r"2\frac12 x", "2 1/2 x"),
        (r"\frac{n(n+1)}{2}", "n(n+1)/2"),
        (r"x=\frac{-b\pm\sqrt{b^2-4ac}}{2a}", "x=(−b±√(b²−4ac))/(2a)"),
        (r"\frac{\frac{1}{2}}{3}", "(1/2)/3"),
        (r"\frac{(a+b)(c+d)}{e}f", "(a+b)(c+d)/e f"),
        (r"\frac{dy}{dx} + \frac{\partial u}{\partial x}", "dy/dx+∂u/∂x"),
        (r"\binom{n}{k}", "(n k)"),
        # roots
        (r"T = 2\pi\sqrt{\frac{L}{g}}", "T=2π√(L/g)"),
        (r"\sqrt x", "√x"),
        (r"\sqrt[3]{x+1} \sqrt[n]{2}", "∛(x+1)ⁿ√2"),
        # scripts
        (r"\mathrm{H_2O}", "H₂O"),
        ("x_1^2 + 10^{-3}", "x₁²+10⁻³"),
        (r"e^{i\pi} a_{n+1} b_k c", "e^(iπ) a_(n+1) b_k c"),
        (r"(a+b)^2", "(a+b)²"),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)²"),
        (r"f''(x)", "f″(x)"),
        (r"30^\circ\mathrm{C} + 90\degree", "30°C+90°"),
        (r"\sum_{i=1}^{n} i^2", "∑_(i=1)ⁿi²"),
        (r"\int_0^1 f(x)\,dx", "∫₀¹f(x)dx"),
        (r"\lim_{x\to 0}\frac{\sin x}{x}", "lim_(x→0) (sin x)/x"),
        (r"\log_2 8", "log₂ 8"),
        (r"\underbrace{a+b}_{c}", "(a+b)_c"),
        # signs above
        (r"A \xrightarrow{f} B", "A→^f B"),
        (r"\vec{a}\cdot\hat b", "a⃗⋅b̂"),
        (r"\overline{AB}", "AB"),
        # tables
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "(1 2; 3 4)"),
    ],
)
@pytest.mark.parametrize("display", [False, True])
def test_formula_reads_as_it_is_typed(latex: str, text: str, display: bool) -> None:
    assert linear(mathml(latex, display)) == text
