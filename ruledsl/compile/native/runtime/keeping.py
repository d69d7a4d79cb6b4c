"""States beside the one that runs: kept, brought back, and many of them played step by step."""


def save(place):
    """Keep the state: its numbers, then as much as is used of the rows of peoples and tiles, of frames, lists and options."""
    if S.list_end > LISTS_START + SLOT // 8:
        collect_lists()
    end = place + SLOT
    place = moved(place, STATE_START, PEOPLE_START - STATE_START, end)
    place = moved(place, PEOPLE_START, S.peoples * PEOPLE_ROW, end)
    place = moved(place, TILE_START, (S.rows + 1) * TILE_ROW, end)
    place = moved(place, FRAMES_START, S.frame_end - FRAMES_START, end)
    place = moved(place, LISTS_START, S.list_end - LISTS_START, end)
    moved(place, OPTIONS_START, S.options * 40, end)


def moved(place, start, size, end):
    if place + size > end:
        fail(1)
    copy(place, start, size)
    return place + size


def restore(place):
    """Bring a state back."""
    place = back(place, STATE_START, PEOPLE_START - STATE_START)
    place = back(place, PEOPLE_START, S.peoples * PEOPLE_ROW)
    place = back(place, TILE_START, (S.rows + 1) * TILE_ROW)
    place = back(place, FRAMES_START, S.frame_end - FRAMES_START)
    place = back(place, LISTS_START, S.list_end - LISTS_START)
    back(place, OPTIONS_START, S.options * 40)
    S.dirty = 1


def back(place, start, size):
    copy(start, place, size)
    return place + size


def step(slots, games):
    """In each of some games the option in TAKEN; how many options there are then stands in COUNTS (0: it is over), who chooses in PLAYERS."""
    for game in range(games):
        if COUNTS[game]:
            restore(slots + game * SLOT)
            answer(TAKEN[game])
            look(game)
            save(slots + game * SLOT)


def look(game):
    COUNTS[game] = S.options if S.kind else 0
    PLAYERS[game] = S.player if S.kind else -1
