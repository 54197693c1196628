"""Every word of the accountant with every parameter at extreme values, each question in a process of its own.

    python -m tests.accounting.extremes [--word WORD] [--questions N] [--all] [--seconds 5]

prints what did not end within the limit, or ended in anything but an answer, a refusal or "undecided".  Each
question has a time budget of a little less than the limit, as of `assay account --timeout`: one that runs out
is undecided, with the best bracket so far, and counted.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import resource
import select
import signal
import sys
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp

from assay.accounting import Accountant
from assay.accounting.mechanism_words import FAMILIES
from assay.budgets.progress import budget
from assay.errors import AssayError, BudgetExceeded

SIZES = ("1e-900", "1e-60", "1e-12", "1e-3", "1e3", "1e12", "1e60", "1e900", "0." + "3" * 900, "3" * 900)
RATES = ("0", "1e-900", "1e-60", "1e-12", "1/3", "0." + "9" * 12, "0." + "9" * 60, "0." + "3" * 900, "1")
COUNTS = ("0", "1", "3", "1000", str(10**6), str(10**8), str(10**12), str(10**60), "3" * 900, "3" * 2000)
KINDS = {
    **dict.fromkeys(("sigma", "scale", "sensitivity", "mu", "epsilon", "rho", "range", "mean", "eta"), SIZES),
    **dict.fromkeys(("q", "delta", "gamma"), RATES),
    **dict.fromkeys(("k", "epochs", "rows", "batch", "size", "steps", "bins", "group", "records"), COUNTS),
    **dict.fromkeys(("participations", "separation", "uses", "cycle", "gap"), COUNTS),
    "sensitivities": (*(f"0:1:{x}" for x in SIZES), "1:1:1"),
    "probabilities": (
        "1/3:1/3:1e-900",
        "0:0:1",
        "0:1e-900:1",
        "1/2:1/4:1/4",
        f"0.{'9' * 60}:0:0.{'0' * 59}1",
    ),
    "coefficients": tuple(f"1:{x}" for x in SIZES),
    "orders": tuple(f"2:{x}" for x in SIZES),
    "values": tuple(f"1e-3:{x}" for x in SIZES),
    "batches": ("fixed", "redrawn", "poisson", *COUNTS),
    "thrown": ("anew", "once"),
    "file": (),
}
"""By parameter, the values that are tried."""


def files(folder: Path) -> dict[str, list[str]]:
    """By word, the files that are tried: pairs and strategies of extreme entries."""
    tiny, pairs = "1e-900", []
    for i, (p, q) in enumerate(
        [
            (["3/4", "1/4"], ["1/4", "3/4"]),
            ([f"1/{10**900}", f"{10**900 - 1}/{10**900}"], ["1/2", "1/2"]),
            ([f"1/{10**60}", f"{10**60 - 1}/{10**60}"], [f"{10**60 - 1}/{10**60}", f"1/{10**60}"]),
            (["1", "0"], ["0", "1"]),
            (["1/50"] * 50, [f"{i + 1}/1275" for i in range(50)]),
        ]
    ):
        (folder / f"pair{i}.json").write_text(json.dumps({"p": p, "q": q}))
        pairs.append(str(folder / f"pair{i}.json"))
    rows = [[["1", "0"], ["1/2", "1"]], [["1e900", "0"], ["1e-900", "1"]], [["1", "0"], [tiny, tiny]]]
    strategies = []
    for i, row in enumerate(rows):
        (folder / f"rows{i}.json").write_text(json.dumps({"format": "assay strategy 1", "rows": row}))
        strategies.append(str(folder / f"rows{i}.json"))
    return {"pair": pairs, "matrix": strategies, "select": pairs, "renyi": []}


USUAL = {
    "gaussian": {"sigma": "1"},
    "laplace": {"scale": "1"},
    "discrete-gaussian": {"sigma": "1"},
    "discrete-laplace": {"scale": "1"},
    "pure": {"epsilon": "1"},
    "approximate": {"epsilon": "1", "delta": "1e-8"},
    "exponential": {"epsilon": "1"},
    "bounded-range": {"range": "1"},
    "gdp": {"mu": "1"},
    "pair": {},
    "zcdp": {"rho": "1/10"},
    "renyi": {"orders": "2:8", "values": "1/10:1/2"},
    "mixture": {"sigma": "1", "sensitivities": "0:1:2", "probabilities": "0.81:0.18:0.01"},
    **{
        f"truncated-{noise}": {name: "1", "q": "1/100", "size": "60000", "batch": "600"}
        for noise, name in (("gaussian", "sigma"), ("laplace", "scale"))
    },
    **{
        f"truncated-discrete-{noise}": {name: "1", "q": "1/100", "size": "60000", "batch": "600"}
        for noise, name in (("gaussian", "sigma"), ("laplace", "scale"))
    },
    "tree": {"sigma": "1", "steps": "100"},
    "toeplitz": {"sigma": "1", "steps": "100", "coefficients": "1:1/2"},
    "matrix": {"sigma": "1"},
    "random-allocation": {"sigma": "1", "steps": "100"},
    "balls-in-bins": {"sigma": "1", "bins": "100"},
    "shuffled": {"sigma": "1", "batches": "100"},
    "fixed-order": {"sigma": "1"},
    "cyclic-poisson": {"sigma": "1", "q": "1/100", "cycle": "4", "steps": "100"},
    "min-separation": {"sigma": "1", "q": "1/100", "gap": "4", "steps": "100"},
    "user-level": {"sigma": "1", "q": "1/100", "records": "5"},
    "several-owners": {"sigma": "1", "q": "1/100", "records": "5"},
}
"""By word, its parameters where they are not extreme."""

SELECTIONS = (
    {"epsilon": "1", "gamma": "1/100", "eta": "1"},
    {"epsilon": "1", "mean": "10"},
    {"rho": "1/10", "gamma": "1/100", "eta": "1/2"},
    {"sigma": "1", "sensitivity": "1", "mean": "10"},
    {"orders": "2:8", "values": "1/10:1/2", "gamma": "1/100", "eta": "2"},
)
SAMPLES: tuple[dict[str, str], ...] = ({}, {"q": "1/100"}, {"rows": "60000", "batch": "600", "epochs": "3"})
FIXED = {"rows": "60000", "batch": "600", "batches": "fixed", "k": "3"}
SHARE = Fraction(3, 4)
"""Of the limit, what a question may use before it is undecided."""
LONGEST = 1500
"""Characters of an answer or a message."""


def bases(word: str, folder: Path) -> Iterator[dict[str, str]]:
    """The usual parameters of a word, with every group of parameters that excludes another one."""
    required = FAMILIES[word][0]
    if word == "select":
        yield from (dict(given) for given in SELECTIONS)
        yield from ({"file": name, "gamma": "1/100"} for name in files(folder)["select"])
        return
    given = [USUAL[word]] if "file" not in required else []
    given += [{**USUAL.get(word, {}), "file": name} for name in files(folder).get(word, [])]
    for known in given:
        yield known
        if known.get("file") or not word.startswith(("truncated-", "tree", "toeplitz")):
            yield {**known, "k": "10"}
    if word in (
        "gaussian",
        "laplace",
        "discrete-gaussian",
        "discrete-laplace",
        "pure",
        "pair",
        "exponential",
    ):
        for known in given[:1]:
            yield {**known, **SAMPLES[1], "k": "10"}
            yield {**known, **SAMPLES[2]}
            yield {**known, **FIXED}
            yield {**known, "group": "3"}


def texts(word: str, folder: Path) -> list[str]:
    """The word with each of its parameters, one after the other, at each of its extreme values."""
    required, optional, _ = FAMILIES[word]
    found: dict[str, None] = {}
    for base in bases(word, folder):
        keys = dict.fromkeys((*base, *required, "k", *(o for o in optional if word != "select")))
        found[_text(word, base)] = None
        for key in keys:
            tried = COUNTS if word == "shuffled" and key == "batches" else KINDS[key]
            for value in tried:
                found[_text(word, {**base, key: value})] = None
    return list(found)


def _text(word: str, values: dict[str, str]) -> str:
    return " ".join([word, *(f"{key}={value}" for key, value in values.items())])


QUESTIONS = (("delta", "1e-5"), ("epsilon", "1"), ("delta", "1e-300"), ("epsilon", "0"), ("delta", "0"))


@dataclass(frozen=True)
class Outcome:
    """How a question ended: "answer", "undecided", "refused", "crash" or "endless", in how many seconds."""

    kind: str
    text: str
    seconds: float


def outcome(mechanism: str, adjacency: str, name: str, value: str, seconds: float) -> Outcome:
    """Ask in a child, which is killed at the limit."""
    reading, writing = os.pipe()
    begun = processor_time()
    child = os.fork()
    if child == 0:
        os.close(reading)
        time.monotonic_ns = time.process_time_ns  # of budgets: a busy machine is no reason to be undecided
        faulthandler.register(signal.SIGPROF, file=writing)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        os.write(writing, asked(mechanism, adjacency, name, value, seconds).encode()[:60000])
        os._exit(0)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], 200 * seconds)
    answer = os.read(reading, 65536).decode() if ready else ""
    if not ready or answer.startswith("Current"):
        time.sleep(0.02)
        os.kill(child, signal.SIGKILL)
        answer += os.read(reading, 65536).decode()  # the only writer is gone: it ends
        os.close(reading)
        os.waitpid(child, 0)
        return Outcome("endless", places(answer), processor_time() - begun)
    os.close(reading)
    _, status = os.waitpid(child, 0)
    spent = processor_time() - begun
    kind, _, text = answer.partition("|")
    return Outcome(kind or "crash", text or f"the process ended with status {status}", spent)


def processor_time() -> float:
    """Of the children that have ended: a busy machine is no reason to fail."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def places(stack: str) -> str:
    """The innermost calls of a stack that was written at the limit."""
    found = re.findall(r'assay/([\w/]+)\.py", line (\d+) in (\w+)', stack)
    return " < ".join(f"{file.split('/')[-1]}.{name}:{line}" for file, line, name in found[:7])


