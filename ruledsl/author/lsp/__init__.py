"""The language service as a Language Server Protocol server; the only user of pygls. It knows no rule and decides nothing."""
