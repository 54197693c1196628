"""Every transformation of opendp whose answers on small datasets can be compared."""

from __future__ import annotations

from collections.abc import Iterator

from ...survey.case import Case
from .border import INT, INTS, accepts, float_space
from .stability import Stable, stability

BIG = 2**31 - 1
SOME = (-1, 0, 2)
SMALL, BITS = (0, 1, 2), (0, 1)
TEXTS = ("1", "2", "x")
HARD = (-1.0, 0.1, 1.0)
"""Floats whose sum depends on their order."""
RUNS = 200
"""Each of the 6 orders of 3 records is missed with probability (5/6)^200, of the 24 of 4 with (23/24)^800."""
ORDERED, BOUNDED, PLACED = "insert_delete_distance", "change_one_distance", "hamming_distance"


def bounded(low: object, high: object, kind: str = "int", size: int | None = None) -> str:
    """Vectors of bounded numbers, of a known size if it is given."""
    sized = "" if size is None else f", size={size}"
    nan = ", nan=False" if kind == "float" and accepts("domains.atom_domain", "nan") else ""
    return f"dp.vector_domain(dp.atom_domain(bounds=({low!r}, {high!r}), T={kind}{nan}){sized})"


def sized(size: int) -> str:
    """Vectors of integers of a known size."""
    return f"dp.vector_domain({INT}, size={size})"


def transformation_cases() -> Iterator[Case]:
    """The map of every transformation."""
    for group in (rows(), counts(), sums(), old_sums(), moments(), metrics(), scores()):
        for each in group:
            yield from stability(each)


def rows() -> Iterator[Stable]:
    """Record by record: a dataset in, a dataset out."""
    strings = "dp.vector_domain(dp.atom_domain(T=str))"
    floats = (
        "dp.vector_domain(dp.atom_domain(T=float, nan=True))"
        if accepts("domains.atom_domain", "nan")
        else None
    )
    nullable = floats or "dp.vector_domain(dp.atom_domain(nullable=True, T=float))"
    indices = "dp.vector_domain(dp.atom_domain(T=dp.usize))"
    for metric in ("symmetric_distance", ORDERED):
        for name, domain, arguments, records in (
            ("clamp", INTS, "bounds=(0, 1)", SOME),
            ("cast_default", strings, "TOA=int", TEXTS),
            ("cast_inherent", strings, "TOA=float", TEXTS),
            ("find_bin", INTS, "edges=[0, 2]", SOME),
            ("index", indices, "categories=['a', 'b'], null='?'", (0, 1, 5)),
            ("is_equal", INTS, "value=2", SOME),
            ("is_null", nullable, "", (float("nan"), 1.0)),
        ):
            yield Stable(name, domain, arguments, records, metric=metric, out=metric)
        cast = f"dp.t.make_cast({strings}, dp.{metric}(), TOA=int)"
        filled = " >> dp.t.then_impute_constant(7)"
        yield Stable("cast", strings, "TOA=int", TEXTS, metric=metric, out=metric, after=filled)
        yield Stable("find", strings, "categories=['1', '2']", TEXTS, metric=metric, out=metric, after=filled)
        for name, arguments in (("drop_null", ""), ("impute_constant", "constant=2")):
            yield Stable(
                name,
                "",
                arguments,
                TEXTS,
                metric=metric,
                out=metric,
                space=f"{cast}.output_space",
                before=f"{cast} >> ",
            )
    yield Stable("identity", INTS, "", SOME, out="symmetric_distance")


def counts() -> Iterator[Stable]:
    """Counts, by all that they can be counted by."""
    yield Stable("count", INTS, "", SOME)
    yield Stable("count_distinct", INTS, "", SOME)
    if accepts("transformations.make_count_by", "MO"):
        yield Stable("count_by", INTS, "MO=dp.L1Distance[int], TV=int", SOME, out="l1")
    else:
        for part, out in enumerate(("l0", "l1", "linf")):
            yield Stable("count_by", INTS, "", SOME, out=out, part=f"[{part}]")
    for measure, out, null in (("L1", "l1", True), ("L2", "l2", True), ("L1", "l1", False)):
        kind = "int" if measure == "L1" else "float"
        yield Stable(
            "count_by_categories",
            INTS,
            f"categories=[0, 2], null_category={null}, MO=dp.{measure}Distance[{kind}]",
            SOME,
            out=out,
        )
    for metric, leaves, branches, records in (("l1", 3, 2, SMALL), ("l1", 4, 2, SMALL), ("l2", 4, 4, BITS)):
        space = f"({INTS}, dp.{metric}_distance(T=int))"
        arguments = f"leaf_count={leaves}, branching_factor={branches}"
        yield Stable(
            "b_ary_tree", "", arguments, records, metric=metric, out=metric, sizes=(leaves,), space=space
        )


def sums() -> Iterator[Stable]:
    """make_sum picks the algorithm by its domain."""
    for metric in ("symmetric_distance", ORDERED):
        yield Stable("sum", bounded(-1, 2), "", SOME, metric=metric)
        yield Stable("sum", bounded(0, BIG), "", (0, 1, BIG), metric=metric)
        yield Stable("sum", bounded(-BIG, BIG), "", (-BIG, 1, BIG), metric=metric)
        yield Stable("sum", bounded(-1, 2, size=3), "", SOME, metric=metric, sizes=(3,))
        yield Stable("sum", bounded(-1.0, 1.0, "float", 3), "", HARD, metric=metric, sizes=(3,))


