"""What helps whoever writes packs.

Packs and texts come in; reports, pages and edits go out: scenarios that run, templates, pairs of tiles, trials, exchange, the printed
book, and the language service. `service/service.py` has a method for every question of an editor, renaming included, and
`lsp/server.py` one for every request; `lsp/protocol.py` is about the form of messages. Begin at `testkit/runner.py` and
`service/service.py`.
"""
