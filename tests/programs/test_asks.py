"""What a program asks for and writes: `assay.output` outside a stream."""

from __future__ import annotations

import pytest

import assay


def test_output_is_for_streams():
    with pytest.raises(assay.AssayError, match=r"output\(3\) was called outside a stream"):
        assay.output(3)


@assay.program
def swallows(x):
    try:
        assay.output(x)
    except Exception:
        x = 0
    return assay.flip("1/2")


@assay.program
def swallows_on_one_path(x):
    if assay.flip("1/3"):
        try:
            assay.output(x)
        except BaseException:
            return 0
    return 0


@pytest.mark.parametrize("program", [swallows, swallows_on_one_path])
def test_a_program_that_swallows_the_refusal_is_not_judged_without_its_outputs(program):
    m = assay.Mechanism(program, [0, 1], assay.adjacency.all_pairs())
    for asked in (
        m.epsilon,
        lambda: m.audit(0),
        lambda: program.distribution(0),
        lambda: program.enumerated(1),
    ):
        with pytest.raises(assay.AssayError, match="was called outside a stream"):
            asked()
