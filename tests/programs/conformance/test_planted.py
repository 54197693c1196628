"""Planted defects in the contract: without each of its rules, a hostile program is called private."""

# ruff: noqa: E501
from __future__ import annotations

from itertools import product
from types import CodeType

import pytest

from assay import Proved, Verified
from assay.outputs import alphabet, identity
from assay.programs import library_settings, nodes, reach, search, state, watch
from assay.programs.loading import draws, statements
from assay.programs.reach import check, code, objects, walk
from assay.programs.search import Search
from assay.programs.seeds import fixed_source
from tests.effort import one_in

from .hostile import LATE, programs
from .readers import READERS
from .sections import read

FAR = {
    f"far: {name}": LATE.format(before=before, tick=tick).replace("n % 97 == 0", "n == 10 ** 6")
    for name, (before, tick) in read("counters.txt").items()
}
"""Leaks at the millionth call: no replay comes so far, and only the comparison of states can see it."""

PROGRAMS = programs() | FAR


def called_private(name, reader, folder):
    try:
        verdict = READERS[reader](PROGRAMS[name], folder)
    except (Exception, SystemExit, GeneratorExit):
        return False
    return isinstance(verdict, Proved | Verified)


def nothing(*_, **__):
    return None


def believed(run, leaf):
    run.replays += 1
    return True


def never_changes(*_, **__):
    return nodes.content("", tuple)


def no_names(*_):
    return set()


def never_called(*_):
    return False


def always(*_):
    return True


def without_inside(code):
    return code.replace(co_consts=tuple(None if isinstance(c, CodeType) else c for c in code.co_consts))


def by_hash(of, kind, value):
    return kind, hash(value)


def by_form(of, value):
    return alphabet.listed(value)


def as_equal(known, output, known_key=None):
    return known.forms.setdefault(alphabet.listed(output), alphabet.listed(output))


NO_NAMES = [(reach.Reach, "check", nothing)]
NO_WATCHER = [(watch, "is_forbidden", never_called), (watch, "is_forbidden_python", never_called)]
NO_STATE = [(state.Snapshot, "changed", nothing)]
NO_REPLAYS = [(Search, "replay", believed)]
OUTPUT_BY_HASH = [(identity._OutputKeys, "other", by_hash)]
NOT_LOADED = [(check, "loading", nothing)]
HASHES = [(module, "is_hash", never_called) for module in (objects, code, walk)]
BOTH, ALL = ("enumeration", "tape"), ("enumeration", "merging", "tape")

