"""What the smoke test does with the guest."""
