"""The verdict for every eps as a theorem: `assay decide FILE --coq OUT.v`, compiled with --check."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from ..errors import AssayError
from .audit_theorem import Wish, Written, stored
from .errors import one_line

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ..decide import FailsFor, SymbolicMechanism
    from ..decide.claims import Claim
    from ..decide.probabilities.values import Value
    from ..dp import Verdict
    from ..prove.coq.audits import SymbolicClaim, Violation
    from ..prove.coq.audits.claim import Quotient

ABOUT = "the probabilities as functions of eps that Assay computed"


def write(mechanism: SymbolicMechanism, claim: Claim, verdict: Verdict, wanted: Wish) -> Written:
    """Write the theorem, and ask Coq if that is wanted; a reason where there is none.

    Raises InvalidValue where the file cannot be written.
    """
    from ..prove.coq.audits import symbolic_file

    try:
        text = symbolic_file(claim_of(mechanism, claim, verdict), wanted.path.stem)
    except AssayError as error:
        return Written(str(wanted.path), None, None, one_line(error))
    return stored(text, wanted, ABOUT)


def claim_of(mechanism: SymbolicMechanism, claim: Claim, verdict: Verdict) -> SymbolicClaim:
    """The claim with the probabilities as quotients of polynomials in x = e^(eps/k).

    Raises Unsupported where there is no verdict, or a probability is no such quotient.
    """
    from ..decide import FailsFor
    from ..dp import Proved
    from ..outputs.text import spelled
    from ..prove.coq.audits import SymbolicClaim
    from ..prove.coq.terms import Unsupported

    if not isinstance(verdict, Proved | FailsFor):
        raise Unsupported("the claim is neither proved nor refuted")
    rows = {x: mechanism.row(x) for x in mechanism.domain}
    outputs = tuple(dict.fromkeys(o for row in rows.values() for o in row))
    for output in outputs:
        if any(not row[output].is_number for row in rows.values() if output in row):
            raise Unsupported(
                f"the output {spelled(output)} holds noisy values, of which there is no end; a theorem is "
                "about a finite table; return comparisons or bins of noisy values"
            )
    k = lcm(mechanism.k, claim.k)

    def quotient(value: Value, own: int) -> Quotient:
        return _in_x(value.inflate(k // own))

    number = {x: n for n, x in enumerate(mechanism.domain)}
    fails = verdict if isinstance(verdict, FailsFor) else None
    return SymbolicClaim(
        mechanism.name,
        [spelled(x) for x in mechanism.domain],
        [spelled(o) for o in outputs],
        [
            [quotient(row[o].value(), mechanism.k) if o in row else ((), (1,)) for o in outputs]
            for row in rows.values()
        ],
        [(number[x], number[y]) for x, y in mechanism.pairs],
        k,
        quotient(claim.factor, claim.k),
        quotient(claim.allowance, claim.k),
        str(claim),
        None if fails is None else _violation(fails, outputs, number),
        None if fails is None else fails.at,
    )


def _in_x(value: Value) -> Quotient:
    """N(y)/D(y) for y = 1/x, over polynomials in x.

    Raises Unsupported where the value holds eps itself, beside its exponential.
    """
    from ..decide.probabilities.values import univariate
    from ..prove.coq.terms import Unsupported

    if int(value.num.degrees()[0]) > 0 or int(value.den.degrees()[0]) > 0:
        raise Unsupported(
            f"the probability {value} holds t = eps/k beside its exponential y, and the theorem is about "
            "functions of y alone; compare continuous noise with numbers, or draw geometric noise"
        )
    num, den = ([int(c) for c in univariate(part).coeffs()] for part in (value.num, value.den))
    degree = max(len(num), len(den))
    return tuple(reversed(num + [0] * (degree - len(num)))), tuple(reversed(den + [0] * (degree - len(den))))


def _violation(verdict: FailsFor, outputs: tuple[Hashable, ...], number: dict[Hashable, int]) -> Violation:
    """The witness of a refutation by numbers."""
    from ..prove.coq.audits import Violation

    column = {o: n for n, o in enumerate(outputs)}
    x, y = verdict.witness.inputs
    return Violation(number[x], number[y], tuple(column[o] for o in verdict.witness.event))
