"""The server: every verb over HTTP, for the holders of a token. `graphmem serve` runs it."""

from __future__ import annotations
