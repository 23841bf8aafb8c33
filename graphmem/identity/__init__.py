"""Mentions to entities: keys of names, guarded likeness, and one decision with its reason. Pure."""

from graphmem.identity.keys import alias_key, block_keys
from graphmem.identity.resolve import Known, Resolution, resolve

__all__ = ["Known", "Resolution", "alias_key", "block_keys", "resolve"]
