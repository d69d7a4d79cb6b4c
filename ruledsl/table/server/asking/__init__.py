"""The requests of pages, on any transport: the lobby, messages at a table, downloads. It knows no socket, no route and no thread."""
