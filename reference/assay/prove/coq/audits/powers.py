"""e^epsilon as a quotient of polynomials in theta, or a bound of it: its text and its proof in Coq."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from assay.prove.coq.audits.generator import Generator, Parts
from assay.prove.coq.audits.polynomials import Polynomial, Polynomials
from assay.prove.coq.audits.signs import Bound
from assay.prove.coq.audits.text import digits, ln, poly, ratio, tidy

COMPUTED = "vm_compute; reflexivity"


def epsilon_text(split: Parts, theta: Generator, polys: Polynomials) -> str:
    """Epsilon in Coq."""
    if split.irrational is not None:
        up, down = _quotient(split, theta, polys)
        logarithm = f"ln (value theta {poly(up)} / value theta {poly(down)})"
    elif split.value == 1:
        return ratio(split.rational)
    else:
        logarithm = ln(split.value) + (f" / {split.part}" if split.part != 1 else "")
    return f"{ratio(split.rational)} + {logarithm}" if split.rational else logarithm


def power_of_epsilon(polys: Polynomials, refuted: bool) -> str:
    """How e^epsilon compares with its quotient: at least that, and at most that for a refutation."""
    en, ed = _factor(polys)
    power, quotient = f"exp epsilon * value theta {poly(ed)}", f"value theta {poly(en)}"
    return f"{power} <= {quotient}" if refuted else f"{quotient} <= {power}"


def proof(polys: Polynomials, theta: Generator, split: Parts, bound: Bound | None, *, refuted: bool) -> str:
    """The proof of it."""
    if bound is not None:
        return _by_bound(bound, split, refuted=refuted)
    return f"  apply Req_le{'' if refuted else '_sym'}.\n{_equality(polys, theta, split)}"


def _by_bound(bound: Bound, split: Parts, *, refuted: bool) -> str:
    """By an enclosure of a power of e."""
    zeros = f"repeat 0%Z {abs(bound.j)} ++ "
    a, c = digits(bound.a), digits(bound.c)
    up = f"({zeros if bound.j > 0 else ''}[{a}%Z])"
    down = f"({zeros if bound.j < 0 else ''}[{c}%Z])"
    ends = (bound.ed, bound.en) if refuted else (bound.en, bound.ed)
    rule = "power_below" if refuted else "power_above"
    exponent = f"{bound.u} / {bound.d}"
    return f"""\
  apply ({rule} ({bound.step}) (exp ({exponent})) {bound.part} {up} {down} {ends[0]} {ends[1]} epsilon);
    try ({COMPUTED}).
  - apply (exp_holds _ _ {bound.step.terms}); {COMPUTED}.
  - replace (INR {bound.part} * epsilon) with ({_multiple(bound.j, exponent)} + ln ({a} / {c}))
      by (unfold epsilon; {_whole_numbers(bound.j, bound.part)} {tidy(split.value)} field).
    apply {_rule(bound.j)}; lra.
"""


def _multiple(j: int, exponent: str) -> str:
    """j times the exponent."""
    return f"{'- ' if j < 0 else ''}(INR {abs(j)} * ({exponent}))"


def _rule(j: int) -> str:
    """The lemma about e to a multiple."""
    return "exp_of_negative_multiple" if j < 0 else "exp_of_multiple"


def _whole_numbers(*numbers: int) -> str:
    """The tactic that writes natural numbers as real ones."""
    changes = "".join(
        f" change (Z.of_nat {abs(n)}) with {abs(n)}%Z;" for n in dict.fromkeys(map(abs, numbers))
    )
    return f"rewrite ?INR_IZR_INZ;{changes}"


def _equality(polys: Polynomials, theta: Generator, split: Parts) -> str:
    """That e^epsilon is the quotient."""
    if split.irrational is not None:
        return _of_quotient(polys, theta, split)
    a, c = map(digits, split.value.as_integer_ratio())
    if theta.degree:
        return f"""\
  replace epsilon with (ln ({a} / {c}) / INR {split.part})
    by (unfold epsilon; {_whole_numbers(split.part)} {tidy(split.value)} field).
  apply (exp_of_part_of_ln enclosure theta {split.part} {a} {c}); [exact enclosed | {COMPUTED}].
"""
    if not split.rational:
        return f"""\
  replace epsilon with (ln ({a} / {c})) by (unfold epsilon; {tidy(split.value)} reflexivity).
  cbn [value]; rewrite !Rmult_0_r, !Rplus_0_r; apply exp_of_ln; lra.
"""
    j, exponent = _steps(split.rational, theta)
    return f"""\
  replace epsilon with ({_multiple(j, exponent)} + ln ({a} / {c}))
    by (unfold epsilon; {_whole_numbers(j)} {tidy(split.value)} field).
  apply ({_rule(j)} {abs(j)} ({exponent}) {a} {c}); lra.
"""


def _of_quotient(polys: Polynomials, theta: Generator, split: Parts) -> str:
    """That e^epsilon is the quotient in the logarithm, times a power of e."""
    up, down = _quotient(split, theta, polys)
    shown = f"[exact enclosed | {COMPUTED} | {COMPUTED}]"
    if not split.rational:
        return f"  apply (exp_of_quotient enclosure theta {poly(up)} {poly(down)}); {shown}.\n"
    j, exponent = _steps(split.rational, theta)
    rule = "exp_of_negative_shifted_quotient" if j < 0 else "exp_of_shifted_quotient"
    return f"""\
  replace epsilon with ({_multiple(j, exponent)} + ln (value theta {poly(up)} / value theta {poly(down)}))
    by (unfold epsilon; {_whole_numbers(j)} field).
  apply ({rule} enclosure {abs(j)} ({exponent}) {poly(up)} {poly(down)}); {shown}.
"""


def _quotient(split: Parts, theta: Generator, polys: Polynomials) -> tuple[Polynomial, Polynomial]:
    """What the logarithm in epsilon is of."""
    en, ed = _factor(polys)
    if not split.rational:
        return en, ed
    j, _ = _steps(split.rational, theta)
    return (en[j:], ed) if j > 0 else (en, ed[-j:])


def _steps(rational: Fraction, theta: Generator) -> tuple[int, str]:
    """The rational as a multiple of the step u/d of theta, and the step."""
    u, d = theta.step.as_integer_ratio()
    return int(rational / theta.step), f"{u} / {d}"


def _factor(polys: Polynomials) -> tuple[Polynomial, Polynomial]:
    return cast("tuple[Polynomial, Polynomial]", polys.factor)
