"""Diagnostics: places, codes, messages and their rendering. This room imports nothing of ours."""

from ruledsl.base.diagnostics.codes import FAMILIES, Page, PageError, all_pages, explain, page, title
from ruledsl.base.diagnostics.diagnostic import Diagnostic, Diagnostics, Fix, Label, More, Severity
from ruledsl.base.diagnostics.excerpt import width_of
from ruledsl.base.diagnostics.kept import Kept
from ruledsl.base.diagnostics.quiet import quieted
from ruledsl.base.diagnostics.render import as_json, as_sarif, render_json, render_sarif, render_text
from ruledsl.base.diagnostics.span import Sources, Span, merge, visible
from ruledsl.base.diagnostics.suggest import Purse, did_you_mean, hinted, listed, there_are

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
