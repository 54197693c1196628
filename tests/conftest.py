"""How the suites draw their examples, however long a single one takes: by default the same on every run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Exact arithmetic takes the time it takes, and no test asserts a wall time.
settings.register_profile(
    "dev",
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
for name, examples in (("ci", 100), ("slow", 400)):
    settings.register_profile(
        name, settings.get_profile("dev"), max_examples=examples, derandomize=False, print_blob=True
    )
# `pytest --hypothesis-profile=slow` overrides this.
settings.load_profile("dev")
