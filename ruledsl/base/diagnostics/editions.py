"""Since which edition of the language a check refuses what it finds: packs of earlier editions were accepted, and go on to load."""

from __future__ import annotations

from typing import Final

REFUSED_SINCE: Final = {
    "N023": 3,  # a later word of the language
    "R015": 3,  # a chain through events that core raises later
    "R016": 3,  # an event that core raises no longer
}
"""By code: in a pack of an earlier edition (`language:` in its `pack.yaml`) the finding is a warning. Such rules run safely all the same.

A check that becomes stricter, or whose findings depend on what required packs do, has an entry here, with the next edition.
"""
LATER: Final = "It is an error from version {edition} of the language on."
