"""The smoke test's checks of the guest."""
