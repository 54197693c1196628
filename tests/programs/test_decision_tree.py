"""Decision trees: their distributions are those of the programs, whoever reads them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, draw, flip, program, uniform
from assay.adjacency import all_pairs
from assay.errors import BudgetExceeded, UnfinishedProgram
from assay.programs import decision_tree
from assay.programs.decision_tree import Branching, DecisionTrees, End, TreePath, decision_trees
from assay.programs.sources import mechanism


@program
def walk(moves: tuple[str, ...]) -> object:
    """A step for each probability, and a die where it ends high."""
    place = 0
    for p in moves:
        place += 1 if flip(p) else -1
    return uniform(3) if place > 1 else place


@program
def loaded(die: Dist[int]) -> int:
    first = draw(die)
    return first + (draw(die) if first > 1 else 0)


def told(x: int) -> int:
    """A sampler that is not written for this package."""
    if random.random() < 0.25:
        return x
    return random.choice([0, 1, 2])


def forever(x: int) -> int:
    while random.random() < 0.5:
        x += 1
    return x


chances = st.sampled_from(["0", "1/7", "1/2", "2/3", "1", "sqrt(2)/2"])


@given(st.lists(chances, max_size=4).map(tuple))
def test_the_distribution_is_that_of_the_program(moves):
    trees, (start,) = decision_trees(walk, [moves])
    assert dict(trees.distribution(start)) == dict(walk.distribution(moves).items())


@given(st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any))
def test_draws_of_any_distribution(weights):
    die = Dist({n: f"{w}/{sum(weights)}" for n, w in enumerate(weights) if w})
    trees, (start,) = decision_trees(loaded, [die])
    assert dict(trees.distribution(start)) == dict(loaded.distribution(die).items())


@given(st.lists(chances, min_size=1, max_size=3).map(tuple))
def test_nodes_stand_after_those_they_lead_to_and_once(moves):
    trees, starts = decision_trees(walk, [moves, moves, ()])
    assert starts[0] == starts[1]
    assert len(set(trees.nodes)) == len(trees.nodes)
    for number, node in enumerate(trees.nodes):
        if isinstance(node, Branching):
            assert all(after < number for after in node.nodes)
            assert sum(node.probabilities[1:], node.probabilities[0]) == 1


def test_equal_branches_are_one_node():
    trees, _ = decision_trees(walk, [("1/2",) * 8])
    assert sum(isinstance(node, Branching) for node in trees.nodes) < 2**8 // 4


def test_unmodified_code_has_the_draws_that_it_tells_apart():
    judged = mechanism(told, range(3), all_pairs())
    trees, starts = decision_trees(judged.source, judged.domain)
    for x, start in zip(judged.domain, starts, strict=True):
        assert dict(trees.distribution(start)) == dict(judged.distribution(x).items())
        root = trees.nodes[start]
        assert isinstance(root, Branching)
        assert sorted(map(str, root.probabilities)) == ["1/4", "3/4"]


def test_a_program_without_draws_is_an_end():
    trees, (start,) = decision_trees(walk, [()])
    assert trees.nodes[start] == End(0)


def test_what_is_no_program_has_no_tree():
    assert decision_trees({0: Dist({0: 1})}, [0]) is None


def test_what_does_not_end_has_no_tree():
    with pytest.raises(UnfinishedProgram):
        decision_trees(mechanism(forever, range(2), all_pairs()).source, [0])


def test_too_many_paths_are_refused(monkeypatch):
    monkeypatch.setattr(decision_tree, "MOST_PATHS", 7)
    with pytest.raises(UnfinishedProgram, match="more than 7 paths"):
        decision_trees(walk, [("1/2",) * 3])
    monkeypatch.setattr(decision_tree, "MOST_PATHS", 4)
    with pytest.raises(BudgetExceeded, match="more than 4 nodes"):
        decision_trees(walk, [("1/3",), ("1/2",), ("2/3",)])


def test_a_path_that_is_missing_is_no_tree():
    half = tuple(p for _, p in Dist.uniform(range(2)).items())
    with pytest.raises(KeyError):
        DecisionTrees().add([TreePath(((half, 0),), "a")])
