"""The ledger: records of published claims, the checks that judge them, and the comparison of the two.

A record (`spec/claims/<ID>.toml`) states a claim and its verdict; a check (`assay.ledger.checks`) is a
function from the record's `Scope` to a `Finding`.  `reading` reads records and finds checks
without a claim, `judge` runs one check and compares, `runner` runs many at once and keeps what is finished,
`index` writes the table for readers.
"""

from .finding import Finding
from .scope import Scope

__all__ = ["Finding", "Scope"]
