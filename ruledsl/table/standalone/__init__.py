"""A page that plays without a server: a folder of files in which the tables' Python runs in the browser itself (docs/page.md)."""
