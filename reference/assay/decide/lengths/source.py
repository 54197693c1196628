"""`Source`: a program's text as instructions, with what its names stand for."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...programs import output
from .channels import channels_of
from .counts import counters
from .instructions import Instruction, Reader
from .streams_in_text import stream_under, streams_of
from .text import Text, count_of, object_of
from .text_checks import check_statements


@dataclass
class Source:
    """What a program's text says, and refers to."""

    file: str
    code: Sequence[Instruction]
    names: Mapping[str, Any]
    locals: frozenset[str]
    channels: frozenset[str]
    public_streams: frozenset[str]
    inner_streams: frozenset[str]
    counters: frozenset[str] = frozenset()


def source_of(text: Text) -> Source:
    """The source of a program.  Raises OutsideClass with the line for what is not read."""
    check_statements(text)
    streams = streams_of(text)
    channels = channels_of(text)
    reader = Reader(
        text.file,
        lambda node: stream_under(node) in streams,
        lambda node: isinstance(node, (ast.Name, ast.Attribute)) and object_of(text, node) is output,
        channels,
    )
    reader.block(text.definition.body)
    local, count = _locals(text), count_of(text.fixed)
    counted = counters(text.definition, streams.values(), count) if count else frozenset()
    return Source(
        text.file,
        reader.code,
        text.names,
        local,
        channels,
        public_streams=frozenset(streams) & frozenset(text.parameters),
        inner_streams=frozenset(streams) - {text.answers, *text.parameters},
        counters=counted & local,
    )


def _locals(text: Text) -> frozenset[str]:
    """The variables of the program."""
    code = text.function.__code__
    named = (node for node in ast.walk(text.definition) if isinstance(node, ast.Name))
    stored = {node.id for node in named if isinstance(node.ctx, ast.Store)}
    return frozenset(code.co_varnames) | frozenset(code.co_cellvars) | stored
