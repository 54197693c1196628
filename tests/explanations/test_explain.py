"""Explanations: the verdict's own pair, event and numbers, from the draws."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Mechanism, adjacency, eps, flip, ln, mechanisms, number, program
from assay.errors import AssayError, InvalidType, UndecidedError
from assay.examples.almost_random import mechanism as almost_random
from assay.examples.float_noise import noisy_count
from assay.explanations import explain, tree
from assay.programs import paths, sources
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


def response(x):
    return x if random.random() < 0.75 else 1 - x


def low_and_high(x):
    bits = random.getrandbits(16)
    if bits & 3 == 0:
        return x
    return bits >> 14


def counted(x):
    n = 0
    while random.random() < 0.5 and n < 3:
        n += 1
    return min(n + x, 3)


def picked(x):
    return random.choice("abc"[x:])


def sampled_mechanism(sampler):
    return sources.mechanism(sampler, [0, 1], adjacency.all_pairs())


@pytest.mark.parametrize("sampler", [response, low_and_high, counted, picked])
@pytest.mark.parametrize("epsilon", ["0", "1/2"])
def test_the_draws_of_an_ordinary_function_add_up(sampler, epsilon):
    m = sampled_mechanism(sampler)
    explanation = explain(m, epsilon)
    assert explanation.remark is None
    for side in (explanation.left, explanation.right):
        assert side.probability == m.distribution(side.x).prob(explanation.shown.event)


def test_the_text_of_an_ordinary_function():
    line = response.__code__.co_firstlineno + 1
    assert (
        f"on x = 0 the event has probability 3/4\n"
        f"  line {line}: return x if random.random() < 0.75 else 1 - x\n"
        "    u < 0.75   3/4  in S\n"
        "    u >= 0.75  1/4  outside of S\n"
    ) in str(explain(sampled_mechanism(response), 0))


def test_low_bits_and_what_the_output_alone_looks_at_are_named():
    text = str(explain(sampled_mechanism(low_and_high), 0))
    assert "    0 modulo 4  1/4  in S\n    1 modulo 4  1/4\n      the output\n" in text
    assert "1, 5, ... 16381 of range(65536)" in text


def test_a_sampler_with_too_many_paths_is_explained_by_its_distributions(monkeypatch):
    monkeypatch.setattr(paths, "MOST_RUNS", 20)

    def many(x):
        return sum(random.random() < (0.25 if x else 0.5) for _ in range(5))

    explanation = explain(sampled_mechanism(many), 0)
    assert "the draws of many are not shown: the distribution is known up to" in explanation.remark
    assert explanation.left.probability == explanation.shown.p


def dice(x):
    return min(random.randint(1, 10) + 3 * x, 9) > 4


def test_looks_of_one_line_at_one_draw_are_one_choice():
    tree = explain(sampled_mechanism(dice), "1/10").left.tree
    assert [(repr(branch.outcomes), branch.probability) for branch in tree.branches] == [
        ("(0 to 3 of range(10),)", number("2/5")),
        ("(4 to 9 of range(10),)", number("3/5")),
    ]


def thirds(x):
    u = random.random()
    if u < 0.25:
        return 0
    if u < 0.5 + x / 4:
        return 1
    return 2


def test_looks_of_two_lines_at_one_draw_are_two_choices():
    tree = explain(sampled_mechanism(thirds), 0).left.tree
    assert [repr(branch.outcomes[0]) for branch in tree.branches] == ["u < 0.25", "u >= 0.25"]
    assert [repr(b.outcomes[0]) for b in tree.branches[1].then.branches] == ["0.25 <= u < 0.5", "u >= 0.5"]


@pytest.mark.slow
def test_the_float_noise_of_the_example_is_explained_by_its_last_uniform_float():
    text = str(explain(sampled_mechanism(noisy_count), ln(2)))
    assert "u >= 0.9999999999999999  1/9007199254740992                 in S" in text


def two_bytes(x):
    drawn = os.urandom(2)
    return drawn[0] < 128 + x, drawn[1] < 3


def test_bytes_are_draws_of_their_own():
    explanation = explain(sampled_mechanism(two_bytes), 0)
    assert explanation.remark is None
    assert "range(256)" in str(explanation)
