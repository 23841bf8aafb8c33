"""Multi-step logic as generators: one source for the sync and the async API, testable without a database."""
