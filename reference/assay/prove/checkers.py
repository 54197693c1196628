"""The checkers of certificates: the kernel, sympy, and Coq; each works alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.errors import InvalidValue
from assay.prove.facts import Rejected
from assay.prove.findings import Finding, Report, Step
from assay.prove.theorem import check


def by_kernel(certificate: object) -> Report:
    """What the proof kernel says of a certificate: every step follows, or one does not."""
    try:
        claim = str(check(certificate))
    except Rejected as error:
        return Report("", (Step(0, "", "", Finding.WRONG, str(error)),), "kernel")
    steps = certificate["steps"] if isinstance(certificate, dict) else []
    found = (Step(n, s["rule"], s["claim"], Finding.CONFIRMED) for n, s in enumerate(steps))
    return Report(claim, tuple(found), "kernel")


def by_sympy(certificate: object) -> Report:
    """What sympy says of every step, without any of the kernel.

    Raises:
        AssayError: sympy is not installed.
    """
    from assay.prove import sympy_checker

    return sympy_checker.check(certificate)


def by_coq(certificate: object) -> Report:
    """What Coq says of the exported certificate, with the axioms below it."""
    from assay.prove.coq.compiling import compiled

    return compiled(certificate)


CHECKERS: dict[str, Callable[[object], Report]] = {"kernel": by_kernel, "sympy": by_sympy, "coq": by_coq}


def reports(certificate: object, by: str = "all") -> Sequence[Report]:
    """What one checker says of a certificate ("kernel", "sympy", "coq"), or what each of them says ("all").

    Raises:
        InvalidValue: there is no such checker. AssayError: it needs a library that is not installed.
    """
    if by == "all":
        return tuple(one(certificate) for one in CHECKERS.values())
    if by not in CHECKERS:
        raise InvalidValue(f"checker: {by!r} is none; the checkers are {', '.join(CHECKERS)} and all")
    return (CHECKERS[by](certificate),)
