"""Nothing depends on, or changes, the precision of the process; many threads may compute at once."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from flint import ctx

from assay.exact import Certified, certified, exp, heartbeat, ln, precision, sign, sqrt
from assay.exact._flint import SLOW, arb, rational

CLOSE = Fraction(2721, 1001)


@pytest.fixture
def restored():
    before = ctx.prec
    yield
    ctx.prec = before


def answers(_=None):
    small = (sqrt(2) - 1) ** 60
    return (
        str(exp(1).decimal(40)),
        float(small),
        sign(exp(1) - CLOSE),
        sign(ln(3) - Fraction(10986, 10000)),
        str(ln(1 + sqrt(2)).lower(25)),
        hash(ln(1 + sqrt(2))),
        str(certified(exp("1/3")).upper(25)),
        exp(1) < sqrt(8),
        ln(3) * Fraction(10**20, 3) < ln(3) * Fraction(10**20 + 1, 3),
    )


@pytest.mark.parametrize("bits", [2, 5, 53, 2000])
def test_the_precision_in_force_does_not_matter(bits, restored):
    ctx.prec = 53
    wanted = answers()
    ctx.prec = bits
    assert answers() == wanted
    assert ctx.prec == bits


def test_threads_agree_and_leave_the_precision_alone(restored):
    ctx.prec = 77
    wanted = answers()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(answers, range(64))) == {wanted}
    assert ctx.prec == 77


def test_the_precision_is_restored_after_an_error(restored):
    ctx.prec = 61
    with pytest.raises(ZeroDivisionError), precision(100), precision(30):
        assert [ctx.prec, 1 // (ctx.prec - 30)]
    assert ctx.prec == 61
    failing = Certified(lambda bits: arb(1) if bits < 10 else 1 / 0, "failing")
    with pytest.raises(ZeroDivisionError):
        failing.enclosure(64)
    assert ctx.prec == 61


def test_the_clock_is_read_for_each_long_ball(monkeypatch):
    read = []
    monkeypatch.setattr(heartbeat, "listening", 1)
    monkeypatch.setattr(heartbeat, "strike", lambda: read.append(1))
    monkeypatch.setattr(heartbeat, "_left", heartbeat.EVERY)
    for bits, wanted in ((128, 0), (SLOW + 1, 10)):
        with precision(bits):
            read.clear()
            for _ in range(10):
                rational(1)
            assert len(read) == wanted
