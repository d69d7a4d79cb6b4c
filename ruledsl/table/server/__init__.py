"""The table in the browser: `ruledsl serve`. `docs/table-protocol.md` describes the messages between server and page."""
