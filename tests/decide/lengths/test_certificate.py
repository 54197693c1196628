"""Certificates of alignments: confirmed as they are, refused once anything in them is changed."""

from __future__ import annotations

import copy
import json
from fractions import Fraction

import pytest

from assay.decide import Stream
from assay.decide.lengths.certificate import certificate_from_json
from assay.errors import InvalidValue
from assay.studies.literature.programs import streams as programs

CHECKED = [
    (programs.above_threshold.above, "all differ by 1"),
    (programs.above_threshold.above, "one differs by 1"),
    (programs.sums.argmax, "all differ by 1"),
    (programs.above_threshold.above_geometric, "all differ by 1"),
    (programs.values_at_crossings.numeric, "all differ by 1"),
    (programs.noisy_ranges.ranges, "all differ by 1"),
]


def certificate(program, relation):
    """As JSON values that went through text."""
    return json.loads(json.dumps(Stream(program, relation).upper().to_json()))


def refused(stream, data):
    """Whether a certificate is not confirmed for a stream."""
    with pytest.raises(InvalidValue):
        stream.check(data)
    return True


@pytest.mark.parametrize(("program", "relation"), CHECKED)
def test_a_certificate_is_confirmed_from_its_text(program, relation):
    assert Stream(program, relation).check(certificate(program, relation)) > 10


@pytest.mark.parametrize(("program", "relation"), CHECKED)
def test_a_smaller_constant_is_refused(program, relation):
    data = certificate(program, relation)
    data["multiple"] = str(Fraction(data["multiple"]) * Fraction(99, 100))
    assert refused(Stream(program, relation), data)


@pytest.mark.slow
@pytest.mark.parametrize(("program", "relation"), CHECKED)
def test_a_shift_that_is_left_out_or_doubled_is_refused_or_costs_no_less(program, relation):
    stream, data = Stream(program, relation), certificate(program, relation)
    for i, proof in enumerate(data["proofs"]):
        for j, values in enumerate(proof["graphs"]):
            for n in range(len(values)):
                for factor in (0, Fraction(1, 2), -1):
                    changed = copy.deepcopy(data)
                    entry = changed["proofs"][i]["graphs"][j][n]
                    entry[-1] = str(Fraction(entry[-1]) * factor)
                    try:
                        stream.check(changed)
                    except InvalidValue:
                        continue
                    honest = certificate_from_json(changed)
                    assert honest.multiple == Fraction(data["multiple"])


def test_another_program_or_relation_is_refused():
    data = certificate(programs.above_threshold.above, "one differs by 1")
    assert refused(Stream(programs.above_threshold.above), data)
    assert refused(Stream(programs.values_at_crossings.numeric, "one differs by 1"), data)


def changes(data):
    """The automaton with one thing changed in every leaf."""
    for i, place in enumerate(data["automaton"]["locations"]):
        for j, leaf in enumerate(place["leaves"]):
            for key, value in (
                ("decisions", []),
                ("draws", []),
                ("stores", []),
                ("target", None),
                ("answers", 0),
            ):
                if leaf[key] != value:
                    changed = copy.deepcopy(data)
                    changed["automaton"]["locations"][i]["leaves"][j][key] = value
                    yield changed
        changed = copy.deepcopy(data)
        changed["automaton"]["locations"][i]["leaves"].pop()
        yield changed


def test_a_changed_program_is_refused():
    stream, data = (
        Stream(programs.above_threshold.svt6, "one differs by 1"),
        certificate(programs.above_threshold.svt6, "one differs by 1"),
    )
    assert all(refused(stream, changed) for changed in changes(data))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kind", "signs"),
        ("proofs", []),
        ("cases", []),
        ("automaton", {"name": "x", "locations": []}),
        ("multiple", "none"),
        ("neighbours", None),
    ],
)
def test_a_malformed_certificate_is_refused(key, value):
    data = certificate(programs.above_threshold.above, "all differ by 1")
    data[key] = value
    stream = Stream(programs.above_threshold.above)
    assert refused(stream, data)


def test_values_that_are_listed_twice_or_point_nowhere_are_refused():
    for entry in (["low", 99, "bar", "1"], ["middle", 1, "bar", "1"], ["shift", 0, 9, 9, "1"], ["shift"]):
        data = certificate(programs.above_threshold.above, "all differ by 1")
        data["proofs"][0]["graphs"][0].append(entry)
        assert refused(Stream(programs.above_threshold.above), data)
    data = certificate(programs.above_threshold.above, "all differ by 1")
    data["proofs"][0]["graphs"][0] *= 2
    assert refused(Stream(programs.above_threshold.above), data)


def test_a_half_shift_of_integer_noise_is_refused():
    data = certificate(programs.above_threshold.above_geometric, "all differ by 1")
    for entry in data["proofs"][0]["graphs"][0]:
        entry[-1] = str(Fraction(entry[-1]) * Fraction(3, 2))
    data["multiple"] = "10"
    assert refused(Stream(programs.above_threshold.above_geometric), data)


ANYTHING = [
    None,
    True,
    0,
    -1,
    1.5,
    float("nan"),
    "",
    "nan",
    "inf",
    "1/0",
    "1e9999999999",
    "2/2",
    "\uff11",
    [],
    {},
]


def places(data, path=()):
    """Every place in JSON values."""
    yield path
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def put(data, path, value):
    """The data with another value at a place."""
    changed = copy.deepcopy(data)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


@pytest.mark.parametrize("value", ANYTHING, ids=repr)
def test_whatever_stands_where_it_does_not_belong_is_refused(value):
    stream, data = (
        Stream(programs.above_threshold.above),
        certificate(programs.above_threshold.above, "all differ by 1"),
    )
    for path in [*places(data)][1:]:
        changed = put(data, path, value)
        if json.dumps(changed) != json.dumps(data):
            try:
                stream.check(changed)
            except InvalidValue:
                continue
            # values of a proof may be other ones that prove the same
            assert path[0] in ("proofs", "multiple"), path
            assert Fraction(changed["multiple"]) >= Fraction(data["multiple"])


def test_a_certificate_that_says_more_than_it_holds_is_refused():
    data = certificate(programs.above_threshold.above, "all differ by 1")
    assert refused(Stream(programs.above_threshold.above), data | {"answers": "integer"})
    assert refused(Stream(programs.above_threshold.above), data | {"comment": "private for all"})
    assert refused(
        Stream(programs.above_threshold.above), data | {"neighbours": "each differs by between -1 and 1"}
    )
