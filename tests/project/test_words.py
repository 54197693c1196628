"""One word for one thing: what the glossary replaces occurs in no public name, docstring, message or page."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from assay import mechanisms, theorems

from .mirror import top

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "reference" / "assay"

WORDS = {
    r"laws?": "distribution",
    r"neighbor\w*": "neighbour",
    r"(de)?randomiz\w*": "randomise",
    r"(discret|normal|symmetr|factor|summar|general|optim|minim|maxim|recogn)iz(e|ed|es|ing|ation)": "-ise",
    r"behaviors?": "behaviour",
    r"centers?": "centre",
    r"colors?": "colour",
    r"add-remove(?!-one)": "add-remove-one",
}
"""What the glossary replaces, as whole words, and by what."""

NAMES = {"told", "asked", "drawn", "made", "written", "shown", "quiet", "looks", "heads"}
"""Names of functions that say neither what they return nor what they do."""

MEANT = (
    "square-root law",  # the name of a theorem
    "law of large numbers",
    "Two laws carry the rest",  # of the kernel's arithmetic
    "no other law of sums",
    "**Law.**",
    "keeps the law",
    "keep their law",
    "laws of the kernel",
    "and laws:",  # what holds of every notion of privacy
    "The list of laws",
    "Notions and their laws",
    '"Randomized response"',  # a title
    'slide \\"Randomized Response\\"',
    "utility-maximizing",  # a title
    "scipy.optimize",
    "neighboring_relation",
    "neighboring='",
    "setattr(m, 'neighboring'",
    "dp_accounting.NeighboringRelation",
    "RandomizedResponseDpEvent",
    "| RandomizedResponse |",  # an event of dp-accounting
    "generalize ",  # a tactic of Coq
    "optimize=",  # a parameter of opendp
    "{optimize!r}",
    "color:",  # of a style sheet
    "color-scheme",
)
"""Where a replaced word is meant, or belongs to a title or to another library."""

FOREIGN_NAMES = frozenset({"color", "neighboring_relation", "NeighboringRelation", "optimize"})
"""Names of other libraries: matplotlib, dp-accounting, autodp, scipy."""

PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("spec/**/*.md"), *PACKAGE.rglob("*.md"))
    if path.name not in ("CHANGELOG.md", "survey.md", "glossary.md")
)
"""The survey quotes other libraries; the glossary and the changelog name what was replaced."""

MODULES = sorted(PACKAGE.rglob("*.py"))
QUOTED = re.compile("“[^”]*”")
"""What others wrote, in their own words."""


def words_in(text: str) -> Iterator[str]:
    """The replaced words in a prose text, outside of what is meant."""
    for phrase in MEANT:
        text = text.replace(phrase, "")
    for pattern, better in WORDS.items():
        for match in re.finditer(rf"(?<![\w/.`\\-]){pattern}(?![\w/]|\.\w|\\_)", text, flags=re.IGNORECASE):
            yield f"{match[0]}: say {better}"


def words_of_name(name: str) -> Iterator[str]:
    """The replaced words that a name is made of, from snake_case or CamelCase."""
    if name not in FOREIGN_NAMES:
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ")
        yield from (f"{name}: {found}" for found in words_in(spaced))


def texts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Docstrings, messages and help texts: the strings that have a space in them, with their line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def public_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Public functions, classes, methods, fields and parameters, with their line."""
    stack: list[ast.AST] = [tree]
    while stack:
        for node in ast.iter_child_nodes(stack.pop()):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                yield node.lineno, node.name
                if isinstance(node, ast.ClassDef):
                    stack.append(node)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                yield node.lineno, node.target.id
            if isinstance(node, ast.FunctionDef) and (
                node.name == "__init__" or not node.name.startswith("_")
            ):
                given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                yield from ((each.lineno, each.arg) for each in given if not each.arg.startswith("_"))


def shared_functions(modules: Iterable[Path]) -> Iterator[str]:
    """The modules and the module-level public functions that have one of the names."""
    for path in modules:
        if path.stem in NAMES:
            yield path.stem
        for node in top(path).body:
            if isinstance(node, ast.FunctionDef) and node.name in NAMES:
                yield f"{path.stem}: {node.name}"


