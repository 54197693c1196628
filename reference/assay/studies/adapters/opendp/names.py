"""The public names of opendp that make or state privacy, and why some have no rows."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from pkgutil import iter_modules

from ...survey.library import LibraryMissing
from .border import LIBRARY, PARTS

POLARS = "needs polars, which opendp does not install; its noise is that of what is judged"
LABEL = "names a measure; it states no number"
DEBUG = "shows or compares objects"
USER = "states what its caller states"
TABLE = "reads a table out of text; a distance is counted on what it makes, so that there is no map to judge"
POST = "post-processing, which states no privacy"
PART = "a part of what is judged under its own name"

REASONS: Mapping[str, str] = {
    "measurements.debias_randomized_response_bitvec": POST,
    "measurements.make_private_expr": POLARS,
    "measurements.then_private_expr": POLARS,
    "measurements.make_private_lazyframe": POLARS,
    "measurements.then_private_lazyframe": POLARS,
    "measurements.then_user_measurement": USER,
    "accuracy.summarize_polars_measurement": POLARS,
    "measures.approximate": LABEL,
    "measures.fixed_smoothed_max_divergence": LABEL,
    "measures.max_divergence": LABEL,
    "measures.renyi_divergence": LABEL,
    "measures.smoothed_max_divergence": LABEL,
    "measures.user_divergence": LABEL,
    "measures.zero_concentrated_divergence": LABEL,
    "measures.measure_debug": DEBUG,
    "measures.measure_distance_type": DEBUG,
    "measures.measure_type": DEBUG,
    "mod.exponential_bounds_search": PART,
    "context.Context.current_privacy_loss": "lists the shares given out so far; their noise is judged",
    "context.Context.remaining_privacy_loss": "lists the shares not given out yet; their noise is judged",
    "context.Context.deserialize_polars_plan": POLARS,
    "context.Query.compositor": PART,
    "context.Query.new_with": PART,
    "context.Query.release": "runs the measurement whose noise is judged",
    "context.Query.resolve": "gives the measurement whose noise is judged",
    "context.PartialChain.fix": "a search by mod.binary_search_param, which is judged",
    "context.PartialChain.wrap": PART,
    "context.domain_of": "names a domain; it states no number",
    "context.metric_of": "names a metric; it states no number",
    "context.space_of": "names a domain and a metric; it states no number",
    "context.register": "adds a function to the queries",
    "extras.examples": "paths of example data",
    "extras.ibis": "runs a query on a database; needs ibis and polars, which opendp does not install",
    "extras.mbi": "synthetic marginals, from noise and selections that are judged; needs mbi",
    "extras.numpy": "arrays of numpy, on which no stability map is compared; their noise is judged",
    "extras.polars": POLARS,
    "extras.sklearn": "models, from noise and quantiles that are judged; needs scikit-learn",
    "transformations.choose_branching_factor": "advice on a parameter; it states no privacy",
    "transformations.make_cdf": POST,
    "transformations.make_consistent_b_ary_tree": POST,
    "transformations.make_quantiles_from_counts": POST,
    "transformations.make_create_dataframe": TABLE,
    "transformations.make_split_dataframe": TABLE,
    "transformations.make_split_lines": TABLE,
    "transformations.make_split_records": TABLE,
    "transformations.make_select_column": TABLE,
    "transformations.make_subset_by": TABLE,
    "transformations.make_df_cast_default": TABLE,
    "transformations.then_df_cast_default": TABLE,
    "transformations.make_df_is_equal": TABLE,
    "transformations.then_df_is_equal": TABLE,
    "transformations.make_stable_expr": POLARS,
    "transformations.then_stable_expr": POLARS,
    "transformations.make_stable_lazyframe": POLARS,
    "transformations.then_stable_lazyframe": POLARS,
    "transformations.make_user_transformation": USER,
    "transformations.make_impute_uniform_float": "random, so that outputs on two inputs have no one distance",
    "transformations.then_impute_uniform_float": "random, so that outputs on two inputs have no one distance",
}

METHODS = ("mod.PrivacyProfile.delta", "mod.PrivacyProfile.epsilon", "mod.OdometerQueryable.privacy_loss")
SEARCHES = ("binary_search_chain", "binary_search_param", "binary_search", "exponential_bounds_search")


def found_names() -> Iterator[str]:
    """Functions of the modules, methods, searches of `opendp.mod`, and extras, by looking at the release."""
    for part in PARTS:
        module = LIBRARY.load(part)
        for name, value in sorted(vars(module).items()):
            here = (
                inspect.isfunction(inspect.unwrap(value)) and value.__module__ == module.__name__
                if callable(value)
                else False
            )
            if here and not name.startswith("_") and (part != "mod" or name in SEARCHES):
                yield f"{part}.{name}"
    for owner in ("Context", "Query", "PartialChain"):
        methods = vars(getattr(LIBRARY.load("context"), owner, object))
        yield from (f"context.{owner}.{name}" for name in sorted(methods) if not name.startswith("_"))
    yield from (f"extras.{name}" for name in _extras())
    for method in METHODS:
        module, owner, name = method.split(".")
        if hasattr(getattr(LIBRARY.load(module), owner, None), name):
            yield method


def _extras() -> list[str]:
    """The parts of `opendp.extras`, each of which is for one other library; none in a release without it."""
    try:
        extras = LIBRARY.load("extras")
    except LibraryMissing:
        return []
    return sorted(each.name for each in iter_modules(extras.__path__) if not each.name.startswith("_"))


def public_names() -> list[str]:
    """As a user writes them."""
    return [f"opendp.{name}" for name in found_names()]


LEFT_OUT: dict[str, str] = {f"opendp.{name}": reason for name, reason in REASONS.items()}
