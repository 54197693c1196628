"""Sweeps: one task over a grid of parameters, on all cores or a cluster, resumable, the same bits always."""

from .grid import Cell, grid
from .run import Sweep, run
from .store import Store
from .workers import Task, load_task

__all__ = ["Cell", "Store", "Sweep", "Task", "grid", "load_task", "run"]
