"""What pages are told: a table, its seats, the view of a seat, reasons; all of it read from what that seat may know."""