DEFECTS = [
    ("a part of a hash", [(code, "hands_hash_to_sets", always)], "seen: hash kept in an attribute", ALL),
    ("a hash by its method", HASHES, "seen: hash of text by str slot", ALL),
    ("what is filled by another name", [(statements, "_aliases", no_names)], "loaded: list append via alias", ALL),
    ("names that differ from process to process", NO_NAMES, "run: pid", ALL),
    ("the environment", NO_NAMES, "run: environment", ALL),
    ("names behind map", NO_NAMES, "run: pid by map", ALL),
    ("neither names nor calls of clocks", NO_NAMES + NO_WATCHER, "run: time", ("enumeration", "merging")),
    ("the comparison of states", NO_STATE, "far: global number", BOTH),
    ("the comparison of states within a run", NO_STATE, "put back: closure", ("tape",)),
    ("neither states nor replays", NO_STATE + NO_REPLAYS, "late: global list", ALL),
    ("attributes of objects", [(nodes, "attributes", never_changes)], "far: attribute of self", BOTH),
    ("slots of objects", [(nodes, "attributes", never_changes)], "far: slot of an object", BOTH),
    ("attributes of classes", [(nodes, "class_attributes", never_changes)], "far: attribute of a class", BOTH),
    ("attributes of metaclasses", [(nodes, "class_attributes", never_changes)], "far: attribute of a metaclass", BOTH),
    ("classes that are registered", [(nodes, "registered", never_changes)], "far: registered with an abstract class", BOTH),
    ("what is set on modules", [(nodes, "set_on", never_changes)], "far: builtins", BOTH),
    ("cells and attributes of functions", [(nodes, "function", never_changes)], "far: closure", BOTH),
    ("attributes of a function", [(nodes, "function", never_changes)], "far: attribute of a function", BOTH),
    ("the context of decimal", [(library_settings, "decimal_context", never_changes)], "far: context of decimal", BOTH),
    ("loggers", [(library_settings, "loggers", never_changes)], "far: level of a logger that is looked up", BOTH),
    ("global variables", [(nodes, "bindings", never_changes)], "far: global number", BOTH),
    ("global variables of other modules", [(nodes, "bindings", never_changes)], "far: global of another module", BOTH),
    ("what is compared as a whole", [(nodes, "by_value", never_changes)], "far: global bytearray", BOTH),
    ("iterators that count", [(nodes, "by_value", never_changes)], "far: iterator count", BOTH),
    ("the environment when a module is loaded", NOT_LOADED, "loaded: env in if", ALL),
    ("defaults", NOT_LOADED, "loaded: default", ALL),
    ("what a function closes over", NOT_LOADED, "loaded: factory", ALL),
    ("the order of a set when a module is loaded", NOT_LOADED, "loaded: order", ALL),
    ("a key that is drawn once", [(check, "drawn_by", nothing)], "loaded: key in init", ("tape",)),
    ("a fixed seed", [(check, "fixed_source", nothing)], "seed: a global variable", ("tape",)),
    ("the seed of a Mersenne Twister", [(fixed_source, "fixed_seed", nothing)], "seed: a closure", ("tape",)),
    ("the seed of numpy", [(fixed_source, "fixed_seed", nothing)], "seed: numpy, jumped", ("tape",)),
    ("seeds of a library's own source", [(fixed_source, "seeds_shared", nothing)], "seed: of random itself", ("tape",)),
    ("seeds as long as the system's", [(fixed_source, "entropy_of", nothing)], "seed: numpy, 128 bits", ("tape",)),
    ("seeds that are computed", [(fixed_source, "computes_seed", nothing)], "seed: numpy, a hash", ("tape",)),
    ("a class statement draws", [(draws, "alone", without_inside)], "loaded: key in a class statement", ("tape",)),
    ("options of the interpreter", [(check, "debugging", nothing)], "loaded: debug", ALL),
    ("errors are no outputs", [(search, "is_output", always)], "end: typo", ("enumeration", "merging")),
    ("errors before the first draw", [(search, "is_output", always)], "end: error before the first draw", ("enumeration", "merging")),
    ("an exit is no output", [(search, "is_output", always)], "end: exit", ("enumeration", "merging")),
    ("outputs whose equality hides a field", OUTPUT_BY_HASH, "look-alike: hidden field", ALL),
    ("subclasses of built-in types", OUTPUT_BY_HASH, "look-alike: text with attributes", ALL),
    ("setters by other names", [(walk, "_WRITTEN_IN_C", ())], "state: setattr under another name", ("tape",)),
    ("slots by their descriptors", [(walk, "_WRITTEN_IN_C", ())], "state: a slot set by its descriptor", ("tape",)),
    ("keys with types", [(identity._OutputKeys, "key", by_form)], "look-alike: list and tuple", ALL),
    ("keys with the signs of zeros", [(identity._OutputKeys, "key", by_form)], "look-alike: zeros", ALL),
    ("keys with the order of sets", [(identity._OutputKeys, "key", by_form)], "look-alike: order of a set", ALL),
    ("keys of decimals", [(identity._OutputKeys, "key", by_form)], "look-alike: decimals", ALL),
    ("the refusal of look-alikes", [(alphabet.Alphabet, "admit", as_equal)], "look-alike: list and tuple", ALL),
    ("the refusal of numbers that are equal", [(alphabet.Alphabet, "admit", as_equal)], "look-alike: bool and int", ("tape",)),
]  # fmt: skip

CASES = [
    pytest.param(
        planted, name, reader, id=f"{rule}, {reader}", marks=[] if (k + n) % 3 == 0 else [pytest.mark.slow]
    )
    for k, (rule, planted, name, readers) in enumerate(DEFECTS)
    for n, reader in enumerate(readers)
]


@pytest.mark.parametrize(("planted", "name", "reader"), CASES)
def test_without_the_rule_a_hostile_program_is_called_private(planted, name, reader, tmp_path, monkeypatch):
    assert not called_private(name, reader, tmp_path)
    for where, what, instead in planted:
        assert hasattr(where, what)
        monkeypatch.setattr(where, what, instead)
    assert called_private(name, reader, tmp_path)


@pytest.mark.parametrize(("name", "reader"), one_in(5, product(FAR, BOTH)))
def test_a_leak_that_comes_late_is_never_called_private(name, reader, tmp_path):
    assert not called_private(name, reader, tmp_path)


@pytest.mark.parametrize("name", ["late: global number", "once: global list", "late: closure"])
def test_replays_alone_find_what_comes_soon(name, tmp_path, monkeypatch):
    """Each rule by itself finds what the other one would."""
    for where, what, instead in NO_STATE:
        monkeypatch.setattr(where, what, instead)
    assert not called_private(name, "enumeration", tmp_path)