def old_sums() -> Iterator[Stable]:
    """The algorithms by their own names; they take bounds, and no space."""
    for name, arguments, metric, sizes in (
        ("bounded_int_monotonic_sum", "bounds=(0, 2)", "symmetric_distance", (0, 1, 2, 3)),
        ("bounded_int_split_sum", "bounds=(-1, 2)", "symmetric_distance", (0, 1, 2, 3)),
        ("bounded_int_ordered_sum", "bounds=(-1, 2)", ORDERED, (0, 1, 2, 3)),
        ("sized_bounded_int_checked_sum", "size=3, bounds=(-1, 2)", "symmetric_distance", (3,)),
        ("sized_bounded_int_monotonic_sum", "size=3, bounds=(0, 2)", "symmetric_distance", (3,)),
        ("sized_bounded_int_split_sum", "size=3, bounds=(-1, 2)", "symmetric_distance", (3,)),
        ("sized_bounded_int_ordered_sum", "size=3, bounds=(-1, 2)", ORDERED, (3,)),
    ):
        records = (0, 1, 2) if "monotonic" in name else SOME
        yield Stable(name, "", arguments, records, metric=metric, sizes=sizes)
    for name, arguments, metric, sizes in (
        ("bounded_float_checked_sum", "size_limit=3, bounds=(-1.0, 1.0)", "symmetric_distance", (0, 1, 2, 3)),
        ("bounded_float_ordered_sum", "size_limit=3, bounds=(-1.0, 1.0)", ORDERED, (0, 1, 2, 3)),
        ("sized_bounded_float_checked_sum", "size=3, bounds=(-1.0, 1.0)", "symmetric_distance", (3,)),
        ("sized_bounded_float_ordered_sum", "size=3, bounds=(-1.0, 1.0)", ORDERED, (3,)),
    ):
        for algorithm in ("Pairwise", "Sequential"):
            text = f"{arguments}, S='{algorithm}<f64>'"
            yield Stable(name, "", text, HARD, metric=metric, sizes=sizes)


def moments() -> Iterator[Stable]:
    """Means and variances of datasets of a known size."""
    domain = bounded(-1.0, 1.0, "float", 3)
    yield Stable("mean", domain, "", HARD, sizes=(3,))
    yield Stable("variance", domain, "", HARD, sizes=(3,))
    yield Stable("sum_of_squared_deviations", domain, "", HARD, sizes=(3,))
    yield from products()


def products() -> Iterator[Stable]:
    """make_lipschitz_float_mul, whose answers are rounded."""
    if accepts("transformations.make_lipschitz_float_mul", "input_domain"):
        space, arguments = f"({float_space()})", "constant=0.1, bounds=(-3.0, 3.0)"
    else:
        space, arguments = "", "constant=0.1, bounds=(-3.0, 3.0)"
    records = (-3.0, -1.0, -0.1, 0.0, 2.0**-53, 0.1, 0.3, 0.7, 1.0, 2.9, 3.0, 5.0)
    yield Stable(
        "lipschitz_float_mul",
        "",
        arguments,
        records,
        metric="absolute",
        space=space,
        scalar=True,
        distances=(0.0, 2.0**-53, 0.1, 0.2, 1.0, 2.0, 6.0, 100.0),
    )


def metrics() -> Iterator[Stable]:
    """Datasets that stay what they are, in another metric; and those brought to a size."""
    yield Stable("metric_bounded", sized(3), "", SOME, sizes=(3,), out=BOUNDED)
    yield Stable("metric_bounded", sized(3), "", SOME, sizes=(3,), metric=ORDERED, out=PLACED)
    yield Stable("metric_unbounded", sized(3), "", SOME, sizes=(3,), metric=BOUNDED, out="symmetric_distance")
    yield Stable("metric_unbounded", sized(3), "", SOME, sizes=(3,), metric=PLACED, out=ORDERED)
    yield Stable("unordered", INTS, "", SOME, metric=ORDERED, out="symmetric_distance")
    yield Stable("unordered", sized(3), "", SOME, sizes=(3,), metric=PLACED, out=BOUNDED)
    for metric, kind in (("symmetric_distance", "SymmetricDistance"), (ORDERED, "InsertDeleteDistance")):
        yield Stable(
            "resize",
            INTS,
            f"size=3, constant=0, MO='{kind}'",
            BITS,
            metric=metric,
            out=metric,
            sizes=(1, 2, 3, 4),
            distances=(0, 1, 2),
            runs=4 * RUNS,
        )
    yield Stable("ordered_random", INTS, "", SMALL, out=ORDERED, runs=RUNS)
    yield Stable("ordered_random", sized(3), "", SMALL, metric=BOUNDED, out=PLACED, sizes=(3,), runs=RUNS)


def scores() -> Iterator[Stable]:
    """Scores of candidates for a quantile."""
    for alpha in (0.5, 0.25):
        arguments = f"candidates=[-1, 0, 2], alpha={alpha}"
        yield Stable("quantile_score_candidates", INTS, arguments, SOME, out="linf")
        yield Stable("quantile_score_candidates", sized(3), arguments, SOME, out="linf", sizes=(3,))
