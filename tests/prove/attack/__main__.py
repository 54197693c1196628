"""A long attack with fresh examples: `python -m tests.prove.attack --steps 1000000 --jobs 2`."""

from __future__ import annotations

import argparse
import sys
import time

from tests.prove.attack import attacked

parser = argparse.ArgumentParser(prog="python -m tests.prove.attack", description=__doc__)
parser.add_argument("--steps", type=int, default=10_000)
parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
parser.add_argument("--jobs", type=int, default=1)
options = parser.parse_args()
tried, accepted, false = attacked(options.seed, options.steps, options.jobs)
sys.stdout.write(f"seed {options.seed}: {tried} steps, {accepted} accepted, {len(false)} false\n")
sys.stdout.write("".join(f"  {line}\n" for line in false))
sys.exit(1 if false else 0)
