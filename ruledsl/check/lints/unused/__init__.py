"""What can do nothing: never used, never raised, never or always true, switched off."""
