"""What helps whoever writes packs.

Packs and texts come in; reports, pages and edits go out: scenarios that run, templates, pairs of tiles, trials, exchange, the printed
book, and the language service with its server for editors. Begin at `testkit/runner.py` and `service/service.py`.
"""
