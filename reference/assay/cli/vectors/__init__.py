"""What `assay vectors` does, an action a function."""
