"""Everything there is to know about a text of a pack, saved or not: for editors, whatever they are. Knows packs and rules, no protocol.

It reads files through what it is given (`desk.py`) and writes none: what is to be changed is an answer.
"""
