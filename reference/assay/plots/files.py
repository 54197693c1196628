"""How a picture becomes a file, complete or not there at all; the only door to matplotlib beside `curves`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AssayError, InvalidValue
from ..whole_files import whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNDATED: dict[str, dict[str, None]] = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
"""The formats by suffix, with what keeps the date out of the file, so that equal plots are equal files."""


@contextmanager
def style(font: int = 10) -> Iterator[None]:
    """How plots look; equal plots are equal texts."""
    from matplotlib import rc_context

    with rc_context(
        {"font.size": font, "svg.hashsalt": "assay", "axes.spines.top": False, "axes.spines.right": False}
    ):
        yield


def check_matplotlib() -> None:
    """Raise AssayError, with the way out, where matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise AssayError("plots need matplotlib, which is not installed; run: pip install matplotlib")


def check_plot(file: str | Path) -> Path:
    """The file of a plot; refused, before anything is computed, if it cannot be written.

    Raises InvalidValue for the name or its folder, AssayError where matplotlib is missing.
    """
    path = Path(file)
    if path.suffix.lower() not in UNDATED:
        raise InvalidValue(
            f"the plot {str(path)!r} ends in none of {', '.join(UNDATED)}; name it profile.png, say"
        )
    if not path.parent.is_dir():
        raise InvalidValue(f"the folder of the plot {str(path)!r} does not exist; create it first")
    check_matplotlib()
    return path


@contextmanager
def figure_in(path: Path, size: tuple[float, float], font: int = 10) -> Iterator[Figure]:
    """A figure to draw on, which is then a file, complete or not there at all."""
    from matplotlib.figure import Figure

    with style(font):
        figure = Figure(figsize=size, layout="constrained")
        yield figure
        kind = path.suffix.lower()
        with whole(path) as unfinished:
            figure.savefig(unfinished, dpi=150, format=kind[1:], metadata=UNDATED[kind])


def svg(figure: Figure) -> str:
    """A figure as an <svg> element."""
    text = StringIO()
    with style():
        figure.savefig(text, format="svg", metadata=UNDATED[".svg"])
    return text.getvalue()[text.getvalue().index("<svg") :]
