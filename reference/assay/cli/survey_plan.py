"""Which libraries a survey asks, and in which environments."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from . import arguments
from .errors import UsageError

if TYPE_CHECKING:
    from ..studies.survey.asking import Plan


def planned(options: Namespace) -> Plan:
    """What to survey."""
    from ..studies.survey.asking import Plan
    from ..studies.survey.library import shipped

    if not options.jobs.isdecimal() or int(options.jobs) < 1:
        raise UsageError(f"--jobs {options.jobs!r} is not a whole number >= 1")
    seconds = None if options.timeout is None else float(arguments.positive_seconds(options.timeout))
    by_name = {name_of(module): module for module in shipped()}
    chosen = list(by_name.values()) if not (options.library or options.adapter) else []
    for name in options.library or ():
        key = name.replace("-", "_").replace(".", "_")
        if key not in by_name:
            known = ", ".join(each.replace("_", "-") for each in by_name)
            raise UsageError(f"--library {name}: there is no adapter for it; there are {known}")
        chosen.append(by_name[key])
    chosen += options.adapter or ()
    modules = list(dict.fromkeys(chosen))
    pythons, unavailable = installed_for(modules, options) if options.install else ({}, {})
    return Plan(
        adapters=modules,
        pythons=pythons,
        unavailable=unavailable,
        python=options.python or sys.executable,
        jobs=int(options.jobs),
        seconds=seconds,
        function=options.function,
        path=[""] if options.adapter else [],
    )


def installed_for(modules: list[str], options: Namespace) -> tuple[dict[str, str], dict[str, str]]:
    """The environments of `environments.installed`, in the folder of --cache."""
    from ..studies.survey.library import default_cache, installed

    return installed(modules, Path(options.cache) if options.cache else default_cache())


def name_of(module: str) -> str:
    """The name of a shipped adapter."""
    return module.rpartition(".")[2]
