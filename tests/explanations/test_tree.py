"""The tree of a program adds up to its distribution, whatever the event."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, draw, flip, program, uniform
from assay.errors import BudgetExceeded
from assay.explanations.tree import Choice, End, of_distribution, of_paths
from assay.programs.paths import paths
from tests.generated_programs import generated_programs
from tests.strategies import dists


def probability_by_branches(tree):
    """The probability of the event, path by path."""
    if isinstance(tree, End):
        return 1 if tree.inside else 0
    return sum(each.probability * probability_by_branches(each.then) for each in tree.branches)


def nodes(tree):
    yield tree
    if isinstance(tree, Choice):
        for each in tree.branches:
            yield from nodes(each.then)


@pytest.mark.slow
@settings(max_examples=15)
@given(generated_programs(), st.integers(0, 3), st.sets(st.integers(0, 3)))
def test_trees_of_programs_have_the_probability_of_the_event(generated, x, event):
    try:
        found, bounds = paths(generated.program, x)
    except BudgetExceeded:
        return
    assert not bounds.open_mass
    tree = of_paths(found, event.__contains__)
    law = generated.law(x)
    assert tree.probability == sum((p for o, p in law.items() if o in event), 0)
    assert probability_by_branches(tree) == tree.probability
    for node in nodes(tree):
        if isinstance(node, Choice):
            assert sum(each.probability for each in node.branches) == 1
            assert len({each.then for each in node.branches}) == len(node.branches) > 1
            outcomes = [o for each in node.branches for o in each.outcomes]
            assert len(outcomes) == len(set(outcomes))


@given(dists(), st.data())
def test_trees_of_distributions(dist, data):
    event = data.draw(st.sets(st.sampled_from(dist.support)))
    assert of_distribution(dist, event.__contains__).probability == dist.prob(event)


def test_a_draw_that_does_not_matter_is_left_out():
    @program
    def wasteful(x):
        flip("1/3")
        die = uniform(6)
        flip("1/2") if die == 5 else None
        return die < 4

    found, _ = paths(wasteful, 0)
    tree = of_paths(found, lambda output: output)
    assert isinstance(tree, Choice)
    assert tree.line.text == "die = uniform(6)"
    assert [(each.outcomes, each.then) for each in tree.branches] == [
        ((0, 1, 2, 3), End(True)),
        ((4, 5), End(False)),
    ]


def test_lines_are_those_of_the_program_where_it_calls_others():
    @program
    def inner():
        return draw(Dist({0: "1/4", 1: "3/4"}))

    @program
    def outer(x):
        return x + inner()

    found, _ = paths(outer, 0)
    assert {path.steps[0].line.text for path in found} == {'return draw(Dist({0: "1/4", 1: "3/4"}))'}


def test_a_program_that_draws_nothing():
    @program
    def constant(x):
        return x

    found, _ = paths(constant, 3)
    assert of_paths(found, lambda output: output == 3) == End(True)


def test_too_many_or_too_long_paths_are_refused():
    @program
    def many(x):
        return [flip("1/2") for _ in range(11)]

    @program
    def long(x):
        return all(flip("1/2") for _ in range(201))

    with pytest.raises(BudgetExceeded, match="2048 paths, more than 1024"):
        paths(many, 0)
    with pytest.raises(BudgetExceeded, match="draws 201 times"):
        paths(long, 0)
