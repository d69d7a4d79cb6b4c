"""Checked trees become Python functions over the state: the fast twin, and the explaining one."""
