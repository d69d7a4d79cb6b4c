"""What a seat may know: a game made up for it, and the table as it sees it."""
