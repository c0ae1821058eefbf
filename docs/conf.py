"""How Sphinx builds the documentation: MyST pages, the Furo theme, autodoc for the Python API."""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import generate  # noqa: E402 - found by the path above

from simulator import __version__  # noqa: E402 - as above

project = "nametrail"
author = "The nametrail authors"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["_build"]
language = "en"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# A console session is highlighted as far as it can be; a record's lines are JSON, one document each.
suppress_warnings = ["misc.highlighting_failure"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
napoleon_google_docstring = True

html_theme = "furo"
html_title = "nametrail"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_copy_source = False
html_show_sphinx = False


def setup(app):
    """Put the generated parts of a page in their place as it is read, so that none is ever stale."""
    app.connect("source-read", fresh)
    app.connect("autodoc-process-docstring", plain_docstring, priority=100)


def fresh(_app, docname, source):
    """Replace what stands between a page's marks by what the code says now."""
    source[0] = generate.filled(f"{docname}.md", source[0])


def plain_docstring(_app, _what, _name, _object, _options, lines):
    """Docstrings are written as plain text: backticks are code, and no other sign means anything."""
    lines[:] = "\n\n".join(map(plain, re.split(r"\n{2,}", "\n".join(lines)))).split("\n")


def plain(paragraph):
    """A paragraph of a docstring as reStructuredText; an indented one is shown as it stands."""
    if paragraph.lstrip().startswith(">>>"):
        return paragraph
    if paragraph.strip() and all(line.startswith("    ") for line in paragraph.splitlines()):
        return f"::\n\n{paragraph}"
    return "".join(
        f"``{part[1:-1].strip()}``"
        if part.startswith("`")
        else re.sub(r"([*|_`\\])", r"\\\1", part)
        for part in re.split(r"(`[^`]*[^`\s][^`]*`)", paragraph)
    )