def asked(mechanism: str, adjacency: str, name: str, value: str, seconds: float) -> str:
    """The kind of the outcome and its text."""
    try:
        with budget(seconds=SHARE * Fraction(seconds)):
            accountant = Accountant(adjacency).compose(mechanism)
            found = accountant.epsilon(value) if name == "delta" else accountant.delta(value)
        return f"answer|{found} by {found.engine}"
    except BudgetExceeded as error:
        return f"undecided|{error}"
    except AssayError as error:
        return f"refused|{error}"
    except BaseException:
        return f"crash|{traceback.format_exc()}"


def short(text: str, most: int = 300) -> str:
    """A text that fits on a line or two."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def is_wrong(found: Outcome, seconds: float) -> bool:
    """Whether a question has no end, ends in an error that is not for a person, or says too much."""
    return found.kind in ("endless", "crash") or found.seconds > seconds or len(found.text) > LONGEST


def scan(word: str, folder: Path, seconds: float, questions: int = 1) -> Iterator[tuple[str, Outcome]]:
    """Every question about a word with how it ended."""
    for mechanism in texts(word, folder):
        for adjacency in ("add-remove-one", "replace-one"):
            for name, value in QUESTIONS[:questions]:
                found = outcome(mechanism, adjacency, name, value, seconds)
                yield f"{adjacency} {name}={value} {short(mechanism)}", found


def main() -> int:
    """Scan, and print what is wrong."""
    parser = ArgumentParser()
    parser.add_argument("--word", action="append")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--questions", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print every outcome")
    options = parser.parse_args()
    wrong = total = 0
    kinds: Counter[str] = Counter()
    for word in options.word or FAMILIES:
        for question, found in scan(word, Path(mkdtemp()), options.seconds, options.questions):
            total, bad = total + 1, is_wrong(found, options.seconds)
            wrong += bad
            kinds["out of time" if "time budget ran out" in found.text else found.kind] += 1
            if bad or options.all:
                line = f"{found.kind:9} {found.seconds:5.2f} {question} -> {short(found.text, 600)}\n"
                sys.stdout.write(line)
                sys.stdout.flush()
    ended = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    sys.stdout.write(f"{wrong} of {total} wrong: {ended}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
