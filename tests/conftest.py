"""How the suites draw their examples: the same ones on every run, however long a single one takes."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Exact arithmetic takes the time it takes, and no test asserts a wall time.
settings.register_profile(
    "dev",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("dev"), max_examples=100)
settings.register_profile("slow", settings.get_profile("dev"), max_examples=400)
# `pytest --hypothesis-profile=slow` overrides this.
settings.load_profile("dev")
