"""Child processes that answer the prompts of the family `group`: rightly, but for what they are told."""

from __future__ import annotations

import sys
from pathlib import Path

from assay.testing.vectors import vectors_folder

RIGHT = """
import json, os, sys, time

with open(FILE, encoding="ascii") as file:
    EXPECTED = {test["id"]: test["expected"] for test in json.load(file)["tests"]}

def right(prompt):
    expected = EXPECTED[prompt["id"]]
    refused = expected["kind"] == "refusal"
    return {"id": prompt["id"], **({"error": "no"} if refused else {"value": expected["value"]})}

def say(answer):
    print(json.dumps(answer), flush=True)

for count, line in enumerate(sys.stdin):
    prompt = json.loads(line)
    victim = prompt["id"] == VICTIM
"""


def child(folder: Path, body: str = "say(right(prompt))", victim: str = "") -> list[str]:
    """The command of a child that runs the body for every prompt; `victim` is true for one id."""
    path = folder / "child.py"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    known = f"VICTIM = {victim!r}\nFILE = {str(vectors_folder() / 'group.json')!r}\n"
    path.write_text(f"{known}{RIGHT}{lines}", encoding="utf-8")
    return [sys.executable, str(path)]
