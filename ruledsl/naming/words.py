"""Words of the program itself that stand among those of packs, in the languages of the rulebooks."""

from __future__ import annotations

__all__ = ["LANGUAGES", "word"]

LANGUAGES = ("da", "en", "fi", "it", "no", "sv")

WORDS: dict[str, dict[str, str]] = {
    "player": {
        "da": "spiller {n}",
        "en": "player {n}",
        "fi": "pelaaja {n}",
        "it": "giocatore {n}",
        "no": "spiller {n}",
        "sv": "spelare {n}",
    },
    "nobody": {
        "da": "ingen",
        "en": "nobody",
        "fi": "ei kukaan",
        "it": "nessuno",
        "no": "ingen",
        "sv": "ingen",
    },
    "nothing": {
        "da": "intet",
        "en": "nothing",
        "fi": "ei mitään",
        "it": "niente",
        "no": "ingenting",
        "sv": "inget",
    },
    "none": {"da": "ingen", "en": "none", "fi": "ei mitään", "it": "nessuno", "no": "ingen", "sv": "ingen"},
    "yes": {"da": "ja", "en": "yes", "fi": "kyllä", "it": "sì", "no": "ja", "sv": "ja"},
    "no": {"da": "nej", "en": "no", "fi": "ei", "it": "no", "no": "nei", "sv": "nej"},
    "supply": {
        "da": "bunken",
        "en": "the supply",
        "fi": "pankki",
        "it": "la riserva",
        "no": "banken",
        "sv": "förrådet",
    },
    "stop": {"da": "stop", "en": "stop", "fi": "lopeta", "it": "basta", "no": "stopp", "sv": "sluta"},
}


def word(key: str, language: str) -> str:
    """A word in a language, in English where that language has none here."""
    said = WORDS[key]
    return said.get(language) or said["en"]
