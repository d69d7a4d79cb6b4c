"""Packs by name or path, or given as texts, become checked rules or findings: from the cache if they have not changed."""
