"""Terms of a polynomial as certificates write them: whether they are well-formed, and their products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...errors import InvalidValue

Terms = Sequence[Sequence[int]]
"""[i, j, c] for c t^i e^(-jt)."""

Evidence = Mapping[str, object]


def well_formed(terms: Terms, width: int) -> Terms:
    """The terms, if each is a list of whole exponents >= 0 and a whole coefficient, none of them twice.

    Raises InvalidValue for others, whose sum is not what their exponents say.
    """
    exponents = [tuple(term[:-1]) for term in terms]
    require(
        all(len(term) == width and all(type(part) is int for part in term) for term in terms)
        and all(e >= 0 for each in exponents for e in each)
        and len(set(exponents)) == len(exponents),
        f"{list(terms)} are no terms of a polynomial",
    )
    return terms


def times(a: dict[tuple[int, int], int], b: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The product of two polynomials, by exponents."""
    product: dict[tuple[int, int], int] = {}
    for (i, j), c in a.items():
        for (k, m), d in b.items():
            product[(i + k, j + m)] = product.get((i + k, j + m), 0) + c * d
    return {exponent: c for exponent, c in product.items() if c}


def require(condition: bool, what: str) -> None:
    """Raise InvalidValue unless it holds."""
    if not condition:
        raise InvalidValue(f"the certificate is not confirmed: {what}")
