"""One file a command: the module `audit` is `assay audit`."""
