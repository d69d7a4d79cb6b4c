"""Text to nodes: what ruamel.yaml reads, with a place for everything and words for every mistake."""
