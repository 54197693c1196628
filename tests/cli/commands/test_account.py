"""`assay account`: an interval out, and an error in one line for what it cannot read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.command_line import assay


def ends(found, name):
    low, high = (Fraction(found[name][end]) for end in ("at least", "at most"))
    assert low <= high
    return low, high


def test_text_names_the_question_the_interval_and_the_engine():
    answer = assay("account", "gaussian sigma=1 k=10", "--delta", "1e-6")
    assert answer.status == 0
    assert answer.out.startswith("epsilon at delta = 1e-6, add-remove-one\n")
    assert "at least" in answer.out
    assert "closed form" in answer.out


def test_json_holds_decimals_rounded_outwards():
    answer = assay("account", "pure epsilon=ln(3) k=20", "--epsilon", "ln(3)", "--width", "1e-9", "--json")
    assert answer.status == 0
    low, high = ends(answer.json, "delta")
    from assay.composition import PrivacyLoss
    from assay.dp import Dist

    exact = PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), 20).delta("ln(3)").as_fraction()
    assert low <= exact <= high
    assert high - low <= low / 10**9


def test_several_mechanisms_and_both_directions():
    both = assay(
        "account", "gaussian sigma=1 q=0.1 k=200", "laplace scale=20 k=5", "--delta", "1e-6", "--json"
    )
    alone = assay("account", "gaussian sigma=1 q=0.1 k=200", "--delta", "1e-6", "--json")
    assert ends(alone.json, "epsilon")[1] < ends(both.json, "epsilon")[0]
    assert both.json["mechanisms"] == ["gaussian sigma=1 q=0.1 k=200", "laplace scale=20 k=5"]


def test_replacing_costs_more_than_adding_or_removing():
    add = assay("account", "laplace scale=10 k=50", "--delta", "1e-6", "--json")
    replace = assay(
        "account", "laplace scale=10 k=50", "--delta", "1e-6", "--adjacency", "replace-one", "--json"
    )
    assert ends(add.json, "epsilon")[1] < ends(replace.json, "epsilon")[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["gaussian sigma=1", "--delta", "0"], ("epsilon", "inf", "inf")),
        (["laplace scale=1 k=7", "--delta", "0"], ("epsilon", "7", "7")),
        (["laplace scale=1 k=7", "--delta", "1"], ("epsilon", "0", "0")),
        (["laplace scale=1 k=7", "--epsilon", "7"], ("delta", "0", "0")),
        (["laplace scale=1 k=0", "--epsilon", "0"], ("delta", "0", "0")),
        (["gaussian sigma=1 q=0 k=10", "--epsilon", "0"], ("delta", "0", "0")),
        (["gaussian sigma=1", "--epsilon", "inf"], ("delta", "0", "0")),
        (["approximate epsilon=1 delta=1/10", "--epsilon", "inf"], ("delta", "0.1", "0.1")),
        (["approximate epsilon=1 delta=1/10", "--delta", "1/20"], ("epsilon", "inf", "inf")),
    ],
)
def test_extremes(arguments, expected):
    name, low, high = expected
    found = assay("account", *arguments, "--json").json[name]
    if low == "0.1":
        assert Fraction(found["at least"]) <= Fraction(1, 10) <= Fraction(found["at most"])
    else:
        assert found == {"at least": low, "at most": high}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gausian sigma=1", "--delta", "1e-6"], "did you mean gaussian"),
        (["gaussian", "--delta", "1e-6"], "no sigma"),
        (["gaussian sigma=1 sigma=2", "--delta", "1e-6"], "given twice"),
        (["gaussian sigma=1 noise=2", "--delta", "1e-6"], "noise=2"),
        (["gaussian sigma=0", "--delta", "1e-6"], "sigma = 0"),
        (["gaussian sigma=1 q=2", "--delta", "1e-6"], "q = 2"),
        (["gaussian sigma=1 q=-1/2", "--delta", "1e-6"], "q = -1/2"),
        (["", "--delta", "1e-6"], "is empty; write for example 'gaussian sigma=1'"),
        (["GAUSSIAN sigma=1", "--delta", "1e-6"], "did you mean gaussian?"),
        (["gaussian sigma=\u22121", "--delta", "1e-6"], "sigma = -1 (Fraction) must be positive"),
        (["gaussian sigma=1 k=\u0663", "--delta", "1e-6"], "k = '\u0663'"),
        (["gaussian sigma=1 k=" + "9" * 5000, "--delta", "1e-6"], "has more than 1000 digits"),
        (["gaussian sigma=1 k=x", "--delta", "1e-6"], "is not a whole number"),
        (["gaussian sigma=1", "--delta", "-1e-6"], "delta = -1/1000000"),
        (["gaussian sigma=1", "--epsilon", "-1/2"], "epsilon = -1/2 is negative"),
        (["gaussian sigma=1", "--delta", "1e400"], " ... 00"),
        (["gaussian sigma=1", "--delta", "nan"], "delta = 'nan'"),
        (["gaussian sigma=1", "--delta", ""], "delta = ''"),
        (["gaussian sigma=1", "--delta", "1e-6", "--delta", "1e-7"], "give it once"),
        (["gaussian sigma=1 k=1e-6", "--delta", "1e-6"], "k = '1e-6'"),
        (["mixture sigma=1 sensitivities=0:1 probabilities=1", "--delta", "1e-6"], "2 sensitivities with 1"),
        (
            ["mixture sigma=1 sensitivities=0:-1 probabilities=1:0", "--delta", "1e-6"],
            "sensitivities[1] = -1",
        ),
        (["mixture sigma=1 sensitivities=0:1 probabilities=0.5:0.4", "--delta", "1e-6"], "add up to 9/10"),
        (["mixture sigma=1 sensitivities=0:1", "--delta", "1e-6"], "has no probabilities"),
        (["truncated-gaussian sigma=1 q=1 size=2", "--delta", "1e-6"], "has no batch"),
        (["truncated-gaussian sigma=1 q=1 size=2 batch=0", "--delta", "1e-6"], "batch = '0'"),
        (["gaussian sigma=1 k=-1", "--delta", "1e-6"], "k = '-1'"),
        (
            ["pure epsilon=1 q=1/2", "--delta", "1e-6", "--adjacency", "replace-one"],
            "only known for noise on sums",
        ),
        (["gaussian sigma=1", "--delta", "1e-6", "--adjacency", "next"], "adjacency"),
        (["gaussian sigma=1", "--delta", "2"], "delta = 2"),
        (["gaussian sigma=1", "--delta", "1e-6", "--width", "0"], "width"),
        (["gaussian sigma=1", "--delta", "1e-6", "--method", "magic"], "engine"),
        (["gaussian sigma=1", "--delta", "1e-6", "--epsilon", "1"], "either --epsilon"),
        (["gaussian sigma=1"], "either --epsilon"),
        (["gaussian sigma=1", "--epsilon", "-1"], "negative"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    assert words in assay("account", *arguments).error


def test_mixtures_and_cut_batches():
    twice = "mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01"
    once = "mixture sigma=1 sensitivities=0:1 probabilities=0.9:0.1"
    found = [
        ends(assay("account", text, "--delta", "1e-6", "--json").json, "epsilon") for text in (twice, once)
    ]
    assert found[1][1] < found[0][0]
    plain = assay("account", "gaussian sigma=1 q=0.1", "--delta", "1e-6", "--json").json["epsilon"]
    assert assay("account", once, "--delta", "1e-6", "--json").json["epsilon"] == plain
    whole = "truncated-gaussian sigma=1 q=0.1 size=9 batch=9"
    assert assay("account", whole, "--delta", "1e-6", "--json").json["epsilon"] == plain
    cut = "truncated-gaussian sigma=1 q=0.1 size=9 batch=1"
    for adjacency in ("add-remove-one", "replace-one"):
        asked = "--delta", "1e-6", "--adjacency", adjacency, "--json"
        low, _ = ends(assay("account", cut, *asked).json, "epsilon")
        assert low > ends(assay("account", whole, *asked).json, "epsilon")[1]
    sampled = assay("account", f"{once} q=0.5", "--delta", "1e-6", "--json").json["epsilon"]
    other = assay("account", "gaussian sigma=1 q=0.05", "--delta", "1e-6", "--json").json["epsilon"]
    assert max(sampled["at least"], other["at least"]) <= min(sampled["at most"], other["at most"])
    refused = assay("account", once, "--delta", "1e-6", "--adjacency", "replace-one").error
    assert "use --adjacency add-remove-one" in refused


def test_a_huge_epsilon_leaves_almost_nothing():
    found = assay("account", "gaussian sigma=1", "--epsilon", "1e400", "--json")
    assert found.status == 0
    assert ends(found.json, "delta")[1] < Fraction(1, 2**65000)


def test_a_spent_memory_budget_is_undecided_with_the_estimate():
    answer = assay(
        "account", "laplace scale=1 k=20", "--epsilon", "5", "--method", "integer", "--max-bytes", "10"
    )
    assert answer.status == 3
    assert answer.out.startswith("UNDECIDED: ")
    assert "bytes" in answer.out
    assert "raise max_bytes" in answer.out


def test_explain_prints_what_each_engine_was_estimated_to_cost():
    found = assay("account", "laplace scale=3 k=5", "--delta", "1e-6", "--explain")
    assert found.status == 0
    assert "estimates       remove: " in found.out
    assert "atoms" in found.out
    assert "fourier" in found.out
    assert assay("account", "laplace scale=3", "--delta", "0", "--explain", "--json").status == 2


def test_several_values_are_a_table():
    answer = assay("account", "gaussian sigma=2 k=3", "--delta", "1e-6,1e-5")
    assert answer.status == 0
    assert answer.out.splitlines()[1].split() == ["delta", "epsilon"]
    assert len(answer.out.splitlines()) == 4
    values = assay("account", "gaussian sigma=2 k=3", "--epsilon", "1,2", "--json").json["values"]
    alone = assay("account", "gaussian sigma=2 k=3", "--epsilon", "2", "--json").json["delta"]
    assert [row["epsilon"] for row in values] == ["1", "2"]
    assert values[1]["delta"] == alone


def test_errors_guesses_and_notions():
    errors = assay("account", "pure epsilon=ln(3)", "--fpr", "1/4,1", "--json").json["values"]
    low, high = ends(errors[0], "false-negative rate")
    assert low <= Fraction(1, 4) <= high
    assert errors[1]["false-negative rate"] == {"at least": "0", "at most": "0"}
    guess = assay("account", "pure epsilon=ln(3)", "--prior", "1/2", "--json").json["values"][0]
    for name, truth in (("Bayes risk", Fraction(1, 4)), ("membership advantage", Fraction(1, 4))):
        low, high = ends(guess, name)
        assert low <= truth <= high
    notion = assay("account", "gaussian sigma=2 k=4", "--notion", "mu", "--json").json["values"][0]
    assert ends(notion, "mu") == (1, 1)
    assert "0.5" in assay("account", "gaussian sigma=2 k=4", "--notion", "rho").out


@pytest.mark.slow
def test_a_plot_is_a_file(tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "curves.png"
    assert assay("account", "gaussian sigma=2", "--delta", "1e-6", "--plot", str(path)).status == 0
    assert path.stat().st_size > 1000


def test_groups_rows_and_new_words(tmp_path):
    def epsilon(text, *more):
        return ends(assay("account", text, "--delta", "1e-6", "--json", *more).json, "epsilon")

    assert (
        epsilon("gaussian sigma=2 group=3")
        == epsilon("gaussian sigma=2 sensitivity=3")
        == epsilon("gdp mu=3/2")
    )
    assert epsilon("gaussian sigma=2 rows=1000 batch=10 epochs=2") == epsilon(
        "gaussian sigma=2 q=1/100 k=200"
    )
    assert epsilon("pure epsilon=1/5 group=5") == epsilon("pure epsilon=1")
    assert epsilon("exponential epsilon=1/2 group=2") == epsilon("bounded-range range=1")
    assert epsilon("laplace scale=3 group=2", "--adjacency", "replace-one") == epsilon(
        "laplace scale=3 sensitivity=4"
    )
    sampled = epsilon("gaussian sigma=2 q=1/10 group=2")
    mixed = epsilon("mixture sigma=2 sensitivities=0:1:2 probabilities=0.81:0.18:0.01")
    assert sampled == mixed


@pytest.mark.slow
def test_batches_of_a_fixed_size():
    def epsilon(text):
        found = assay("account", text, "--delta", "1e-6", "--adjacency", "replace-one", "--json")
        return ends(found.json, "epsilon")

    from assay.accounting import Gaussian, Round, Rounds, SubsetSampled, with_replacement

    drawn = "gaussian sigma=2 rows=100 batch=10 k=3 batches="
    for batches, pair in (
        ("fixed", SubsetSampled.of(Gaussian.of(2, 2), Fraction(1, 10))),
        ("redrawn", with_replacement(Gaussian.of(2, 2), 10, 100)),
    ):
        exact = Rounds([(Round.given(pair, "either order"), 3)]).epsilon("1e-6", "1e-5")
        low, high = epsilon(drawn + batches)
        assert low <= exact.upper
        assert exact.lower <= high
    assert epsilon("gaussian sigma=2 rows=10 batch=10 batches=fixed") == epsilon("gaussian sigma=2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["laplace scale=1 q=1/2 group=2", "--delta", "1e-6"], "groups in samples"),
        (["mixture sigma=1 sensitivities=1 probabilities=1 group=2", "--delta", "0"], "no pair of a group"),
        (["gaussian sigma=1 group=1001", "--delta", "1e-6"], "larger than 1000"),
        (["gaussian sigma=1 rows=10 batch=20", "--delta", "1e-6"], "larger than rows"),
        (["gaussian sigma=1 rows=10", "--delta", "1e-6"], "give rows and batch"),
        (["gaussian sigma=1 rows=10 batch=2 q=1/2", "--delta", "1e-6"], "give rows and batch"),
        (["gaussian sigma=1 rows=10 batch=2 epochs=1 k=2", "--delta", "1e-6"], "give rows and batch"),
        (["gaussian sigma=1 rows=9 batch=2 batches=all", "--delta", "1e-6"], "choose one of poisson"),
        (["gaussian sigma=1 rows=9 batch=2 batches=fixed", "--delta", "1e-6"], "replace-one"),
        (["gaussian sigma=1 q=1/3 batches=fixed", "--delta", "1e-6", "--adjacency", "replace-one"], "batch"),
        (
            ["laplace scale=1 rows=9 batch=2 batches=redrawn", "--delta", "0", "--adjacency", "replace-one"],
            "only known for gaussian",
        ),
        (["pair file=/none.json", "--delta", "1e-6"], "cannot be read"),
        (["gaussian sigma=1", "--fpr", "2"], "rate = 2"),
        (["gaussian sigma=1", "--prior", "x"], "prior"),
        (["gaussian sigma=1", "--notion", "renyi"], "choose one of rho, mu"),
        (["gaussian sigma=1", "--fpr", "1", "--prior", "1"], "either --epsilon"),
        (["gaussian sigma=1", "--delta", "1e-6,"], "delta = ''"),
        (["gaussian sigma=1", "--delta", "1e-6", "--plot", "x.txt"], "ends in none of"),
    ],
)
def test_bad_input_to_further_questions(arguments, words):
    assert words in assay("account", *arguments).error


def test_ends_of_a_pair_that_only_dominates_are_told():
    cut = assay("account", "truncated-gaussian sigma=1 q=1/10 size=20 batch=5", "--epsilon", "1")
    assert "a pair that dominates what is released" in cut.out
    assert "note" not in assay("account", "gaussian sigma=1", "--epsilon", "1").out
