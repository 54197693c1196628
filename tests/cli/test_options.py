"""An option means the same in every command: one help text, one way to write its value."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.cli.command import discover
from assay.cli.options import SHARED, shared

ROOT = Path(__file__).parents[2]
PAGES = [
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("spec/**/*.md"), *ROOT.glob("reference/**/*.py"))
    if path.name != "CHANGELOG.md"
]
"""Where commands are shown; the changelog names options that were renamed."""


def options_of(parser: ArgumentParser) -> Iterator[tuple[str, Action]]:
    """The long options of a parser."""
    for action in parser._actions:
        for flag in action.option_strings:
            if flag.startswith("--") and flag != "--help":
                yield flag, action


def every_option() -> dict[str, dict[str, Action]]:
    """By option, the commands that have it."""
    found: dict[str, dict[str, Action]] = defaultdict(dict)
    for name, command in discover().items():
        parser = ArgumentParser()
        command.configure(parser)
        for flag, action in options_of(parser):
            found[flag][name] = action
    return found


def defects(found: dict[str, dict[str, Action]]) -> list[str]:
    """Options that several commands have and that do not come from the table, or that differ from it."""
    wrong = []
    for flag, by_command in found.items():
        if flag not in SHARED:
            wrong += [f"{flag} of {', '.join(by_command)} is not shared"] * (len(by_command) > 1)
            continue
        option = SHARED[flag]
        for name, action in by_command.items():
            text = (action.help or "").removeprefix(option.text)
            if not (action.help or "").startswith(option.text) or (text and text[:2] not in ("; ", " (")):
                wrong.append(f"{flag} of {name} says {action.help!r}")
            if action.metavar != option.metavar:
                wrong.append(f"{flag} of {name} has the value {action.metavar}")
    return wrong


def test_an_option_means_the_same_in_every_command():
    assert defects(every_option()) == []


def test_every_shared_option_is_used_by_more_than_one_command():
    found = every_option()
    assert {flag: len(found[flag]) for flag in SHARED if len(found[flag]) < 2} == {}


@pytest.mark.parametrize(
    ("flag", "metavar", "text"),
    [
        ("--timeout", "S", "seconds for one prompt"),
        ("--timeout", "SECONDS", SHARED["--timeout"].text),
        ("--timeout", "S", SHARED["--timeout"].text + "s"),
        ("--width", "W", "one meaning"),
    ],
)
def test_a_second_meaning_is_noticed(flag, metavar, text):
    parser = ArgumentParser()
    parser.add_argument(flag, metavar=metavar, help=text)
    found = every_option()
    found[flag] = {**found[flag], "planted": dict(options_of(parser))[flag]}
    assert len(defects(found)) == 1
    assert flag in defects(found)[0]


def test_a_note_and_a_default_follow_the_meaning():
    parser = ArgumentParser()
    shared(parser, "--n", "in all", default="5")
    shared(parser, "--json")
    texts = {flag: action.help for flag, action in options_of(parser)}
    assert texts == {"--n": f"{SHARED['--n'].text}; in all (5 unless given)", "--json": SHARED["--json"].text}
    assert vars(parser.parse_args([])) == {"n": "5", "json": False}
    assert vars(parser.parse_args(["--n", "7", "--json"])) == {"n": "7", "json": True}


def shown_commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands that a text shows, each with its long options; a sweep has those of what it runs too."""
    names = "|".join(sorted(discover().keys() - {"sweep"}))
    for line in re.findall(rf"assay ((?:{names})\b(?:(?!assay )[^`\n])*)", text):
        name, *words = re.split(r"&&|\||;", line)[0].split()
        yield name, re.findall(r"--\w[\w-]*", " ".join(words))


def unknown_options(text: str, found: dict[str, dict[str, Action]]) -> list[tuple[str, str]]:
    """Options in shown commands that the command does not have."""
    flags = ((name, flag) for name, given in shown_commands(text) for flag in given)
    return [(name, flag) for name, flag in flags if name not in found[flag] and flag != "--help"]


@pytest.mark.slow
def test_shown_commands_have_their_options():
    known = every_option()
    found = {path.name: unknown_options(path.read_text(encoding="utf-8"), known) for path in PAGES}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_commands_are_shown_and_a_wrong_option_is_noticed():
    assert sum(len(list(shown_commands(path.read_text(encoding="utf-8")))) for path in PAGES) > 100
    known = every_option()
    assert unknown_options("`assay trace --users 3 --bound 7`", known) == [("trace", "--bound")]
    assert unknown_options("assay audit f.py --epsilon=1, or assay decide --table", known) == []
