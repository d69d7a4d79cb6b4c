"""Where packs are, what lies in their folders, and how much of it is read."""
