"""Compares readers on very many programs: `long_run FOLDER FIRST COUNT [READER ...]`, run as a module."""

from __future__ import annotations

import signal
import sys
import traceback
from collections import Counter
from pathlib import Path

from .comparing import Wrong, verdict
from .grammar import program_text
from .replay import Endless, law_of


def tell(*what: object) -> None:
    """One line, at once."""
    sys.stdout.write(" ".join(map(str, what)) + "\n")
    sys.stdout.flush()


class TooLong(BaseException):
    """One program took its time."""


def _stop(*_: object) -> None:
    raise TooLong


def main(first: int, number: int, readers: list[str]) -> Counter[str]:
    """Prints every wrong answer with its seed, and how many answers there were of each kind."""
    seen: Counter[str] = Counter()
    signal.signal(signal.SIGVTALRM, _stop)
    for seed in range(first, first + number):
        text = program_text(seed)
        signal.setitimer(signal.ITIMER_VIRTUAL, 6)
        try:
            law = law_of(text, seed % 3)
            seen["distribution open" if law.left else "distribution raised" if law.raised else "law"] += 1
            for reader in readers:
                said = verdict(text, seed % 3, reader, law)
                said = said if law.returned and not law.raised else f"[raises] {said}"
                seen[f"{reader}: {said[:90]}"] += 1
        except Wrong as wrong:
            Path(f"{sys.argv[1]}/{seed}.txt").write_text(text, encoding="utf-8")
            tell("WRONG", seed, str(wrong)[:1500])
            seen["WRONG"] += 1
        except Endless:
            seen["endless"] += 1
        except TooLong:
            seen["too long"] += 1
            tell("LONG", seed)
        except Exception:
            tell("CRASH", seed, traceback.format_exc()[-1500:])
            seen["CRASH"] += 1
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if (seed + 1) % 250 == 0:
            tell(seed, Counter({w: n for w, n in seen.items() if "outside" not in w}))
    return seen


if __name__ == "__main__":
    counts = main(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:] or ["merging"])
    for what, n in counts.most_common():
        tell(n, what)
