"""A judged claim of privacy as a file that Coq accepts by itself: definitions, the table, theorems.

The file needs Coq's standard library alone. What a reader has to trust are its first two sections, and that
its table is that of the mechanism; the theorems are proved by computation, in whole numbers. What cannot be
written so raises `Unsupported` with the reason.
"""

from assay.prove.coq.audits.checking import check_file
from assay.prove.coq.audits.claim import AuditClaim, Draw, Node, ProgramTree, Return, SymbolicClaim, Violation
from assay.prove.coq.audits.symbolic import symbolic_file
from assay.prove.coq.audits.writing import theorem_file, theorems

__all__ = [
    "AuditClaim",
    "Draw",
    "Node",
    "ProgramTree",
    "Return",
    "SymbolicClaim",
    "Violation",
    "check_file",
    "symbolic_file",
    "theorem_file",
    "theorems",
]
