"""The reference of the packages, from their docstrings: every public name once, where it is at home."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

from .links import Links

PACKAGES = {
    "assay": "what most programs need",
    "assay.exact": "numbers whose order is decided",
    "assay.adjacency": "which inputs are neighbours",
    "assay.dp": "distributions, mechanisms, measures, verdicts",
    "assay.mechanisms": "the catalogue: noise, choices, responses",
    "assay.queries": "the catalogue: answers about a dataset",
    "assay.theorems": "what transformations do to privacy",
    "assay.amplification": "what sampling and shuffling do to privacy",
    "assay.notions": "from one notion of privacy to another",
    "assay.sensitivity": "Random DP by sensitivity analysis",
    "assay.integers": "noise on all the integers",
    "assay.composition": "many rounds, exactly",
    "assay.composition.filters": "budgets that are spent on the way",
    "assay.accounting": "many rounds, exactly or in brackets",
    "assay.decide": "every epsilon at once",
    "assay.prove": "inequalities with certificates",
    "assay.utility": "what privacy costs",
    "assay.attacks": "what accurate answers give away",
    "assay.testing": "in test suites: assertions",
    "assay.testing.blackbox": "in test suites: samplers as black boxes",
    "assay.testing.claims": "in test suites: privacy maps",
    "assay.testing.vectors": "in test suites: the test vectors",
    "assay.errors": "what is raised",
}
"""The packages that are documented, in the order of their pages, each in a few words."""


def write(root: Path, folder: Path, links: Links) -> None:
    """A page a package, and one that lists them."""
    (folder / "api").mkdir(parents=True, exist_ok=True)
    documented: dict[int | str, str] = {}
    for name in PACKAGES:
        text = package_page(name, homes(name, documented))
        (folder / "api" / f"{name}.rst").write_text(text, encoding="utf-8")
    names = "\n".join(f"   {what} <{name}>" for name, what in labelled())
    index = f"Packages\n========\n\nFrom the docstrings.\n\n.. toctree::\n   :maxdepth: 1\n\n{names}\n"
    (folder / "api" / "index.rst").write_text(index, encoding="utf-8")


def labelled() -> list[tuple[str, str]]:
    """Each package with what the list of pages calls it."""
    return [(name, f"{name}: {what}") for name, what in PACKAGES.items()]


def public_names(package: str) -> list[str]:
    """The names that a package gives out; without `__all__`, the public classes that it defines."""
    module = import_module(package)
    stated = getattr(module, "__all__", None)
    if stated is not None:
        return [str(name) for name in stated]
    return [
        n for n, v in vars(module).items() if inspect.isclass(v) and v.__module__ == package and n[0] != "_"
    ]


def homes(package: str, documented: dict[int | str, str]) -> list[tuple[str, str, str]]:
    """Each public name with the directive that documents it, and where it was documented before."""
    module = import_module(package)
    found = []
    for name in public_names(package):
        value = getattr(module, name)
        if inspect.ismodule(value) or name.startswith("__"):
            continue
        kind = "autoclass" if inspect.isclass(value) else "autofunction" if callable(value) else "autodata"
        key = name if kind == "autodata" else id(value)
        found.append((name, kind, documented.get(key, "")))
        documented.setdefault(key, package)
    return found


def package_page(package: str, names: list[tuple[str, str, str]]) -> str:
    """The docstring of a package and its names."""
    title = f"``{package}``"
    text = [title, "=" * len(title), "", f".. automodule:: {package}", "   :no-members:", ""]
    elsewhere = [(name, home) for name, _, home in names if home]
    for name, kind, home in names:
        if not home:
            members = ["   :members:"] if kind == "autoclass" else ["   :no-value:"] * (kind == "autodata")
            text += [f".. {kind}:: {package}.{name}", *members, ""]
    if elsewhere:
        text += ["Also here, documented where they are at home:", ""]
        text += [f"- :py:obj:`{name} <{home}.{name}>`" for name, home in elsewhere]
    return "\n".join(text) + "\n"
