"""The theorems that several proofs share: what they say, and that the rules accept them again."""

from __future__ import annotations

import json

import pytest

from assay.prove import check
from assay.prove.tactics import known

CLAIMS = {
    "exponential_tangent": "for x in (-inf, inf): exp(x) >= 1 + x",
    "logarithm_tangent": "for y in (0, inf): log(y) <= y - 1",
    "logarithm_of_exponential": "for t in (-inf, inf): log(exp(t)) = t",
    "power_as_exponential": "for x in (0, inf), y in (-inf, inf): x^y = exp(y*log(x))",
    "bernoulli": "for y in (-inf, inf), a in [1, inf): exp(a*y) >= 1 + a*(exp(y) - 1)",
    "power_tangent": "for v in (-inf, inf), w in (-inf, inf), a in [1, inf): "
    "exp(a*v) >= exp(a*w) + a*exp((a - 1)*w)*(exp(v) - exp(w))",
    "power_tangent_above": "for v in (-inf, inf), w in (-inf, inf), a in [0, 1]: "
    "exp(a*v) <= exp(a*w) + a*exp((a - 1)*w)*(exp(v) - exp(w))",
    "mixture_excess": "for p in [0, inf), r in [0, inf), s in [0, inf), q in [0, 1], A in [1, inf), "
    "m in (-inf, inf) where p - A*r <= m and p - A*s <= m: "
    "(1 - q)*r + q*p - (1 + q*(A - 1))*((1 - q)*r + q*s) <= q*m",
    "hoeffding": "for p in [0, 1], t in [0, inf): 1 - p + p*exp(t) <= exp(p*t + t^2/8)",
    "hoeffding_step": "for p in [0, 1], t in [0, inf): exp(-4*t*(p + t))*(1 - p + p*exp(4*t)) <= exp(-2*t^2)",
}


def test_every_shared_theorem_is_listed():
    made = {name for name, value in vars(known).items() if hasattr(value, "cache_info")}
    assert made == set(CLAIMS)


@pytest.mark.parametrize("name", CLAIMS)
def test_shared_theorem(name):
    theorem = getattr(known, name)()
    assert str(theorem) == CLAIMS[name]
    assert str(check(json.loads(json.dumps(theorem.to_json())))) == CLAIMS[name]
    assert getattr(known, name)() is theorem
