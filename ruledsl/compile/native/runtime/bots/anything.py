"""Bots that take anything, and games that they play by themselves."""


def random_choice():
    """What a bot takes that takes anything: `bots.Chance` of its seed, its seat and the choices made."""
    mixed = mix(mix(mix(0, SEEDS[S.player]), S.player), S.made)
    state = mixed + INCREMENT
    state = state * MULTIPLIER + INCREMENT
    return drawn(state, S.options)


def mix(mixed, part):
    mixed = (mixed ^ part) * GOLDEN + ODD
    return mixed ^ shr(mixed, 29)


def play_on(most):
    """So many choices by such bots, which are kept in CHOICES; 1 if somebody is still asked."""
    note()
    for _ in range(most):
        if S.kind == 0:
            return 0
        choice = random_choice()
        if S.made < MOST_CHOICES:
            CHOICES[S.made] = choice
        answer(choice)
        note()
    return S.kind != 0


def note():
    """Whose peoples are new, of what, in which round: later they may lose their power or change hands."""
    for people in range(S.noted, S.peoples):
        FOUNDS[people, 0] = P[people, OWNER]
        FOUNDS[people, 1] = P[people, RACE]
        FOUNDS[people, 2] = P[people, POWER]
        FOUNDS[people, 3] = min(G[ROUND], S.rounds)
    S.noted = S.peoples
