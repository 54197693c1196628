"""The programs and figures of the verification literature, and the tables of `assay decide --table`."""
