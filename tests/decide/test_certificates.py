"""Certificates: every entry that is changed is noticed, unless what it says is still true."""

import copy
import json
import random
from fractions import Fraction

import pytest

from assay import EPS, adjacency, exp
from assay.decide import SymbolicMechanism, decide, geometric, laplace
from assay.decide.certificates.checker import check
from assay.decide.certificates.of_claim import check_for
from assay.decide.inequalities.tails import nonpositive
from assay.decide.probabilities.values import CONTEXT
from assay.decide.signs.sign_table import sign_table
from assay.errors import AssayError
from assay.studies.literature import programs as p
from tests.decide.symbolic_programs import cube

CASES = {
    "discrete": (p.sparse_vector.svt1(geometric), 2, EPS, 0),
    "continuous": (p.sparse_vector.svt1(laplace), 2, EPS, 0),
    "tails": (p.sparse_vector.svt3_values(laplace), 2, EPS, 0),
    "delta": (p.sums.noisy_argmax(geometric), 2, EPS / 2, 1 - exp(-EPS / 2)),
    "delta and values": (p.sums.noisy_sum(laplace), 1, EPS / 2, 1 - exp(-EPS / 2)),
}


@pytest.fixture(scope="module", params=list(CASES))
def case(request):
    body, n, epsilon, delta = CASES[request.param]
    m = SymbolicMechanism(body, cube(n), adjacency.linf(1))
    verdict = decide(m, epsilon, delta)
    if not verdict.holds:  # the largest claims of the list hold up to where delta is spent
        verdict = decide(m, EPS, delta)
        epsilon = EPS
    assert verdict.holds
    return m, epsilon, delta, json.loads(json.dumps(verdict.certificate.to_json()))


def leaves(value, path=()):
    """The paths of all numbers and texts."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from leaves(each, (*path, n))
    else:
        yield path


def changed(certificate, path, rng):
    """The certificate with another value at the path."""
    found = copy.deepcopy(certificate)
    holder = found
    for key in path[:-1]:
        holder = holder[key]
    old = holder[path[-1]]
    if isinstance(old, int):
        holder[path[-1]] = old + rng.choice([-2, -1, 1, 2])
    elif old is None:
        holder[path[-1]] = "3"
    else:
        try:
            holder[path[-1]] = str(Fraction(old) + rng.choice([Fraction(1, 3), Fraction(-1, 3), 1]))
        except ValueError:
            holder[path[-1]] = old + "x"
    return found


def is_true(certificate):
    """Whether the statements hold, by the search and not by the evidence."""
    for entry in certificate["inequalities"]:
        poly = CONTEXT.from_dict({(i, j): c for i, j, c in entry["terms"]})
        if 1 in sign_table(poly).signs:
            return False
    return all(nonpositive(tuple(map(tuple, fact))) for fact in certificate["on_square"])


def test_as_it_is_it_is_confirmed(case):
    m, epsilon, delta, certificate = case
    assert check(certificate) == check_for(m, epsilon, delta, certificate) > 0


@pytest.mark.slow
def test_every_changed_entry_fails_or_leaves_the_statements_true(case):
    *_, certificate = case
    rng = random.Random(1)
    paths = list(leaves(certificate))
    refused = kept = 0
    for path in rng.sample(paths, min(16, len(paths))):
        found = changed(certificate, path, rng)
        try:
            check(found)
        except AssayError:
            refused += 1
            continue
        kept += 1
        assert is_true(found), path
    assert refused > 1
    assert refused + kept == min(16, len(paths))


def test_statements_and_header_belong_to_the_claim(case):
    """What is true but says something else about the mechanism is refused, too."""
    m, epsilon, delta, certificate = case
    rng = random.Random(2)
    said = [path for path in leaves(certificate) if "evidence" not in path]
    for path in rng.sample(said, min(12, len(said))):
        with pytest.raises(AssayError):
            check_for(m, epsilon, delta, changed(certificate, path, rng))
    for part in ("inequalities", "on_square"):
        for shorter in (certificate[part][1:], certificate[part][:-1]):
            if len(shorter) < len(certificate[part]):
                with pytest.raises(AssayError):
                    check_for(m, epsilon, delta, certificate | {part: shorter})


def test_dropped_and_reordered_cells_are_refused(case):
    *_, certificate = case
    seen = 0
    for n, entry in enumerate(certificate["inequalities"]):
        cells = entry["evidence"].get("cells", [])
        if len(cells) > 1 and seen < 3:
            for worse in (cells[1:], cells[:-1], cells[::-1]):
                found = copy.deepcopy(certificate)
                found["inequalities"][n]["evidence"]["cells"] = worse
                with pytest.raises(AssayError):
                    check(found)
            seen += 1
    assert seen or all(e["evidence"]["kind"] != "cells" for e in certificate["inequalities"])


@pytest.mark.parametrize("missing", ["inequalities", "on_square"])
def test_a_part_that_is_missing_is_refused(case, missing):
    *_, certificate = case
    with pytest.raises(AssayError):
        check({key: value for key, value in certificate.items() if key != missing})


def test_another_claim_or_another_mechanism_is_refused(case):
    m, epsilon, delta, certificate = case
    with pytest.raises(AssayError):
        check_for(m, epsilon * Fraction(1, 3), delta, certificate)
    other = SymbolicMechanism(p.sparse_vector.svt6(geometric), cube(2), adjacency.linf(1), name=m.name)
    with pytest.raises(AssayError):
        check_for(other, epsilon, delta, certificate)
