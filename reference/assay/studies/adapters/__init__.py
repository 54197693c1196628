"""One adapter a library: how it is called, and what it promises; see `assay.studies.survey`."""
