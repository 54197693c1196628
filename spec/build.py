"""Build the pages: `python spec/build.py`, from `pip install '.[docs]'`, into `build/pages/html`.

The examples of the pages are run first. Then the Markdown of `spec/` and the pages that are made from data are put
together in `build/pages/source`, and Sphinx makes HTML of them, in which a warning is an error.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Run the examples, write the sources, and call Sphinx."""
    from spec.pages import examples
    from spec.pages.assemble import assemble

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "pages", help="the folder to build in")
    parser.add_argument("--skip-examples", action="store_true", help="do not run the examples again")
    options = parser.parse_args()
    began = time.monotonic()
    if not options.skip_examples and (failed := examples.run_all(ROOT)):
        sys.stderr.write("\n".join(failed) + "\n")
        return 1
    output = options.output.resolve()
    source, files, html = output / "source", output / "beside", output / "html"
    for folder in (source, files, html):
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{time.monotonic() - began:6.1f} s  examples", flush=True)
    assemble(ROOT, source, files)
    print(f"{time.monotonic() - began:6.1f} s  sources", flush=True)
    sphinx = ["-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", "-c", str(ROOT / "spec")]
    files.mkdir(parents=True, exist_ok=True)
    places = ["-d", str(output / "doctrees"), "-D", f"html_extra_path={files}"]
    status = subprocess.run([sys.executable, *sphinx, *places, str(source), str(html)], check=False).returncode
    print(f"{time.monotonic() - began:6.1f} s  pages: {html / 'index.html'}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
