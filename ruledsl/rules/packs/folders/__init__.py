"""The places of packs, the contents of their folders, and limits on what is read."""
