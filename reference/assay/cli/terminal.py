"""Colour on a terminal, for verdicts and what shows them; nothing anywhere else, and none with NO_COLOR."""

from __future__ import annotations

from typing import TextIO

STYLES = {
    r"(?m)^ *(?:verified|VERIFIED|proved|PROVED)\b(?:,? \(?(?:not )?tight\)?)?": "bold green",
    r"(?m)^ *(?:refuted|REFUTED)\b": "bold red",
    r"(?m)^ *(?:undecided|UNDECIDED)\b": "bold yellow",
    r"(?<=  )(?:verified|proved|private)(?=  |$)": "green",
    r"(?<=  )(?:refuted|unsound|not private)(?=  |$)": "red",
    r"(?<=  )undecided(?=  |$)": "yellow",
    r"(?m)^ *(?:input x'?|event S|P\[M\(x'?\) in S\]|e\^epsilon P\[.*?\](?: \+ delta)?)(?=  )": "cyan",
    r"(?m)^ *(?:comparison|the first is larger by)(?=  )": "cyan",
}
"""What is highlighted: the word of a verdict, in a line or in a table, and the labels of a witness."""


def coloured(answer: str, stream: TextIO) -> str:
    """The answer with colours if the stream is a terminal that shows them, else as it is."""
    if not stream.isatty():
        return answer
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    if console.no_color or console.color_system is None:
        return answer
    text = Text(answer)
    for pattern, style in STYLES.items():
        text.highlight_regex(pattern, style)
    with console.capture() as kept:
        console.print(text, end="", soft_wrap=True)
    return kept.get()
