"""The pytest plugin in a run of its own: fixtures, reports, and a light import."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

SUITE = """
import random, secrets
from assay import Dist
from assay.testing.blackbox import Seeded
from assay.testing.pytest_plugin import assert_distribution, assert_private

def coin():
    return random.random() < 0.5

def test_law(exact_distribution):
    assert exact_distribution(coin) == Dist.bernoulli("1/2")

def test_sampled(assay_seed):
    box = Seeded(lambda seed: lambda r=random.Random(seed): r.random() < 0.5, assay_seed)
    assert_distribution(box, Dist.bernoulli("1/2"), samples=500)

def test_wrong(assay_seed):
    assert_distribution(coin, Dist.bernoulli("1/3"))
"""


def test_a_run_with_the_plugin(pytester):
    pytester.makepyfile(SUITE)
    done = pytester.runpytest_inprocess("-p", "assay", "--assay-seed=17")
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(
        [
            "*REFUTED: coin does not have the promised distribution*",
            "*probability*1/2 = 0.5",
            "*promised*1/3 = 0.333333333333*",
            "*repeat with --assay-seed=17*",
            "*test_sampled: tested with 500 samples instead of exactly: a black box gives samples only*",
        ]
    )
    done.stdout.no_fnmatch_line("*testing/*assertion*.py*")


@pytest.mark.slow
def test_type_based_generation_in_a_new_session(pytester):
    pytester.makepyfile(
        """
        from hypothesis import given, settings
        from assay import Dist, Mechanism

        @settings(max_examples=5, database=None)
        @given(...)
        def test_it(distribution: Dist[int], mechanism: Mechanism[bool, str]):
            assert len(distribution) and mechanism.pairs
        """
    )
    done = pytester.runpytest_subprocess("-p", "assay", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=1)


def test_loading_the_plugin_loads_nothing_else():
    code = (
        "import sys, json, pytest; before = set(sys.modules)\n"
        "import assay.testing.pytest_plugin\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "assay.testing.pytest_plugin" in loaded
    assert {name for name in loaded if name.startswith("assay")} == {
        "assay",
        "assay.testing",
        "assay.testing.pytest_plugin",
    }
    assert not {"hypothesis", "numpy", "flint"} & {name.partition(".")[0] for name in loaded}
