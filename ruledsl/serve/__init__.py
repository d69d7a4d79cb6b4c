"""The table in the browser: `ruledsl serve`. What server and page say to each other stands in `docs/table-protocol.md`."""
