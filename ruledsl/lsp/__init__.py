"""The language service spoken to editors by the Language Server Protocol; the only user of pygls. Knows no rule, decides nothing."""
