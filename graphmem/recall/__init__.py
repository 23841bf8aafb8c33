"""Question to context block: read, rank, abstain, pack. Pure functions; the store nominates, the flows call."""
