"""The knowledge of a seat: a game made up for it, and its view of the table."""
