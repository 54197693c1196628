"""Bad input: exit 2, one line that names the value and the way out, and nothing on standard output."""

from __future__ import annotations

import pytest

from tests.cli.command_line import ALMOST_RANDOM, assay, write

PAIR = "[False, True], adjacency.all_pairs())"

BAD_FILES = {
    "a float where an exact number is needed": (
        f"@program\ndef p(b):\n    return flip(0.5)\nm = Mechanism(p, {PAIR}",
        ["audited.py:4: ", "p = 0.5 is a float", "'1/2'"],
    ),
    "a float in a table": (
        f"m = Mechanism({{False: {{0: 0.5, 1: 0.5}}, True: {{0: 1}}}}, {PAIR}",
        ["audited.py:2: ", "0.5 is a float", "'1/2'"],
    ),
    "a probability outside [0, 1]": (
        f"@program\ndef p(b):\n    return flip('3/2')\nm = Mechanism(p, {PAIR}",
        ["audited.py:4: ", "p = 3/2", "[0, 1]"],
    ),
    "a negative probability": (
        f"m = Mechanism({{False: {{0: '-1/2', 1: '3/2'}}, True: {{0: 1}}}}, {PAIR}",
        ["audited.py:2: ", "-1/2", "0"],
    ),
    "weights that do not sum to 1": (
        f"m = Mechanism({{False: {{0: '1/2', 1: '1/3'}}, True: {{0: 1}}}}, {PAIR}",
        ["audited.py:2: ", "5/6", "from_weights"],
    ),
    "a domain with duplicates": (
        "m = Mechanism(Dist.point, [0, 1, 1], adjacency.all_pairs())",
        ["audited.py:2: ", "1 (int) twice", "once"],
    ),
    "a domain with lookalikes": (
        "m = Mechanism(Dist.point, [0, 1, True], adjacency.all_pairs())",
        ["audited.py:2: ", "True (bool)", "1 (int), which equals it"],
    ),
    "an empty domain": ("m = Mechanism(Dist.point, [], adjacency.all_pairs())", ["the domain is empty"]),
    "an adjacency without pairs": (
        "m = Mechanism(Dist.point, [(0, 0), (1, 1)], adjacency.hamming(1))",
        ["audited.py:2: ", "hamming(k=1) relates no two", "larger domain or another adjacency"],
    ),
    "an output that cannot be compared": (
        f"@program\ndef p(b):\n    return object() if flip('1/2') else 1\nm = Mechanism(p, {PAIR}",
        ["(object) may hold more than its equality compares", "tuple"],
    ),
    "look-alikes on two inputs": (
        f"@program\ndef p(b):\n    return [0] if b else (0,)\nm = Mechanism(p, {PAIR}",
        ["equals (0,) (tuple) but can be told apart from it (one is a"],
    ),
    "outputs that look alike": (
        f"@program\ndef p(b):\n    return 1 if flip('1/2') else True\nm = Mechanism(p, {PAIR}",
        ["True (bool) equals 1 (int)"],
    ),
    "a NaN as output": (
        f"@program\ndef p(b):\n    return float('nan')\nm = Mechanism(p, {PAIR}",
        ["nan (float) is not equal to itself"],
    ),
    "fields mixed in the file": (
        "x = sqrt(2) + exp(EPS)",
        ["audited.py:2: ", "sqrt(2)", "exp(eps)", "no supported field"],
    ),
    "a program that reads another random source": (
        f"import random\n@program\ndef p(b):\n    return random.random() < 0.5\nm = Mechanism(p, {PAIR}",
        ["does not depend on its draws alone", "random.random"],
    ),
    "no mechanism at all": ("x = 1", ["audited.py defines no Mechanism"]),
    "a function that samples": (
        f"m = Mechanism(lambda b: b, {PAIR}",
        ["the mechanism returned False (bool)", "@assay.program"],
    ),
}


@pytest.mark.parametrize(("source", "expected"), BAD_FILES.values(), ids=BAD_FILES.keys())
@pytest.mark.parametrize("options", [[], ["--epsilon", "1"], ["--epsilon", "1", "--delta", "1/9", "--json"]])
def test_a_file_with_a_mistake(tmp_path, source, expected, options):
    error = assay("audit", write(tmp_path, source), *options).error
    assert [part for part in expected if part not in error] == []


