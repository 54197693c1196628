"""Ask a library every test vector: `python -m tests.testing.vectors.answers NAME PYTHON [older]`.

PYTHON is the interpreter of an environment in which the library NAME is installed. Its answerer in
`spec/vectors/answerers` is asked, and what it answers is kept in `spec/vector-answers`, for the pages; not
what it does not have. With `older` the release is kept beside, to be compared with the one that is there.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from assay.testing.vectors import read_suite, run_command
from assay.testing.vectors.judgement import NOT_IMPLEMENTED
from assay.testing.vectors.results import write

SPEC = Path(__file__).parents[3] / "spec"
ANSWERERS = SPEC / "vectors" / "answerers"
KEPT = SPEC / "vector-answers"
SECONDS = 10
MODULES = {"python-dp": "pydp"}


def release(name: str, python: str) -> str:
    """The version of the library in that environment."""
    program = f"from importlib.metadata import version; print(version({name!r}))"
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main(arguments: list[str]) -> int:
    """Ask, and write the file."""
    name, python, *older = arguments
    module = MODULES.get(name, name.replace("-", "_").replace(".", "_"))
    suite, version = read_suite(SPEC / "vectors"), release(name, python)
    found = run_command(suite.tests, [python, str(ANSWERERS / f"{module}_answerer.py")], SECONDS)
    kept = [each for each in found if each.judgement.status != NOT_IMPLEMENTED]
    place = KEPT / "older" / f"{name}-{version}.json" if older == ["older"] else KEPT / f"{name}.json"
    place.parent.mkdir(exist_ok=True)
    write(place, name, suite, kept, version, datetime.now(UTC).strftime("%Y-%m-%d"))
    sys.stdout.write(f"{name} {version}: {len(kept)} answers\n")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
