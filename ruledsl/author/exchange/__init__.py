"""Packs between people: from a file, a folder, an address or a repository into the user's folder, and removal from it."""
