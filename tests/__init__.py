"""The tests of Assay; the folders mirror `reference/assay`."""
