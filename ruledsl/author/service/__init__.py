"""The language service: everything about the text of a pack, saved or not, for any editor. It knows packs and rules, but no protocol.

It reads files through `world.py` and writes none: changes are answers.
"""
