"""The representation is printed as Python functions over the state, with the tables that the engine runs by."""
