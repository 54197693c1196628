"""What `assay bench` measures: composition beside other libraries, the exact kernels beside the reference."""

from .measure import Measured, Row, Task, rows_of
from .tasks import tasks

__all__ = ["Measured", "Row", "Task", "rows_of", "tasks"]
