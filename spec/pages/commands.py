"""The reference of the command line, from its parsers: a page a command."""

from __future__ import annotations

import argparse
import inspect
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.cli.command import EXIT_STATUSES, build_parser, discover

from .links import Links
from .markdown import code, escape, fence, table


def write(root: Path, folder: Path, links: Links) -> None:
    """A page for each command, and one that lists them."""
    place = folder / "commands"
    place.mkdir(parents=True, exist_ok=True)
    commands = discover()
    with columns(88):
        parsers = subparsers(build_parser(commands))
        for name, parser in parsers.items():
            (place / f"{name}.md").write_text(command_page(name, parser), encoding="utf-8")
    rows = [(f"[`assay {name}`]({name}.md)", escape(command.summary)) for name, command in commands.items()]
    toctree = fence(":hidden:\n\n" + "\n".join(commands), "{toctree}")
    text = (
        "# Commands\n\n" + table(["command", "what it answers"], rows) + "\n" + fence(EXIT_STATUSES) + toctree
    )
    (place / "index.md").write_text(text, encoding="utf-8")


@contextmanager
def columns(width: int) -> Iterator[None]:
    """Help texts of this width."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(width)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of the commands by name, or of the actions of one."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def command_page(name: str, parser: argparse.ArgumentParser) -> str:
    """What a command does, how it is called, and its options; then the same of its actions."""
    parts = [f"# assay {name}\n", section(parser)]
    for action, below in subparsers(parser).items():
        parts += [f"## assay {name} {action}\n", section(below)]
    return "\n".join(parts)


def section(parser: argparse.ArgumentParser) -> str:
    """The description, the usage and the options of one parser."""
    usage = parser.format_usage().removeprefix("usage: ")
    description = inspect.cleandoc(parser.description or "")
    options = [action for action in parser._actions if not isinstance(action, argparse._SubParsersAction)]
    rows = [(called(action), explained(action, parser)) for action in options]
    return "\n".join([fence(description), fence(usage), table(["option", "what it is"], rows, "options")])


def called(action: argparse.Action) -> str:
    """How an option or an argument is written."""
    value = action.metavar or (action.dest if not action.option_strings else action.dest.upper())
    name = value if isinstance(value, str) else " ".join(value)
    if action.choices is not None and action.metavar is None:
        name = "{" + ",".join(map(str, action.choices)) + "}"
    if not action.option_strings:
        return code(name)
    takes = "" if action.nargs == 0 else f" {name}"
    return ", ".join(code(option + takes) for option in action.option_strings)


def explained(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """The help of an option, with its default filled in."""
    if not action.help or action.help is argparse.SUPPRESS:
        return ""
    values = {**vars(action), "prog": parser.prog}
    return escape(action.help % values)
