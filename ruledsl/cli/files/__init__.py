"""Files that commands write and read."""
