"""Sums of values between two bounds, in integers of fixed width too, and their sensitivity."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family, case, edge_if
from .sums_functions import NEIGHBOURS

BOUNDS = (
    ("0", "1"),
    ("-1", "1"),
    ("-3", "2"),
    ("5", "8"),
    ("-8", "-5"),
    ("-1/3", "7/2"),
    ("4", "4"),
    ("0", "0"),
    ("-1e300", "1e300"),
    (f"-{FLOAT}", FLOAT),
)
WHOLE = (
    ("8", "yes", "0", "1", ("10", "128", "200")),
    ("8", "yes", "-10", "10", ("12", "13", "14")),
    ("8", "yes", "-128", "127", ("1", "3")),
    ("8", "yes", "100", "120", ("1", "2", "5")),
    ("8", "no", "0", "255", ("1", "2")),
    ("8", "no", "100", "110", ("2", "3", "9")),
    ("16", "yes", "-100", "50", ("300", "400", "1000")),
    ("16", "no", "0", "1000", ("65", "66", "67")),
    ("32", "yes", "0", "2147483647", ("1", "2")),
    ("32", "yes", "-2000000000", "-1000000000", ("2", "3", "4")),
    ("32", "no", "0", "4294967", ("1000",)),
    ("64", "yes", "0", "1000000", ("1000",)),
    ("64", "yes", "-9223372036854775808", "9223372036854775807", ("1", "2")),
    ("64", "no", "0", "18446744073709551615", ("1", "2")),
)
LISTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("8", "yes", ("100", "100", "-100")),
    ("8", "yes", ("-100", "-100", "100", "100")),
    ("8", "yes", ("100", "27", "1")),
    ("8", "yes", ("127", "127", "-128", "-128")),
    ("8", "yes", ("-128", "-1", "1")),
    ("8", "yes", ("60", "60", "60", "-120")),
    ("16", "yes", ("-32768", "-5", "10")),
    ("32", "yes", ("2000000000", "2000000000", "-1000000000", "-1000000000")),
    ("8", "no", ("200", "56")),
    ("8", "no", ("255", "255", "255")),
    ("16", "yes", ("32767", "1", "-2")),
    ("16", "no", ("65535", "1", "1")),
    ("32", "yes", ("2147483647", "2147483647", "-2147483648")),
    ("32", "yes", ("-2147483648", "-1", "5")),
    ("64", "yes", ("9223372036854775807", "1", "-1")),
    ("64", "no", ("18446744073709551615", "2", "3")),
    ("64", "yes", ("-9223372036854775808", "-9223372036854775808", "7")),
    ("8", "yes", ()),
)


def cases() -> Iterator[Case]:
    """Over the reals; sums of lists; sensitivities with overflow."""
    for low, high in BOUNDS:
        for neighbours in NEIGHBOURS:
            edge = low == high
            arguments: dict[str, Json] = {"low": low, "high": high, "neighbours": neighbours}
            yield case("clamped_sum_sensitivity", edge_if(edge), **arguments)
    for bits, signed, values in LISTS:
        for arithmetic in ("wrap", "saturate"):
            arguments = {"values": list(values), "bits": bits, "signed": signed, "arithmetic": arithmetic}
            title = f"{' + '.join(values) or 'nothing'} in {bits} bits, signed {signed}, {arithmetic}"
            yield Case(title, "integer_sum", arguments, "valid" if values else "boundary")
    for bits, signed, low, high, counts in WHOLE:
        for records in counts:
            for arithmetic in ("wrap", "saturate"):
                for neighbours in NEIGHBOURS:
                    arguments = {"low": low, "high": high, "records": records, "bits": bits}
                    arguments |= {"signed": signed, "arithmetic": arithmetic, "neighbours": neighbours}
                    yield case("integer_sum_sensitivity", "valid", **arguments)
    yield from _invalid()


def _invalid() -> Iterator[Case]:
    good: dict[str, Json] = {"low": "0", "high": "1", "neighbours": "replace-one"}
    for key, bad in (("low", "2"), ("high", "-1"), ("neighbours", "both"), ("high", "inf")):
        yield case("clamped_sum_sensitivity", "invalid", **{**good, key: bad})
    of_type: dict[str, Json] = {"bits": "8", "signed": "yes", "arithmetic": "wrap"}
    for key, value in (("bits", "7"), ("signed", "true"), ("arithmetic", "clamp"), ("values", "128")):
        arguments: dict[str, Json] = {"values": ["1", "2"], **of_type}
        arguments[key] = ["1", value] if key == "values" else value
        yield Case(f"1 + 2 with {key} {value}", "integer_sum", arguments, "invalid")
    good = {"low": "0", "high": "1", "records": "5", **of_type, "neighbours": "replace-one"}
    for key, bad in (
        ("low", "2"),
        ("high", "128"),
        ("high", "1/2"),
        ("records", "0"),
        ("records", "1001"),
        ("neighbours", "remove"),
        ("bits", "24"),
        ("arithmetic", "none"),
    ):
        yield case("integer_sum_sensitivity", "invalid", **{**good, key: bad})


FAMILIES = (
    Family(
        "sums",
        "Sums of values between two bounds and their sensitivity, also where integers overflow",
        (
            "Casacuberta, Shoemate, Vadhan and Wagaman, Widespread Underestimation of Sensitivity in "
            "Differentially Private Libraries and How to Fix It, CCS 2022",
        ),
        cases,
    ),
)
