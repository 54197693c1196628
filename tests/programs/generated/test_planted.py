"""Planted defects in the reader that merges: without each of its rules, a row of the table goes red."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest

from assay import Dist, flip
from assay.outputs import alphabet, identity
from assay.programs import liveness, reach
from assay.programs.absorb import Visits
from assay.programs.merge import (
    calls,
    codes,
    comprehensions,
    copies,
    draws,
    evaluator,
    expressions,
    folds,
    functions,
    heap,
    iteration,
    keys,
    loops,
    native,
    objects,
    operators,
    order,
    plain,
    python_calls,
    raising,
    text,
    worlds,
)

from .comparing import Wrong
from .rows import ROWS, check


def without_sharing(of, value, key=keys.StateKeys.key):
    of.met = {}
    return key(of, value)


def without_types(value, key=keys.plain_key):
    return value if type(value) in (bool, int, float) else key(value)


def without_signs(value, key=keys.plain_key):
    return (float, value) if type(value) is float else key(value)


def without_order(of, kind, value, parts=keys.StateKeys.parts):
    return frozenset(value) if kind is dict else parts(of, kind, value)


def forgetting(name, init=liveness.Live.__init__):
    return lambda live, names: init(live, names - {name})


def not_in_the_key(name, init=liveness.Live.__init__):
    def made(live, names):
        init(live, names)
        live.order = tuple(n for n in live.order if n != name)

    return made


def turned(start, steps, leaves, one, visits=loops.visits):
    found = visits(start, steps, leaves, one)
    return Visits([*found.counts[1:], found.counts[0]], found.trapped)


def transposed(start, steps, leaves, one, visits=loops.visits):
    columns = [{i: row[j] for i, row in enumerate(steps) if j in row} for j in range(len(steps))]
    return visits(start, columns, leaves, one)


def untrapped(start, steps, leaves, one, visits=loops.visits):
    return Visits(visits(start, steps, leaves, one).counts, loops.ZERO)


def shallow(world, of):
    scope = worlds.Scope(world.scope.code, dict(world.scope.names), world.scope.parent)
    return worlds.World(scope, list(world.stack), world.mass, world.draws)


def listed_before(value, of, course=iteration.course):
    return tuple(value) if type(value) is list else course(value, of)


def unchecked(run, index):
    return run.items[index] if index < len(run.items) else iteration.MISSING


def catching_all(run, handler, waiting, flow):
    return waiting, []


def unsigned(of, value, key=identity._OutputKeys.key):
    return (float, value) if type(value) is float else key(of, value)


def not_run(run, s, waiting, depth, flow):
    return waiting


def shared_results(run, distribution, waiting, flow, by_distribution=functions.Functions._by_distribution):
    with patch.object(functions, "copy", lambda value, memo, of: value):
        return by_distribution(run, distribution, waiting, flow)


def bound_early(run, node, waiting, flow, function=expressions.Expressions.function):
    found = function(run, node, waiting, flow)
    for w in found:
        made = w.stack[-1]
        made.scope = worlds.Scope(made.scope.code, dict(made.scope.names), made.scope.parent)
    return found


def admitting_all(known, output, known_key=None):
    return known.forms.setdefault(alphabet.listed(output), alphabet.listed(output))


def of_last(found, value):
    return (*[known for known in found if known != value], value)


def first_draw_only(run, function, args, named, waiting, flow, draw=draws.Draws.draw):
    found = draw(run, function, args, named, waiting, flow)
    return found[:1] if len(found) == 2 else found


def anything(*_):
    return None


def as_it_is(value, memo, of):
    return value


def identical(a, b, of):
    return a is b


def rational(p):
    return Dist.bernoulli(p if isinstance(p, str) else Fraction(str(p.upper(3))))


def without_message(error):
    return evaluator.Raised(type(error).__name__, "")


def without_arguments(error):
    return evaluator.Raised(type(error).__name__, str(error))


FOLDS = folds.FOLDS
LAST_OF_ALL = folds.Fold(lambda: folds.NOTHING, lambda found, value: value, folds._first)
LAST_MAX = folds.Fold(lambda: folds.NOTHING, folds._best(lambda a, b: a >= b), folds._best_end(max))
NEVER_STOPS = folds.Fold(lambda: False, lambda found, value: found or bool(value))
LAST_EQUAL = folds.Fold(tuple, of_last, set)
ADDING = folds.Fold(lambda: 0, lambda found, value: found + value)
NO_TEXT_CHECK = [(each, "check_text", anything) for each in (python_calls, evaluator, native)]
NO_TEXT_CHECK += [(reach.Reach, "check", anything)]
NO_TYPES = [(keys, "SCALARS", frozenset()), (keys, "plain_key", without_types)]
NO_ORDER_CHECK = [
    (each, "check_order", anything) for each in (python_calls, iteration, native, objects, order)
]
SHARED = [(each, "copied", shallow) for each in (draws, functions, comprehensions, loops)]

DEFECTS = [
    ("the key without what is shared", [(keys.StateKeys, "key", without_sharing)], "chain with alias"),
    ("the key without types", NO_TYPES, "chain with types"),
    ("the key without the signs of zeros", [(keys, "plain_key", without_signs)], "chain with zero signs"),
    (
        "the key without the order of a dictionary",
        [(keys.StateKeys, "parts", without_order)],
        "chain with dict order",
    ),
    (
        "a needed variable is dropped",
        [(liveness.Live, "__init__", forgetting("m"))],
        "only one of two names is read again",
    ),
    (
        "a needed variable is not in the key",
        [(liveness.Live, "__init__", not_in_the_key("l"))],
        "only one of two names is read again",
    ),
    ("a captured variable is dropped", [(codes, "captured", lambda node: frozenset())], "late loop variable"),
    ("visits of the next state", [(loops, "visits", turned)], "chain with a lean"),
    ("a chain with its columns for rows", [(loops, "visits", transposed)], "chain with a lean"),
    ("mass that never leaves is forgotten", [(loops, "visits", untrapped)], "chain trapped"),
    ("worlds share what can be changed", SHARED, "deletion"),
    (
        "what belongs to others may be changed",
        [(heap.Heap, "check_change", anything)],
        "table state (refused)",
    ),
    ("the order of any set may be seen", NO_ORDER_CHECK, "chain with set history (refused)"),
    ("the text of any object may be seen", NO_TEXT_CHECK, "text of an object (refused)"),
    (
        "any two values may be compared by identity",
        [(operators, "same", identical)],
        "identity of numbers (refused)",
    ),
    ("elements are not copied with the world", [(copies, "_held", as_it_is)], "set of objects (refused)"),
    (
        "an iterator may be kept",
        [(calls, "ITERATORS", frozenset()), (plain, "ITERATORS", frozenset())],
        "map kept (refused)",
    ),
    (
        "a function that Python calls has no effects",
        [(plain, "_called", lambda node, function: [])],
        "callback that changes a variable",
    ),
    (
        "Python calls functions of the program itself",
        [(native.Guards, "callbacks", lambda run, named: named)],
        "key that changes a variable",
    ),
    ("a loop over a list as it was", [(loops, "course", listed_before)], "loop over list that shrinks"),
    (
        "a loop may change what it runs through",
        [(iteration.Course, "item", unchecked)],
        "loop over set changed (refused)",
    ),
    (
        "a handler takes every exception",
        [(raising.Raising, "_caught", catching_all)],
        "handler of another kind",
    ),
    ("finally is not run", [(raising.Raising, "_finally", not_run)], "finally overrides return"),
    (
        "a call is remembered without its arguments",
        [(functions.Functions, "_plain", lambda run, value: None)],
        "helpers that are called twice",
    ),
    (
        "what a remembered call returns is shared",
        [(functions.Functions, "_by_distribution", shared_results)],
        "what a remembered call returns is new",
    ),
    (
        "a function has the variables of its beginning",
        [(expressions.Expressions, "function", bound_early)],
        "late loop variable",
    ),
    (
        "look-alikes are one output",
        [(alphabet.Alphabet, "admit", admitting_all)],
        "look-alike outputs (refused)",
    ),
    (
        "zeros of both signs are one output",
        [(identity._OutputKeys, "key", unsigned)],
        "zeros as outputs (refused)",
    ),
    ("max gives the last of the largest", [(FOLDS, max, LAST_MAX)], "max with ties"),
    ("any reads to the end", [(FOLDS, any, NEVER_STOPS)], "any stops"),
    (
        "a set keeps the last of equal elements",
        [(FOLDS, set, LAST_EQUAL)],
        "set comprehension with look-alikes",
    ),
    ("an outcome of a draw is lost", [(draws.Draws, "draw", first_draw_only)], "handler of another kind"),
    ("1/e is taken for a fraction near to it", [(draws.DRAWS, flip, rational)], "draw of an exponential"),
    (
        "an exception is known by its type alone",
        [(evaluator.Raised, "of", without_message)],
        "declared exceptions",
    ),
    (
        "what a declared exception holds is forgotten",
        [(evaluator.Raised, "of", without_arguments)],
        "declared exception that holds a number",
    ),
    (
        "every exception is an output",
        [(evaluator, "is_output", lambda error, kinds: True)],
        "exception that is not declared (refused)",
    ),
    ("next reads to the end", [(FOLDS, next, LAST_OF_ALL)], "next of a generator that has effects"),
    (
        "map calls nothing in a loop",
        [(loops.Loops, "_applied", lambda run, name, waiting, flow: waiting)],
        "loop over map with draws",
    ),
    ("floats are added in any order", [(FOLDS, sum, ADDING)], "float sum of draws (refused)"),
]


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    """What was found of a definition, with and without a defect, is not used on the other side."""
    for remembered in (codes._analysed, codes.binder, text._definition):
        remembered.cache_clear()
    yield
    for remembered in (codes._analysed, codes.binder, text._definition):
        remembered.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "row"), [defect[1:] for defect in DEFECTS], ids=[defect[0] for defect in DEFECTS]
)
def test_a_planted_defect_is_found(planted, row, monkeypatch):
    assert row in ROWS
    for where, what, instead in planted:
        if isinstance(where, dict):
            monkeypatch.setitem(where, what, instead)
        else:
            monkeypatch.setattr(where, what, instead)
    with pytest.raises(Wrong):
        check(row)
