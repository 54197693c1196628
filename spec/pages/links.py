"""Links of the repository's Markdown, made to lead to the pages and to the sources beside them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from .markdown import outside_code

PICTURES = (".png", ".svg")
LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)\)")


@dataclass
class Links:
    """Where each file of the repository stands among the pages; what is linked and is no page gets one.

    pages: the page of a file, both relative: `spec/claims/S1.toml` -> `ledger/S1`.
    files: the folder whose content is served beside the pages, to download.
    sources: the files and folders that were linked and are no pages; each is to be shown on one.
    pictures: the pictures that pages show, to be copied beside the sources.
    """

    root: Path
    pages: dict[str, str]
    files: Path
    sources: set[str] = field(default_factory=set)
    pictures: set[str] = field(default_factory=set)

    def rewritten(self, text: str, origin: str, page: str) -> str:
        """The text of the file `origin`, with links as they are to be on the page `page`."""
        folder = PurePosixPath(origin).parent
        here = PurePosixPath(page).parent

        def replaced(match: re.Match[str]) -> str:
            return f"]({self.target(match[1], folder, here)})"

        return "".join(LINK.sub(replaced, line) if prose else line for prose, line in outside_code(text))

    def target(self, link: str, folder: PurePosixPath, here: PurePosixPath) -> str:
        """What a link says on the page: the page of a file, from `here`."""
        path, mark, fragment = link.partition("#")
        if "://" in link or not path or path.startswith("mailto:"):
            return link
        named = os.path.normpath(folder / path)
        if not (self.root / named).exists():
            raise FileNotFoundError(f"{folder}: the link {link!r} leads to {named}, which does not exist")
        if PurePosixPath(named).suffix in PICTURES:
            self.pictures.add(named)
            return os.path.relpath(PurePosixPath(named).relative_to("spec"), here)
        page = self.pages.get(named) or self.pages.get(f"{named}/README.md") or self.source(named)
        return os.path.relpath(f"{page}.md", here) + mark + fragment

    def source(self, named: str) -> str:
        """The page that shows a file or a folder of the repository."""
        self.sources.add(named)
        return f"source/{named}" if (self.root / named).is_file() else f"source/{named}/index"

    def download(self, label: str, name: str, content: str, page: str) -> str:
        """Offer a file, and the link to it from a page."""
        place = self.files / "files" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
        to_top = "../" * page.count("/")
        return f'<a class="download" download href="{to_top}files/{quote(name)}">{label}</a>'