BAD_OPTIONS = {
    "negative epsilon": (["--epsilon=-1"], ["--epsilon = -1 is negative", "at least 0"]),
    "epsilon that is not a number": (["--epsilon", "nan"], ["--epsilon = 'nan'", "'ln(3)'"]),
    "epsilon that is a word": (["--epsilon", "small"], ["--epsilon = 'small'", "'ln(3)'"]),
    "empty epsilon": (["--epsilon", ""], ["--epsilon = ''"]),
    "unfinished epsilon": (["--epsilon", "ln(3"], ["--epsilon = 'ln(3'"]),
    "logarithm of zero": (["--epsilon", "ln(0)"], ["ln(x) is undefined for x = 0"]),
    "delta above 1": (["--epsilon", "1", "--delta", "1.1"], ["--delta = 11/10", "is not in [0, 1]"]),
    "negative delta": (["--epsilon", "1", "--delta=-1/9"], ["--delta = -1/9", "is not in [0, 1]"]),
    "delta that is not a number": (["--delta", "nan"], ["--delta = 'nan'"]),
    "infinite delta": (["--delta", "inf"], ["--delta = 'inf'"]),
    "unknown adjacency": (["--adjacency", "friends"], ["'friends' is not known", "all-pairs", "hamming:K"]),
    "misspelt adjacency": (["--adjacency", "haming"], ["did you mean hamming?"]),
    "distance zero": (["--adjacency", "hamming:0"], ["'hamming:0'", ">= 1"]),
    "distance of half": (["--adjacency", "l1:1/2"], ["'l1:1/2'", ">= 1"]),
    "adjacency with a colon and nothing": (["--adjacency", "linf:"], ["ends in a colon"]),
    "kind that is unknown": (["--adjacency", "replace-one:heap"], ["'heap'", "multiset, set, sequence"]),
    "adjacency for other inputs": (["--adjacency", "l1"], ["False (bool) is not an integer vector"]),
    "adjacency without pairs": (["--domain", "(0,0), (1,1)", "--adjacency", "hamming"], ["relates no two"]),
    "domain that is no literal": (["--domain", "a b"], ["--domain 'a b'", "range(8)"]),
    "domain that is one value": (["--domain", "5"], ["--domain '5'"]),
    "domain that is a set": (["--domain", "{1, 2}"], ["--domain '{1, 2}'"]),
    "domain that calls": (["--domain", "exit(1)"], ["--domain 'exit(1)'"]),
    "domain of a range of floats": (["--domain", "range(1.5)"], ["--domain 'range(1.5)'"]),
    "domain with duplicates": (["--domain", "1, 1"], ["1 (int) twice"]),
    "empty domain": (["--domain", "[]"], ["the domain is empty"]),
    "no states": (["--max-states", "0"], ["--max-states '0'", ">= 1"]),
    "states in words": (["--max-states", "many"], ["--max-states 'many'"]),
    "no time": (["--timeout", "0"], ["--timeout '0'", "--timeout 30"]),
    "time in words": (["--timeout", "soon"], ["--timeout 'soon'"]),
    "negative time": (["--timeout=-1"], ["--timeout '-1'"]),
    "infinite time": (["--timeout", "inf"], ["--timeout 'inf'"]),
    "unknown option": (["--epsilom", "1"], ["--epsilom"]),
    "abbreviated option": (["--eps", "1"], ["--eps"]),
    "option without a value": (["--epsilon"], ["--epsilon", "expected one argument"]),
    "plot of another kind": (["--plot", "profile.gif"], ["'profile.gif'", ".png"]),
    "plot in no folder": (["--plot", "nowhere/profile.png"], ["folder", "'nowhere/profile.png'"]),
}


@pytest.mark.parametrize(("options", "expected"), BAD_OPTIONS.values(), ids=BAD_OPTIONS.keys())
def test_an_option_with_a_mistake(tmp_path, options, expected):
    error = assay("audit", write(tmp_path, ALMOST_RANDOM), *options).error
    assert [part for part in expected if part not in error] == []


@pytest.mark.parametrize(
    "arguments", [[], ["audit"], ["frobnicate"], ["--frobnicate"], ["audit", "a.py", "b.py"]]
)
def test_bad_usage(arguments):
    assert "--help" in assay(*arguments).error


def test_a_bad_option_is_reported_before_the_file_is_opened(tmp_path):
    assert "--epsilon" in assay("audit", tmp_path / "missing.py", "--epsilon", "nan").error
