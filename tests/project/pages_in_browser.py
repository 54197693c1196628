"""Look at built pages as a browser does: `python -m tests.project.pages_in_browser FOLDER`.

Every page is opened in Chromium at 360 and 1280 pixels, in light or dark. What fails: an error on the
console, a file that is not there, a link or an anchor that leads nowhere, a page that is not
marked in the tree beside it or is wider than the window, a request that leaves the folder, and a search that
does not find what there is. Without Chromium only links, anchors and trees are checked, and it says so.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 900
"""Seconds for the browser, which shares the machine with the tests."""

HERE = ' current-page"><a class="current reference internal" href="#">'
"""How the tree beside a page marks it."""

SPY = b"""<script>
window.problems = [];
const missing = (e) => `missing: ${e.target.src || e.target.href}`;
addEventListener("error", (e) => problems.push(e.message || missing(e)), true);
addEventListener("unhandledrejection", (e) => problems.push(String(e.reason)));
for (const kind of ["error", "warn"])
  console[kind] = (...words) => problems.push(`${kind}: ${words.join(" ")}`);
</script>"""

HARNESS = """<!doctype html><title>pages</title><body><script>
const pages = PAGES, found = [];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const frame = document.createElement("iframe");
document.body.append(frame);
const open = (url) => new Promise((done) => { frame.onload = done; frame.src = url; });
const outside = (view) => view.performance.getEntriesByType("resource").map((e) => e.name)
  .filter((name) => !name.startsWith(location.origin) && !name.startsWith("data:"));
const look = (url, width) => {
  const view = frame.contentWindow, root = view.document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    found.push(`${url}: wider than ${width} pixels: ${root.scrollWidth}`);
};
(async () => {
  for (const [number, url] of pages.entries()) {
    frame.style = "width:360px;height:800px;border:0";
    localStorage.setItem("theme", number % 2 ? "dark" : "light");
    await open(url);
    look(url, 360);
    frame.style.width = "1280px";
    look(url, 1280);
    for (const problem of frame.contentWindow.problems) found.push(`${url}: ${problem}`);
    for (const name of outside(frame.contentWindow)) found.push(`${url}: asks ${name}`);
  }
  for (const words of ["hockey-stick", "randomised_response", "above threshold", "bootstrap"]) {
    await open(`/search.html?q=${encodeURIComponent(words)}`);
    let results = 0;
    for (let tries = 0; tries < 100 && !results; tries++) {
      await wait(50);
      results = frame.contentWindow.document.querySelectorAll("ul.search li").length;
    }
    if (!results) found.push(`search does not find ${words}`);
  }
  await fetch("/found", { method: "POST", body: JSON.stringify({ pages: pages.length, found }) });
})();
</script>"""


class References(HTMLParser):
    """The anchors of a page, and what it refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        for name, value in attrs:
            if value and name in ("id", "name"):
                self.anchors.add(value)
            elif value and name in ("href", "src"):
                self.references.append(value)


def read(page: Path) -> References:
    """The anchors and references of a file."""
    parser = References()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def dead_links(folder: Path) -> list[str]:
    """References inside the folder to files or anchors that are not there."""
    pages = {page: read(page) for page in sorted(folder.rglob("*.html"))}
    return [
        f"{page.relative_to(folder)}: {reference}"
        for page, found in pages.items()
        for reference in dict.fromkeys(found.references)
        if not leads_somewhere(reference, page, folder, pages)
    ]


def leads_somewhere(reference: str, page: Path, folder: Path, pages: dict[Path, References]) -> bool:
    """Whether a reference leads outside of the pages, or to a file and an anchor of them."""
    parts = urlsplit(reference)
    if parts.scheme or parts.netloc:
        return parts.scheme in ("https", "http", "mailto", "data")
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or folder not in target.parents:
        return False
    anchor = unquote(parts.fragment)
    return not anchor or target not in pages or anchor in pages[target].anchors or anchor == "top"


def unmarked_pages(folder: Path) -> list[str]:
    """Pages that the tree beside the first page lists, and that the tree beside themselves does not mark."""
    first = folder / "index.html"
    text = first.read_text("utf-8") if first.is_file() else ""
    tree = re.search(r'<div class="sidebar-tree">(.*?)</div>', text, re.S)
    if tree is None or not (listed := re.findall(r'<a class="reference internal" href="([^"#]+)">', tree[1])):
        return ["index.html: no tree of pages stands beside it"]
    return [
        f"{page}: the tree beside it does not say where it is"
        for page in map(unquote, listed)
        if (folder / page).read_text("utf-8").count(HERE) != 1
    ]


class Server(SimpleHTTPRequestHandler):
    """The folder, with a spy in every page; what the harness found is kept."""

    answer: ClassVar[dict[str, object]] = {}
    done = threading.Event()
    harness = b""

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if self.path == "/harness":
            self.send(self.harness)
        elif path.suffix == ".html" and path.is_file():
            self.send(path.read_bytes().replace(b"<head>", b"<head>" + SPY, 1))
        else:
            super().do_GET()

    def send(self, text: bytes) -> None:
        """Send a page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        with suppress(BrokenPipeError):  # the browser went on to the next page
            self.end_headers()
            self.wfile.write(text)

    def do_POST(self) -> None:
        """Keep what was found."""
        type(self).answer = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send(b"")
        self.done.set()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def seen_by(browser: str, folder: Path) -> list[str]:
    """What the browser complains about.

    Raises:
        TimeoutError: it did not come to an end.
    """
    pages = [f"/{page.relative_to(folder).as_posix()}" for page in sorted(folder.rglob("*.html"))]
    Server.harness = HARNESS.replace("PAGES", json.dumps(pages)).encode()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="assay-browser-", ignore_cleanup_errors=True) as profile:
        address = f"http://127.0.0.1:{server.server_port}/harness"
        options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--window-size=1400,1000",
        ]
        command = [browser, *options, f"--user-data-dir={profile}", "--remote-debugging-port=0", address]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not Server.done.wait(PATIENCE):
                raise TimeoutError(
                    f"{browser} did not look at all of {len(pages)} pages in {PATIENCE} seconds"
                )
        finally:
            process.terminate()
            process.wait(20)
            server.shutdown()
    return [str(problem) for problem in problems_of(Server.answer)]


def problems_of(answer: dict[str, object]) -> Iterator[object]:
    """The problems that were posted."""
    found = answer.get("found")
    yield from found if isinstance(found, list) else ["the browser sent no list"]


def main(arguments: list[str]) -> int:
    """Check a folder of pages; 1 if something is wrong."""
    folder = Path(arguments[0]).resolve()
    pages = len(list(folder.rglob("*.html")))
    problems = dead_links(folder) + unmarked_pages(folder)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.stdout.write("there is no Chromium on this machine: the pages are not looked at in a browser\n")
    else:
        problems += seen_by(browser, folder)
    sys.stdout.write("\n".join([*problems, f"{pages} pages, {len(problems)} problems\n"]))
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
