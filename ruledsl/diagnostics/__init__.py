"""Diagnostics: places, codes, messages and their rendering. This room imports nothing of ours."""

from ruledsl.diagnostics.codes import FAMILIES, Page, PageError, all_pages, explain, page, title
from ruledsl.diagnostics.diagnostic import Diagnostic, Diagnostics, Fix, Label, More, Severity
from ruledsl.diagnostics.excerpt import width_of
from ruledsl.diagnostics.kept import Kept
from ruledsl.diagnostics.quiet import quieted
from ruledsl.diagnostics.render import as_json, as_sarif, render_json, render_sarif, render_text
from ruledsl.diagnostics.span import Sources, Span, merge, visible
from ruledsl.diagnostics.suggest import Purse, did_you_mean, hinted, listed, there_are

__all__ = [
    "FAMILIES",
    "Diagnostic",
    "Diagnostics",
    "Fix",
    "Kept",
    "Label",
    "More",
    "Page",
    "PageError",
    "Purse",
    "Severity",
    "Sources",
    "Span",
    "all_pages",
    "as_json",
    "as_sarif",
    "did_you_mean",
    "explain",
    "hinted",
    "listed",
    "merge",
    "page",
    "quieted",
    "render_json",
    "render_sarif",
    "render_text",
    "there_are",
    "title",
    "visible",
    "width_of",
]
