"""The colours of the curves."""

FILL, CLAIM, GUIDE = "#dce6f1", "#b03a2e", "#8c8c8c"
COLOURS = ("#1f4e79", "#c8731f", "#3b7d3b", "#7b4b94", "#946c4b", "#4b8f94")
