"""The pytest plugin `assay`: assertions about privacy that fail with a witness, two fixtures, strategies.

    from assay.testing.pytest_plugin import assert_at_most, assert_distribution, assert_private, assert_sound

Loading it loads nothing of Assay or Hypothesis; that happens when something of it is used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..dp import Attained, Dist, Verdict
    from ..programs.sources import Sampled
    from .blackbox import DistributionFinding
    from .claims import Report

LABEL = "assay"

_running: list[pytest.Item] = []
"""The test that runs; below it, tests that run inside a test."""


def assert_private(mechanism: Any, epsilon: Any, delta: Any = 0, **options: Any) -> Verdict:
    """Fail unless the mechanism is (epsilon, delta)-private, see `assay.testing.assertions`."""
    __tracebackhide__ = True
    from . import assertions

    return assertions.assert_private(mechanism, epsilon, delta, **options)


def assert_at_most(
    mechanism: Any, measure: str, bound: Any, *arguments: Any, **options: Any
) -> Attained[Any, Any, Any]:
    """Fail unless the worst case of a measure is at most a bound, see `assay.testing.assertions`."""
    __tracebackhide__ = True
    from . import assertions

    return assertions.assert_at_most(mechanism, measure, bound, *arguments, **options)


def assert_distribution(
    sampler: Any, exact: Any, *args: Any, false_alarm: Any = "1e-9", **options: Any
) -> Sampled | DistributionFinding:
    """Fail unless the sampler has this distribution, see `assay.testing.distribution_assertion`.

    Where only samples could be tested, the end of the test run says so.
    """
    __tracebackhide__ = True
    from .distribution_assertion import assert_distribution as check

    return check(sampler, exact, *args, false_alarm=false_alarm, notify=note, **options)


def assert_sound(privacy_map: Any, truth: Any, grid: Any, **options: Any) -> Report:
    """Fail unless every number that a privacy map claims is sound, see `assay.testing.claims`."""
    __tracebackhide__ = True
    from .claims import assert_sound as check

    return check(privacy_map, truth, grid, **options)


def note(text: str) -> None:
    """Something that the reader of the test run has to know about the test that runs."""
    if _running:
        _running[-1].user_properties.append((LABEL, text))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option --assay-seed."""
    parser.getgroup("assay", "exact differential privacy").addoption(
        "--assay-seed", type=int, default=None, metavar="N", help="the seed of the fixture assay_seed"
    )


@pytest.fixture
def assay_seed(request: pytest.FixtureRequest) -> int:
    """A fresh seed from the operating system, or that of --assay-seed; shown where the test fails."""
    given: int | None = request.config.getoption("--assay-seed")
    if given is None:
        import secrets

        given = secrets.randbits(63)
    request.node.add_report_section("setup", LABEL, f"repeat with --assay-seed={given}")
    return given


@pytest.fixture
def exact_distribution() -> Callable[..., Dist[Any]]:
    """The function (sampler, *args) -> the exact distribution of sampler(*args), from the random tape."""
    from ..programs.sources import distribution

    return distribution


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Know which test runs."""
    _running.append(item)
    try:
        return (yield)
    finally:
        _running.pop()


def pytest_collection_finish() -> None:
    """Register the strategies, in a session that has loaded both Hypothesis and Assay."""
    if "hypothesis" in sys.modules and "assay.dp" in sys.modules:
        from . import strategies  # noqa: F401  (its import registers them)


class Notes:
    """Test and note, of all tests that have ended; told at the end of the run."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the notes of a test that has ended, also of one that ran in another process."""
        if report.when == "teardown":
            told = (str(text) for name, text in report.user_properties if name == LABEL)
            self.notes.extend((report.nodeid, text) for text in told)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell which tests were weaker than an exact one."""
        if self.notes:
            terminalreporter.section("assay")
            for nodeid, text in self.notes:
                terminalreporter.write_line(f"{nodeid}: {text}")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the notes of this session."""
    config.pluginmanager.register(Notes(), "assay-notes")
