"""How Sphinx makes the pages; `python spec/build.py` calls it."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import assay

project = "Assay"
author = "The Assay authors"
project_copyright = "The Assay authors"
version = release = assay.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "spec.pages.docstrings",
    "spec.pages.mathml",
    "spec.pages.navigation",
]
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_block", "attrs_inline"]
myst_heading_anchors = 6
root_doc = "index"
exclude_patterns: list[str] = []
suppress_warnings = [
    "misc.highlighting_failure",  # some blocks of the pages are excerpts
]
highlight_language = "none"
smartquotes = False  # "--json" is an option
pygments_style = "friendly"
pygments_dark_style = "github-dark"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
maximum_signature_line_length = 90
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "furo"
html_title = f"Assay {release}"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_js_files = ["tables.js", "playground.js"]
html_math_renderer = "mathml"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1d5fa8", "color-brand-content": "#1d5fa8"},
    "dark_css_variables": {"color-brand-primary": "#7fb6f0", "color-brand-content": "#7fb6f0"},
    "navigation_with_keys": True,
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
