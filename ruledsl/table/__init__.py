"""A table in the browser.

Messages of pages come in, views of seats go out: the server, the workshop for packs, the scripts of the page, and the page that needs
no server. Begin at `server/tables/table.py`.
"""
