"""The messages for pages: a table, its seats, the view of a seat, reasons; all read from what that seat may know."""
