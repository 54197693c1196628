"""What `assay decide` is asked about: a mechanism, a stream, or a program with its inputs, by its address."""

from __future__ import annotations

import json
from argparse import Namespace
from fractions import Fraction
from typing import TYPE_CHECKING

from . import arguments
from .binding import call_text, read_arguments
from .errors import UsageError
from .target import named, with_arguments
from .user_modules import Address, load_file, load_module

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..decide import Stream, SymbolicMechanism
    from ..dp import Verdict
    from ..programs import Program


def load(address: Address, options: Namespace) -> SymbolicMechanism | Stream:
    """The mechanism at the address.  Raises UsageError for a name that is not there, or is none."""
    from ..decide import EVERY_COUNT, Stream, SymbolicMechanism
    from ..decide.decision import as_symbolic
    from ..dp import Mechanism
    from ..programs import Program

    module = load_file(address.source) if address.is_file else load_module(address.source)
    kinds = (SymbolicMechanism, Stream, Mechanism, Program)
    found: dict[str, object] = {n: value for n, value in vars(module).items() if isinstance(value, kinds)}
    mechanisms = {name: value for name, value in found.items() if not isinstance(value, Program)}
    name = _name(address, mechanisms or found)
    given = read_arguments(options.arg)
    if options.neighbours is not None:
        given = {key: EVERY_COUNT if value == "every" else value for key, value in given.items()}
    if given:
        found[name] = with_arguments(named(module, Address(address.source, name)), given)
    if not isinstance(found.get(name), kinds):
        raise UsageError(
            f"{address.source} defines no mechanism or program {name!r}; it defines {', '.join(found)}"
        )
    value = found[name]
    if isinstance(value, Program) and options.neighbours is not None:
        return Stream(value, neighbours_of(options.neighbours))
    if isinstance(value, Stream):
        return value
    if isinstance(value, Program):
        return _on_inputs(value, name, call_text(name, given), options)
    return as_symbolic(value)


def _name(address: Address, candidates: Mapping[str, object]) -> str:
    """The name in the address, or the only one that there is.  Raises UsageError."""
    if address.name is not None:
        return address.name
    if len(candidates) != 1:
        listed = ", ".join(candidates) or "no SymbolicMechanism, Mechanism or program"
        raise UsageError(f"{address.source} defines {listed}; name one, as in {address.source}:NAME")
    return next(iter(candidates))


def _on_inputs(program: Program[..., object], name: str, text: str, options: Namespace) -> SymbolicMechanism:
    """A program on the inputs and the adjacency of the options.  Raises UsageError where one is missing."""
    from ..decide import SymbolicMechanism

    if options.domain is None or options.adjacency is None:
        raise UsageError(
            f"{name} is a program without a domain; add --domain and --adjacency, such as "
            "--domain '(0, 0), (0, 1)' --adjacency linf:1, or define a SymbolicMechanism in the file"
        )
    inputs, relation = arguments.domain(options.domain), arguments.adjacency(options.adjacency)
    return SymbolicMechanism(program, inputs, relation, name=text)


def decide_stream(stream: Stream, options: Namespace) -> tuple[int, str]:
    """The verdict for every length, and what re-checks it."""
    verdict = stream.decide(options.epsilon)
    recheck = stream.recheck(verdict)
    if options.json:
        found = {
            "stream": stream.name,
            "neighbours": stream.neighbours.text,
            "answers": stream.answers,
            "claim": f"{options.epsilon} for every length",
            **verdict.to_json(),
            "recheck": recheck,
        }
        return verdict.exit_status, json.dumps(found, indent=1) + "\n"
    lines = [f"{stream.name}: any length, {stream.answers} answers; neighbours: {stream.neighbours.text}"]
    lines += [f"claim: {options.epsilon}", *_told(verdict)]
    if options.recheck and verdict.holds:
        lines.append(f"checker: confirms {stream.confirmed(verdict)} inequalities")
    return verdict.exit_status, "\n".join(lines) + "\n"


def _told(verdict: Verdict) -> list[str]:
    """The verdict in lines."""
    from ..decide import RefutedAtLength
    from ..outputs.text import spelled

    if not isinstance(verdict, RefutedAtLength):
        return [str(verdict)]
    w = verdict.witness
    x, y = map(spelled, w.inputs)
    event = ", ".join(map(spelled, w.event))
    how = "exactly" if verdict.complete else "at least"
    return [
        f"refuted: at length {verdict.length}, answers {x} and {y}, event {{{event}}}",
        f"  at eps = {verdict.at}: probabilities (or densities) {w.p.decimal(12)} and {w.q.decimal(12)}, "
        f"and e^epsilon times the second is {(w.epsilon.exp() * w.q).decimal(12)}",
        f"  there it fails {how} for {verdict.failing}",
        "  smallest c at each length, on the streams that were tried: "
        + ", ".join(f"N = {n}: {c}" for n, c in verdict.growth),
        *([] if verdict.family is None else [f"  {verdict.family}"]),
    ]


def neighbours_of(text: str) -> object:
    """A relation as it is written on the command line: a known one, or "between LOW and HIGH"."""
    from ..decide.lengths.neighbours import between, read_neighbours

    words = text.split()
    if len(words) == 4 and (words[0], words[2]) == ("between", "and"):
        try:
            low, high = Fraction(words[1]), Fraction(words[3])
        except (ValueError, ZeroDivisionError) as error:
            raise UsageError(f"--neighbours {text!r}: {error}; write for example 'between 0 and 2'") from None
        return between(low, high)
    return read_neighbours(text)
