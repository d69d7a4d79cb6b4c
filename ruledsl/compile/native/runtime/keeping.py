"""States beside the one that runs: kept, brought back, and many of them played step by step."""


def save(place):
    """Keep the state: what every state has, then as much as is used of what grows. Gives how many bytes that takes."""
    start = place
    if S.list_end > LISTS_START + 1024:
        collect_lists()
    end = place + SLOT
    place = moved(place, address(S[0]), address(HELD[0, 0]) - address(S[0]), end)
    place = moved(place, address(HELD[0, 0]), S.held * 16, end)
    place = moved(place, address(EXTRA[0, 0]), S.extras * 16, end)
    place = moved(place, address(USED[0, 0]), S.used * 32, end)
    place = moved(place, address(LOADED[0]), S.loaded * 8, end)
    place = moved(place, address(P[-1, 0]), (S.peoples + 1) * PEOPLE_ROW, end)
    place = moved(place, address(T[-1, 0]), (S.rows + 1) * TILE_ROW, end)
    place = moved(place, FRAMES_START, S.frame_end - FRAMES_START, end)
    place = moved(place, LISTS_START, S.list_end - LISTS_START, end)
    return moved(place, address(OPTIONS[0, 0]), S.options * 40, end) - start


def moved(place, start, size, end):
    if place + size > end:
        fail(1)
    if size:
        copy(place, start, size)
    return place + size


def restore(place):
    """Bring a state back."""
    place = back(place, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    place = back(place, address(HELD[0, 0]), S.held * 16)
    place = back(place, address(EXTRA[0, 0]), S.extras * 16)
    place = back(place, address(USED[0, 0]), S.used * 32)
    place = back(place, address(LOADED[0]), S.loaded * 8)
    place = back(place, address(P[-1, 0]), (S.peoples + 1) * PEOPLE_ROW)
    place = back(place, address(T[-1, 0]), (S.rows + 1) * TILE_ROW)
    place = back(place, FRAMES_START, S.frame_end - FRAMES_START)
    place = back(place, LISTS_START, S.list_end - LISTS_START)
    back(place, address(OPTIONS[0, 0]), S.options * 40)
    S.dirty = 1


def back(place, start, size):
    if size:
        copy(start, place, size)
    return place + size


def wrong(games):
    """The first of some games for which no option is taken that there is, from 1; 0 if all is well."""
    for game in range(games):
        if COUNTS[game] and (TAKEN[game] < 0 or TAKEN[game] >= COUNTS[game]):
            return game + 1
    return 0


def step(slots, first, games):
    """In each game that is not over, from one of them on, the option in TAKEN. Which one is being played stands in GAME."""
    for game in range(first, games):
        if COUNTS[game]:
            GAME[0] = game
            restore(slots + game * SLOT)
            answer(TAKEN[game])
            enter_game(slots, game)
    return 0


def enter_game(slots, game):
    """Keep the state as that of a game: how many options there are stands in COUNTS (0: it is over), who chooses in PLAYERS."""
    COUNTS[game] = S.options if S.kind else 0
    PLAYERS[game] = S.player if S.kind else -1
    KEPT[game] = save(slots + game * SLOT)
