"""Text to nodes: reads YAML with ruamel.yaml, with a place for everything and words for every mistake."""
