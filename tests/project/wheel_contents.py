"""Whether a built wheel is what it should be: `python wheel_contents.py WHEEL` ends with 1 if not."""

from __future__ import annotations

import sys
from zipfile import ZipFile

NEEDED = (
    "assay/py.typed",
    "assay/__main__.py",
    "assay/examples/almost_random.py",
    "assay/ledger/claims/sources.toml",
    "assay/prove/lemmas/laplace.py",
    "assay/prove/lemmas/certificates/Chernoff-bounds.json",
)


def problems(wheel: str) -> list[str]:
    """What is wrong with the wheel: other top-level names than `assay` and its metadata, or missing files."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    top = {name.partition("/")[0] for name in names}
    found = [
        f"{name} is a top-level name" for name in sorted(top) if name != "assay" and not is_metadata(name)
    ]
    found += [f"{name} is missing" for name in NEEDED if name not in names]
    if not any(name.endswith("/share/man/man1/assay.1") for name in names):
        found.append("the man page is missing")
    if not any(name.endswith("/licenses/LICENSE") for name in names):
        found.append("the licence is missing")
    return found


def is_metadata(name: str) -> bool:
    """Whether it is the folder `assay-VERSION.dist-info`, or `.data` with what lies beside the package."""
    return name.startswith("assay-") and name.endswith((".dist-info", ".data"))


if __name__ == "__main__":
    (path,) = sys.argv[1:]
    wrong = problems(path)
    sys.stdout.write(
        "".join(f"{path}: {line}\n" for line in wrong) or f"{path}: exactly one package, assay\n"
    )
    sys.exit(1 if wrong else 0)