def defects(source: str) -> list[str]:
    """Where a module uses a word that the glossary replaces."""
    tree = ast.parse(source)
    given = public_names(tree)
    found = [f"line {line}: {word}" for line, name in given for word in words_of_name(name)]
    return found + [f"line {line}: {word}" for line, text in texts_of(tree) for word in words_in(text)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_uses_the_words_of_the_glossary(path):
    assert [*words_of_name(path.stem), *defects(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_uses_the_words_of_the_glossary(path):
    lines = (QUOTED.sub("", line) for line in path.read_text(encoding="utf-8").splitlines())
    assert [(number, word) for number, line in enumerate(lines, 1) for word in words_in(line)] == []


def test_functions_say_what_they_return_or_do():
    assert list(shared_functions(MODULES)) == []


@pytest.mark.parametrize(
    "source",
    [
        "def law_of(x): pass",
        "class OutputLaw: pass",
        "class A:\n    laws: int",
        "def f(law): pass",
        "def f(*, center=0): pass",
        'def f():\n    """The law of x."""',
        'raise ValueError(f"the laws {x} differ")',
        'add("--x", help="the neighboring inputs")',
        'text = "use --adjacency add-remove with it"',
        'def f():\n    """A randomized algorithm."""',
        'def f():\n    """The square-root law, and another law."""',
    ],
)
def test_a_planted_word_is_noticed(source):
    assert len(defects(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    """The square-root law."""',
        'import x\nx.make_randomized_response("make_randomized_response(space)")',
        "def _law(law): pass",
        'text = "use --adjacency add-remove-one with it"',
        "law = 1",
        "import matplotlib\ncolor: str",
        'word = "law"',
        'text = "see law.py and laws/grid"',
    ],
)
def test_what_is_meant_or_foreign_is_left_alone(source):
    assert defects(source) == []


def test_a_planted_function_is_noticed(tmp_path):
    module = tmp_path / "quiet.py"
    module.write_text("def helper(): pass\n", encoding="utf-8")
    assert list(shared_functions([module])) == ["quiet"]
    other = tmp_path / "other.py"
    other.write_text("def told(): pass\ndef result(): pass\n", encoding="utf-8")
    assert list(shared_functions([other])) == ["other: told"]


def test_the_glossary_names_every_replaced_word():
    text = (ROOT / "spec" / "glossary.md").read_text(encoding="utf-8")
    assert "| law |" in text
    assert "add-remove," in text
    assert "*randomised*, *neighbour*, *centre*" in text


ORDER = (
    ("n", "d"),
    ("n", "k"),
    ("epsilon", "delta"),
    *((size, noise) for size in ("n", "d", "k") for noise in ("bias", "Z", "parameter")),
    *((noise, "low") for noise in ("rate", "scale", "variance", "epsilon")),
    ("low", "high"),
    ("domain", "adjacency"),
)
"""What comes before what, wherever a function takes both by position, or both by name."""


def out_of_order(function: object) -> list[str]:
    """The pairs of parameters of one kind that are not in the order of CONTRIBUTING."""
    given = inspect.signature(function).parameters  # type: ignore[arg-type]
    place = {name: (parameter.kind, i) for i, (name, parameter) in enumerate(given.items())}
    both = [(a, b) for a, b in ORDER if a in place and b in place and place[a][0] == place[b][0]]
    return [f"{b} before {a}" for a, b in both if place[a] > place[b]]


def test_parameters_come_in_one_order():
    public = [getattr(part, name) for part in (mechanisms, theorems) for name in part.__all__]
    public += [each for each in vars(mechanisms.noise).values() if inspect.isfunction(each)]
    functions = {each.__name__: each for each in public if inspect.isfunction(each)}
    assert len(functions) > 80
    assert {name: out_of_order(each) for name, each in functions.items() if out_of_order(each)} == {}


def test_parameters_out_of_order_are_noticed():
    assert out_of_order(lambda delta, epsilon: None) == ["delta before epsilon"]
    assert out_of_order(lambda low, high, scale: None) == ["low before scale"]
    assert out_of_order(lambda n, epsilon, delta, *, domain, adjacency: None) == []
