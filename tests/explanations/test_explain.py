"""Explanations: the verdict's own pair, event and numbers, from the draws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Mechanism, adjacency, eps, flip, ln, mechanisms, number, program
from assay.errors import AssayError, InvalidType, UndecidedError
from assay.examples.almost_random import mechanism as almost_random
from assay.explanations import explain, tree
from tests.generated_programs import generated_programs


@pytest.mark.slow
@settings(max_examples=8)
@given(
    generated_programs(depth=1), st.sampled_from(["0", "1/2", "ln 2", "3"]), st.sampled_from(["0", "1/10"])
)
def test_an_explanation_has_the_numbers_of_the_verdict(generated, epsilon, delta):
    m = Mechanism(generated.program, [0, 1, 2], adjacency.all_pairs())
    verdict = m.audit(epsilon, delta)
    try:
        explanation = explain(m, epsilon, delta)
    except UndecidedError:
        assert verdict.attained is None
        return
    assert explanation.verdict.word == verdict.word
    assert explanation.left.probability == m.distribution(explanation.left.x).prob(explanation.shown.event)
    assert explanation.right.probability == m.distribution(explanation.right.x).prob(explanation.shown.event)
    assert explanation.epsilon == m.epsilon(delta)
    assert explanation.delta == m.profile()(epsilon)
    assert str(explanation).count("the event has probability") == 2


def test_the_text_of_the_example():
    text = str(explain(almost_random, 1))
    for line in (
        "REFUTED: almost_random is not (1, 0)-differentially private",
        "on x = False the event has probability 3/4",
        '  line 15: if assay.flip("1/2"):',
        "        False  1/2  in S",
        "  smallest epsilon at delta = 0  ln(3)",
        "  smallest delta at epsilon = 1  3/4 - exp(1)/4",
    ):
        assert line in text.split("\n")
    assert str(explain(almost_random)).startswith("why almost_random needs epsilon = ln(3) at delta = 0\n")


def test_a_table_has_no_draws_and_says_so():
    explanation = explain(mechanisms.randomised_response(ln(3)), 1)
    assert "no draws to show" in explanation.remark
    assert "  the output\n    False  3/4  in S" in str(explanation)


def test_a_program_with_too_many_paths_is_explained_by_its_distributions():
    @program
    def many(x):
        return sum(flip("1/3" if x else "1/2") for _ in range(11))

    explanation = explain(Mechanism(many, [0, 1], adjacency.all_pairs()), 0)
    assert "not shown: program many(0) has 2048 paths" in explanation.remark
    assert explanation.left.probability == explanation.shown.p


def test_a_loop_without_end_that_is_solved_is_explained_by_its_distributions():
    @program
    def waiting(x):
        while flip("1/2"):
            pass
        return x if flip("2/3") else 1 - x

    explanation = explain(Mechanism(waiting.within(max_steps=20), [0, 1], adjacency.all_pairs()), 0)
    assert "not shown: a path drew more than" in explanation.remark
    assert explanation.left.probability == explanation.shown.p == number("2/3")


def test_a_verdict_from_bounds_has_no_tree_and_is_told():
    @program
    def growing(x):
        n = 0
        while flip("1/2"):
            n = n * n + x + 1
        return (x, n)

    m = Mechanism(growing.within(max_steps=12), [0, 1], adjacency.all_pairs())
    with pytest.raises(UndecidedError, match=r"only bounds .* refuted: x = "):
        explain(m, 1)


def test_json_has_both_trees():
    data = explain(almost_random, 1).to_json()
    assert data["verdict"] == "refuted"
    first = data["x"]["tree"]
    assert first["line"] == {"number": 15, "text": 'if assay.flip("1/2"):'}
    assert [each["outcomes"] for each in first["branches"]] == [["True"], ["False"]]


def test_a_tree_that_does_not_add_up_is_noticed(monkeypatch):
    monkeypatch.setattr(tree.End, "probability", property(lambda self: number("1/2")))
    with pytest.raises(AssayError, match="defect of Assay"):
        explain(almost_random, 1)


def test_a_notebook_shows_the_trees():
    page = explain(almost_random, 1)._repr_html_()
    assert page.count("<ul>") == 4
    assert "if assay.flip(&quot;1/2&quot;):" in page


def test_what_has_no_explanation():
    with pytest.raises(InvalidType, match="give a Mechanism"):
        explain(3)
    private = mechanisms.randomised_response(0)
    with pytest.raises(UndecidedError, match="no event"):
        explain(private, "inf")
    assert explain(mechanisms.identity([0, 1]), eps("5")).epsilon == eps("inf")
