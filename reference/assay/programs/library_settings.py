"""What can change in libraries, and is read by everybody: settings, loggers, global generators."""

from __future__ import annotations

import decimal
import pickle
import sys
from typing import Any

from .nodes import Content, Node, by_value


def decimal_context() -> Node:
    """The context of decimal arithmetic, apart from its flags."""

    def read() -> Content:
        c = decimal.getcontext()
        return c.prec, c.rounding, c.Emin, c.Emax, c.capitals, c.clamp, tuple(c.traps.values())

    return by_value("the context of decimal", read)


def numpy_settings() -> Node:
    """How numpy treats errors and prints, and the state of its global generator."""
    import numpy

    return by_value(
        "a setting of numpy", lambda: (tuple(numpy.geterr().items()), str(numpy.get_printoptions()))
    )


def numpy_generator() -> Node:
    """The state of the global generator of numpy."""
    import numpy

    hidden = numpy.random.mtrand._rand
    return by_value("a random generator of numpy", lambda: (generator_state(hidden),))


def generator_state(generator: Any) -> bytes:
    """The state of a generator of numpy; empty for what has none."""
    holder = getattr(generator, "bit_generator", None) or getattr(generator, "_bit_generator", generator)
    state = getattr(holder, "state", None)
    return b"" if state is None else pickle.dumps(state)


def loggers() -> Node:
    """The settings and attributes of every logger, apart from those that have none."""
    logging: Any = sys.modules["logging"]
    usual = frozenset(vars(logging.Logger("usual")))

    def of_one(logger: Any) -> Content:
        own = sorted((name, id(value)) for name, value in vars(logger).items() if name not in usual)
        return (
            logger.level,
            logger.disabled,
            logger.propagate,
            len(logger.handlers),
            len(logger.filters),
            *own,
        )

    def read() -> Content:
        known = [log for log in logging.root.manager.loggerDict.values() if isinstance(log, logging.Logger)]
        found = [(log.name, of_one(log)) for log in (logging.root, *known)]
        return tuple(sorted(item for item in found if item[1] != (0, False, True, 0, 0)))

    return by_value("a logger", read)
