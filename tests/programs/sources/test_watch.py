"""The alarm clock raises only where Python hands on what is raised."""

from __future__ import annotations

import gc
import sys

from assay.programs.sources.watch import is_swallowed


def test_an_ordinary_call_hands_on_what_it_raises():
    assert not is_swallowed(sys._getframe())
    assert not is_swallowed(None)


def test_a_callback_of_the_garbage_collector_swallows_it():
    found = []

    def inner():
        found.append(is_swallowed(sys._getframe()))

    def callback(phase, info):
        inner()

    gc.callbacks.append(callback)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(callback)
    assert found
    assert all(found)


def test_a_finaliser_swallows_it():
    found = []

    class Ended:
        def __del__(self):
            found.append(is_swallowed(sys._getframe()))

    Ended()
    gc.collect()
    assert found == [True]
