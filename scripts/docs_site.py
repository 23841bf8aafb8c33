"""What MkDocs asks while it builds the site: fences that name a file show that name above the block."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["on_page_markdown"]

# `json chat.json` makes a file for the examples (scripts/docs_examples.py); MkDocs knows it as a title.
NAMED = re.compile(r"^```(?P<language>[a-z]+) (?P<file>[\w.-]+)$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """A page's Markdown with named fences as MkDocs writes them."""
    return NAMED.sub(r'```\g<language> title="\g<file>"', markdown)
