"""What lower layers load from higher ones when it is first needed; no other file names such things."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

COMPUTATION = "assay.engines.computation:Computation"
"""Who computes what `assay.dp` defines: see `assay.dp.computation`."""

ENGINES = {"fast": "assay.fast.engine:Fast", "decide": "assay.decide.engine:engine"}
"""What is asked for a measure before its definition is, in this order: see `assay.engines`."""

WITHOUT_ROWS = frozenset({"decide"})
"""The engines that have no way of their own to the rows of a mechanism; nothing is imported to learn so."""

DISTRIBUTION_WATCH = "assay.programs.distributions:watched_distribution"
"""What makes sure that a function which returns a `Dist` depends on its input alone: see
`assay.engines.rows`.
"""

NOTEBOOK = "assay.notebook:html"
"""What shows an object in a notebook: see `assay.rich_display`."""

PAGE = "assay.notebook:page"
"""The same as a page of its own: see `assay.cli.commands.explain`."""

PLOT = "assay.plots:plot"
"""What draws mechanisms and profiles: see `assay.dp.Mechanism.plot`."""


def load(address: str) -> Any:
    """The attribute of a module, from "module:attribute"."""
    module, _, attribute = address.partition(":")
    return getattr(import_module(module), attribute)


def lend(function: Callable[..., object], **names: object) -> None:
    """Give the module of a function the names of its type hints that it could not import without a cycle.

    `typing.get_type_hints` looks them up among the globals of the function.
    """
    cast(dict[str, object], function.__globals__).update(names)
