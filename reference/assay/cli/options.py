"""The options that more than one command has: one meaning, one spelling of values and one help text each."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .arguments import ADJACENCIES
from .errors import UsageError


@dataclass(frozen=True)
class Option:
    """What stands for the value in the help, and what the option means; a flag has no value."""

    metavar: str | None
    text: str


SHARED: Mapping[str, Option] = {
    "--adjacency": Option("RELATION", f"which inputs are neighbours, one of {', '.join(ADJACENCIES)}"),
    "--all": Option(None, "print everything"),
    "--arg": Option("NAME=VALUE", "bind a parameter of the function, such as scale=2 or p=1/3 (repeatable)"),
    "--cache": Option("FOLDER", "the folder that keeps finished results between runs"),
    "--check": Option("FILE", "check again what such a file says"),
    "--command": Option("COMMAND", "a program to run, with its arguments"),
    "--coq": Option("PATH", "write for Coq 8.16 into this file or folder"),
    "--delta": Option("Y", "delta, such as 1e-6 or 1/100"),
    "--domain": Option("INPUTS", "the inputs, as Python literals, such as 'False, True'"),
    "--epsilon": Option("X", "epsilon, such as 2, 1/2, 'ln 3' or inf"),
    "--error": Option("E", "the error of answers"),
    "--function": Option("NAME", "only functions of this name"),
    "--grid": Option("NAME=A,B,...", "the values of a name (repeatable)"),
    "--into": Option("FOLDER", "the folder that is written into"),
    "--jobs": Option("N", "how many processes run at a time"),
    "--json": Option(None, "print one JSON object"),
    "--max-bytes": Option("N", "use at most N bytes for one computation"),
    "--max-states": Option("N", "visit at most N states of a program, then answer 'undecided'"),
    "--measure": Option("MEASURE", "the measure, such as epsilon, delta or zcdp"),
    "--method": Option("NAME", "auto, exact, atoms, inversion, fourier or integer"),
    "--n": Option("N", "the number of rows"),
    "--only": Option("NAME", "only what has this name"),
    "--page": Option("FILE", "write it into this page"),
    "--plot": Option("FILE", "draw a picture into this .png, .svg or .pdf file"),
    "--raises": Option(
        "NAME", "an exception that is an output (ValueError, module.Name); any other is an error; repeatable"
    ),
    "--rng": Option("SOURCE", "the parameter that takes a source of randomness, NAME or numpy:NAME"),
    "--save": Option("FILE", "keep the answers in this file"),
    "--seed": Option("S", "the seed of the draws"),
    "--timeout": Option("S", "compute for at most S seconds, then answer 'undecided'"),
    "--trials": Option("T", "how many runs are simulated"),
    "--width": Option("W", "the relative width of the interval"),
}
"""What is here means the same in every command; an option of one command alone is not here."""


def shared(
    parser: ArgumentParser,
    flag: str,
    note: str = "",
    *,
    default: str | list[str] | None = None,
    **settings: Any,
) -> None:
    """Add a shared option: its help text, then what this command does with it, and the default."""
    option = SHARED[flag]
    if option.metavar is None:
        settings["action"] = "store_true"
    else:
        settings |= {"metavar": option.metavar, "default": default}
    text = option.text + (f"; {note}" if note else "")
    if default is not None:
        text += f" ({default if isinstance(default, str) else ' '.join(default)} unless given)"
    parser.add_argument(flag, help=text, **settings)


class Once(Action):
    """An option that is refused where it is given a second time."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option: str | None = None
    ) -> None:
        """Store the value."""
        before = getattr(namespace, self.dest)
        if before is not None:
            raise UsageError(f"{option} {values} is the second one after {option} {before}; give it once")
        setattr(namespace, self.dest, values)
