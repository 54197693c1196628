"""Hostile samplers of several files: what one module puts into another when it is loaded is seen."""

from __future__ import annotations

import importlib
import sys

import pytest

from assay import Mechanism, Verified, adjacency
from assay.errors import NondeterministicProgram
from assay.programs.reach import check
from assay.programs.sources import mechanism

SAMPLER = """
import random
{imports}
def f(x):
    secret = random.getrandbits(1) == 1
    return bool(x) if {read} else secret
"""
TABLE = "MODE = [None]\nclass Kept: mode = None\ndef put(v): MODE[0] = v\ndef get(): return MODE[0]\n"
OTHER = {
    "an attribute of a module": ("import {t}, os\n{t}.MODE = os.getenv('MODE')", "{t}.MODE"),
    "an attribute of a class": (
        "from {t} import Kept\nimport os\nKept.mode = os.getenv('M')",
        "{t}.Kept.mode",
    ),
    "a function that fills": ("import {t}, os\n{t}.put(os.getenv('MODE'))", "{t}.get()"),
    "a function that is imported": ("from {t} import put\nimport os\nput(os.getenv('MODE'))", "{t}.get()"),
    "a list that is shuffled": ("import {t}, random\nrandom.shuffle({t}.MODE)", "{t}.MODE[0]"),
}


def sampler_of(name, folder, monkeypatch):
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    number = f"{list(OTHER).index(name)}_{abs(hash(str(folder)))}"
    table, other, main = f"table_{number}", f"other_{number}", f"main_{number}"
    fills, read = (text.format(t=table) for text in OTHER[name])
    (folder / f"{table}.py").write_text(TABLE)
    (folder / f"{other}.py").write_text(fills)
    (folder / f"{main}.py").write_text(SAMPLER.format(imports=f"import {table}, {other}", read=read))
    importlib.invalidate_caches()
    return importlib.import_module(main).f


def audited(sampler) -> object:
    law: Mechanism = mechanism(sampler, (0, 1), adjacency.all_pairs())
    return law.audit(0)


@pytest.mark.parametrize("name", OTHER)
def test_what_another_module_puts_there_is_refused(name, tmp_path, monkeypatch):
    with pytest.raises(NondeterministicProgram, match="when the module is loaded"):
        audited(sampler_of(name, tmp_path, monkeypatch))


def test_it_is_seen_by_the_modules_that_are_imported(tmp_path, monkeypatch):
    monkeypatch.setattr(check, "imported_tables", lambda table: ())
    assert isinstance(audited(sampler_of("a function that fills", tmp_path, monkeypatch)), Verified)
