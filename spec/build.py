"""Build the pages: `python spec/build.py`, from `pip install '.[docs]'`, into `build/pages/html`.

The examples of the pages are run first. Then the Markdown of `spec/` and the pages that are made from data
are put together in `build/pages/source`, and Sphinx makes HTML of them, in which a warning is an error.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Run the examples, write the sources, and call Sphinx."""
    from spec.pages import examples
    from spec.pages.assemble import assemble

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument(
        "--output", type=Path, default=ROOT / "build" / "pages", help="the folder to build in"
    )
    parser.add_argument("--skip-examples", action="store_true", help="do not run the examples again")
    options = parser.parse_args()
    began = time.monotonic()
    if not options.skip_examples and (failed := examples.run_all(ROOT)):
        sys.stderr.write("\n".join(failed) + "\n")
        return 1
    output = options.output.resolve()
    source, files, html = output / "source", output / "beside", output / "html"
    say(f"{time.monotonic() - began:6.1f} s  examples")
    with tempfile.TemporaryDirectory(prefix="assay-pages-") as fresh:
        assemble(ROOT, Path(fresh) / "source", Path(fresh) / "beside")
        update(Path(fresh) / "source", source)
        update(Path(fresh) / "beside", files)
    say(f"{time.monotonic() - began:6.1f} s  sources")
    sphinx = ["-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", "-c", str(ROOT / "spec")]
    places = ["-d", str(output / "doctrees"), "-D", f"html_extra_path={files}"]
    status = subprocess.run(
        [sys.executable, *sphinx, *places, str(source), str(html)], check=False
    ).returncode
    say(f"{time.monotonic() - began:6.1f} s  pages: {html / 'index.html'}")
    return status


def say(line: str) -> None:
    """One line of progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def update(fresh: Path, folder: Path) -> None:
    """Make a folder hold what is in a fresh one; a file that did not change keeps its time, and its page."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in [path for path in folder.rglob("*") if path.is_file()]:
        if not (fresh / old.relative_to(folder)).is_file():
            old.unlink()
    for new in [path for path in fresh.rglob("*") if path.is_file()]:
        place = folder / new.relative_to(fresh)
        if not place.is_file() or place.read_bytes() != new.read_bytes():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(new, place)


if __name__ == "__main__":
    sys.exit(main())
