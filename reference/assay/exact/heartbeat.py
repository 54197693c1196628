"""A heartbeat inside exact arithmetic, so that a long computation can be stopped from above.

Every operation of a `Number`, and every door to balls, beats while somebody listens; a listener may raise.
Nobody listens while code of a user runs: it could catch what is raised and go on with a wrong value (see
`assay.budgets.progress`).
"""

from __future__ import annotations

from collections.abc import Callable

EVERY = 64
"""So many operations are one beat."""

listening = 0
"""How many computations, of all threads, can be stopped at present; without any, nothing is counted."""

_left = EVERY
_listeners: list[Callable[[], None]] = []


def listen(listener: Callable[[], None]) -> None:
    """Call the listener at every beat, for good; it decides whether the running computation is its own."""
    _listeners.append(listener)


def start() -> None:
    """One more computation can be stopped."""
    global listening
    listening += 1


def stop() -> None:
    """One computation less."""
    global listening
    listening -= 1


def beat() -> None:
    """Count one operation; called where `listening` is not 0."""
    global _left
    _left -= 1
    if _left <= 0:
        strike()


def strike() -> None:
    """A beat at once, in front of what may be long by itself."""
    global _left
    _left = EVERY
    for listener in _listeners:
        listener()
