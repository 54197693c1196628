"""What lower layers load from higher ones when it is first needed; no other file names such things."""

from __future__ import annotations

ENGINES = {"fast": "assay.fast.engine:engine", "decide": "assay.decide.engine:engine"}
"""What is asked for a measure before its definition is, in this order: see `assay.dp.engines`."""

LAW_WATCH = "assay.programs.laws:watched_law"
"""What makes sure that a function which returns a `Dist` depends on its input alone: see
`assay.dp.source`.
"""
