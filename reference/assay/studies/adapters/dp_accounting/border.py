"""The only place that touches dp-accounting: a call is Python text, and the snippet of a row is that text."""

from __future__ import annotations

from ...survey.library import Library
from .._border import Border

LIBRARY = Library(name="dp-accounting", module="dp_accounting", tested="0.6.0")

IMPORTS = """\
import math
import dp_accounting as dpa
from dp_accounting import dp_event, gaussian_mechanism, mechanism_calibration
from dp_accounting.pld import accountant, common, pld_pmf, privacy_loss_distribution as pld
from dp_accounting.pld import privacy_loss_mechanism as plm
from dp_accounting.rdp import rdp_privacy_accountant as rdp
"""
"""What a call may name."""

PLD = "dp_accounting.pld.privacy_loss_distribution"
PLM = "dp_accounting.pld.privacy_loss_mechanism"
PMF = "dp_accounting.pld.pld_pmf"
EVENT = "dp_accounting.dp_event"

BORDER = Border(LIBRARY, IMPORTS)
claims, calibration, probabilities = BORDER.claims, BORDER.calibration, BORDER.probabilities
