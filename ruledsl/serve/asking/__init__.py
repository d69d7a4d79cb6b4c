"""What pages ask and say, whatever it came by: the lobby's requests, the messages at a table, downloads. Knows no socket, no route and no thread."""
