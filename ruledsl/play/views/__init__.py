"""The knowledge of a seat: a determinized game, and the view of the table read from it."""
