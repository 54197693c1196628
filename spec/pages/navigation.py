"""The tree beside each page, made once and marked for each; the theme makes it again for every page."""

from __future__ import annotations

from functools import cache
from typing import Any


def setup(app: Any) -> dict[str, bool]:
    """Ask this module before the theme and after it."""
    app.connect("html-page-context", before_the_theme, priority=400)
    app.connect("html-page-context", after_the_theme, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def before_the_theme(app: Any, page: str, template: str, context: dict[str, Any], parsed: Any) -> None:
    """Give the theme no tree to make."""
    context["toctree"] = lambda **_: ""


def after_the_theme(app: Any, page: str, template: str, context: dict[str, Any], parsed: Any) -> None:
    """Set the tree that the theme would have made."""
    context["furo_navigation_tree"] = tree(app.builder, page)


def tree(builder: Any, page: str) -> str:
    """The tree with links from this page, on which it and what is above it are marked."""
    soup, links = unmarked(builder)
    for other, link in links.items():
        link["href"] = "#" if other == page else builder.get_relative_uri(page, other)
    if page not in links:
        return str(soup)
    here = links[page]
    above = [tag for tag in here.parents if tag.name in ("li", "ul")]
    switches = [tag.input for tag in above if tag.name == "li" and tag.input]
    before = [(tag, dict(tag.attrs)) for tag in (here, *above, *switches)]
    mark(here, above, switches)
    text = str(soup)
    for tag, attributes in before:
        tag.attrs = attributes
    return text


def mark(here: Any, above: list[Any], switches: list[Any]) -> None:
    """Mark the link of a page, the entries and lists above it, and open the switches of those."""
    here["class"] = ["current", *here["class"]]
    for tag in above:
        level, *others = tag.get("class", [""])
        last = ["current-page"] if tag is here.parent else []
        tag["class"] = [level, "current", *others, *last] if tag.name == "li" else ["current"]
    for tag in switches:
        tag["checked"] = ""


@cache
def unmarked(builder: Any) -> tuple[Any, dict[str, Any]]:
    """The tree as it is on the first page, which stands in no tree itself, and its links by their pages."""
    from bs4 import BeautifulSoup
    from furo.navigation import get_navigation_tree
    from sphinx.environment.adapters.toctree import TocTree

    whole = {"collapse": False, "titles_only": True, "maxdepth": -1, "includehidden": True}
    found = TocTree(builder.env).get_toctree_for(builder.config.root_doc, builder, **whole)
    soup = BeautifulSoup(get_navigation_tree(builder.render_partial(found)["fragment"]), "html.parser")
    pages = {builder.get_relative_uri(builder.config.root_doc, page): page for page in builder.env.found_docs}
    return soup, {pages[link["href"]]: link for link in soup.find_all("a") if link["href"] in pages}
