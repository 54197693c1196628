"""Decides the witnesses of a survey anew, from the file alone. Nothing here imports Assay."""
