"""Code without effect: never used, never raised, never or always true, switched off."""
