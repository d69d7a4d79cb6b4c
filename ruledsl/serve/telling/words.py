"""Sentences of the table itself, in the languages of the rulebooks."""

from __future__ import annotations

from ruledsl.naming.words import translated

__all__ = ["said"]

WORDS: dict[str, dict[str, str]] = {
    "status": {
        "da": "Runde {round} af {rounds}. {player}: {prompt}",
        "en": "Round {round} of {rounds}. {player}: {prompt}",
        "fi": "Kierros {round}/{rounds}. {player}: {prompt}",
        "it": "Turno {round} di {rounds}. {player}: {prompt}",
        "no": "Runde {round} av {rounds}. {player}: {prompt}",
        "sv": "Runda {round} av {rounds}. {player}: {prompt}",
    },
    "over": {
        "da": "Spillet er slut.",
        "en": "The game is over.",
        "fi": "Peli on päättynyt.",
        "it": "La partita è finita.",
        "no": "Spillet er over.",
        "sv": "Spelet är slut.",
    },
    "won": {
        "da": "Spillet er slut. Vinder: {players}.",
        "en": "The game is over. The winner: {players}.",
        "fi": "Peli on päättynyt. Voittaja: {players}.",
        "it": "La partita è finita. Vince {players}.",
        "no": "Spillet er over. Vinner: {players}.",
        "sv": "Spelet är slut. Vinnare: {players}.",
    },
    "players": {
        "da": "{packs}, {n} spillere",
        "en": "{packs}, {n} players",
        "fi": "{packs}, {n} pelaajaa",
        "it": "{packs}, {n} giocatori",
        "no": "{packs}, {n} spillere",
        "sv": "{packs}, {n} spelare",
    },
}


def said(key: str, language: str, **args: object) -> str:
    """A sentence in a language, in English where there is none."""
    return (translated(WORDS[key], language) or key).format(**args)
