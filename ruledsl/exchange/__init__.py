"""Packs between people: from a file, a folder, an address or a repository into the folder of the user's packs, and out of it again."""
