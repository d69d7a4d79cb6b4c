"""What both engines run as it stands here: in the small part of Python that the native one is written in (`subset.py`)."""


def place_of(procedure: int, step: int) -> int:
    """Where a choice is made, as a number."""
    return procedure * 64 + step


def key_of(place: int, action: int, target: int, player: int, when: int) -> int:
    """What a choice is known by in trials: where it is made, what is chosen, who chooses, and when, if that is told apart."""
    return ((place * 67 + action) * 1031 + target) * 13 + player + when * 7919
