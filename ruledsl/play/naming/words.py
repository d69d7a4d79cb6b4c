"""Words of our own among those of packs, in the languages of the rulebooks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.play.naming.languages import LANGUAGES, PSEUDO

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćđéƒǵħíĵķłḿńóṕɋřśťúṽẃẋýźÁɃĆĐÉƑǴĦÍĴĶŁḾŃÓṔɊŘŚŤÚṼẂẊÝŹ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)

_WORDS: dict[str, tuple[str, ...]] = {
    "player": ("spiller {n}", "player {n}", "pelaaja {n}", "giocatore {n}", "spiller {n}", "spelare {n}"),
    "nobody": ("ingen", "nobody", "ei kukaan", "nessuno", "ingen", "ingen"),
    "nothing": ("intet", "nothing", "ei mitään", "niente", "ingenting", "inget"),
    "none": ("ingen", "none", "ei mitään", "nessuno", "ingen", "ingen"),
    "yes": ("ja", "yes", "kyllä", "sì", "ja", "ja"),
    "no": ("nej", "no", "ei", "no", "nei", "nej"),
    "supply": ("bunken", "the supply", "pankki", "la riserva", "banken", "förrådet"),
    "stop": ("stop", "stop", "lopeta", "basta", "stopp", "sluta"),
    "choose": (
        "Vælg {what}",
        "Choose {what}",
        "Valitse {what}",
        "Scegli {what}",
        "Velg {what}",
        "Välj {what}",
    ),
    "may_choose": (
        "Vælg {what}, eller ingen",
        "Choose {what}, or none",
        "Valitse {what}, tai ei mitään",
        "Scegli {what}, o niente",
        "Velg {what}, eller ingen",
        "Välj {what}, eller ingen",
    ),
    "may": ("{what}?", "{what}?", "{what}?", "{what}?", "{what}?", "{what}?"),
    "offer": (
        "{what}: hvad nu?",
        "{what}: what next?",
        "{what}: mitä seuraavaksi?",
        "{what}: e adesso?",
        "{what}: hva nå?",
        "{what}: vad härnäst?",
    ),
    "choice.secret": (
        "{player} vælger i hemmelighed: {choice}",
        "{player} chooses in secret: {choice}",
        "{player} valitsee salaa: {choice}",
        "{player} sceglie in segreto: {choice}",
        "{player} velger i hemmelighet: {choice}",
        "{player} väljer i hemlighet: {choice}",
    ),
    "or": (
        "{one} eller {other}",
        "{one} or {other}",
        "{one} tai {other}",
        "{one} o {other}",
        "{one} eller {other}",
        "{one} eller {other}",
    ),
    "face_down": (
        "{what} med forsiden nedad i {region}",
        "face-down {what} in {region}",
        "kuvapuoli alaspäin {what}: {region}",
        "{what} a faccia in giù in {region}",
        "{what} med forsiden ned i {region}",
        "{what} med framsidan nedåt i {region}",
    ),
    "in_deck": (
        "{what} {n} af {deck}",
        "{what} {n} of {deck}",
        "{what} {n}: {deck}",
        "{what} {n} di {deck}",
        "{what} {n} av {deck}",
        "{what} {n} av {deck}",
    ),
    "unseen": (
        "uset {what}",
        "unseen {what}",
        "näkemätön {what}",
        "{what} mai visto",
        "usett {what}",
        "osedd {what}",
    ),
    "hidden": (
        "skjult {what}",
        "hidden {what}",
        "piilotettu {what}",
        "{what} nascosto",
        "skjult {what}",
        "dold {what}",
    ),
    "why": (
        "{what} er {value}",
        "{what} is {value}",
        "{what} on {value}",
        "{what} è {value}",
        "{what} er {value}",
        "{what} är {value}",
    ),
    "open": (
        "{what}: blandt mulighederne nu",
        "{what}: among the options now",
        "{what}: mahdollinen nyt",
        "{what}: tra le scelte adesso",
        "{what}: blant mulighetene nå",
        "{what}: bland alternativen nu",
    ),
    "closed": (
        "{what}: ikke blandt mulighederne",
        "{what}: not among the options",
        "{what}: ei mahdollinen",
        "{what}: non tra le scelte",
        "{what}: ikke blant mulighetene",
        "{what}: inte bland alternativen",
    ),
    "immune": (
        "{what}, uden virkning: immun",
        "{what}, no effect: immune",
        "{what}, ei vaikutusta: immuuni",
        "{what}, senza effetto: immune",
        "{what}, uten virkning: immun",
        "{what}, ingen verkan: immun",
    ),
    "contrary": (
        "det er ikke sådan, at {what}",
        "it is not so that {what}",
        "ei ole niin, että {what}",
        "non è vero che {what}",
        "det er ikke slik at {what}",
        "det är inte så att {what}",
    ),
    "some of": (
        "{n} af {all}{which}: {what}",
        "{n} of {all}{which}: {what}",
        "{n}/{all}{which}: {what}",
        "{n} di {all}{which}: {what}",
        "{n} av {all}{which}: {what}",
        "{n} av {all}{which}: {what}",
    ),
    "once": ("en gang", "once", "kerran", "una volta", "én gang", "en gång"),
    "times": ("{n} gange", "{n} times", "{n} kertaa", "{n} volte", "{n} ganger", "{n} gånger"),
    "for each": (
        " for hver {what}",
        " for each {what}",
        " jokaista kohti: {what}",
        " per ogni {what}",
        " for hver {what}",
        " för varje {what}",
    ),
    "not.limit": (
        "{often} pr. {unit}{apart}, og det er brugt",
        "{often} per {unit}{apart}, and that is used up",
        "{often}, jakso: {unit}{apart}, ja se on käytetty",
        "{often} per {unit}{apart}, e già fatto",
        "{often} per {unit}{apart}, og det er brukt",
        "{often} per {unit}{apart}, och det är förbrukat",
    ),
    "not.over": (
        "spillet er slut",
        "the game is over",
        "peli on päättynyt",
        "la partita è finita",
        "spillet er over",
        "spelet är slut",
    ),
    "not.phase": (
        "det tilbydes i fasen {phase}; nu spørges {player}: {prompt}",
        "it is offered in the phase {phase}; now {player} is asked: {prompt}",
        "se on tarjolla vaiheessa {phase}; nyt kysytään ({player}): {prompt}",
        "si offre nella fase {phase}; adesso si chiede a {player}: {prompt}",
        "det tilbys i fasen {phase}; nå spørres {player}: {prompt}",
        "det erbjuds i fasen {phase}; nu tillfrågas {player}: {prompt}",
    ),
    "not.in_play": (
        "{tile} er ikke i spil",
        "{tile} is not in play",
        "{tile} ei ole pelissä",
        "{tile} non è in gioco",
        "{tile} er ikke i spill",
        "{tile} är inte i spel",
    ),
    "not.bearer": (
        "{tile} tilhører {bearer}, ikke {actor}",
        "{tile} belongs to {bearer}, not to {actor}",
        "{tile} kuuluu: {bearer}, ei: {actor}",
        "{tile} è di {bearer}, non di {actor}",
        "{tile} tilhører {bearer}, ikke {actor}",
        "{tile} tillhör {bearer}, inte {actor}",
    ),
    "not.stage": (
        "{people} er {stage}",
        "{people} is {stage}",
        "{people} on {stage}",
        "{people}: {stage}",
        "{people} er {stage}",
        "{people} är {stage}",
    ),
    "not.target": (
        "{target} er ikke en af: {set}",
        "{target} is not one of: {set}",
        "{target} ei ole yksi näistä: {set}",
        "{target} non è tra: {set}",
        "{target} er ikke en av: {set}",
        "{target} är inte en av: {set}",
    ),
    "not.targets": (
        "der er intet, det kunne rettes mod",
        "there is nothing that it could be aimed at",
        "ei ole mitään kohdetta",
        "non c'è nulla a cui rivolgerlo",
        "det er ingenting det kunne rettes mot",
        "det finns inget att rikta det mot",
    ),
    "not.immune": (
        "det har ingen virkning på {people}",
        "it has no effect on {people}",
        "sillä ei ole vaikutusta: {people}",
        "non ha effetto su {people}",
        "det har ingen virkning på {people}",
        "det har ingen verkan på {people}",
    ),
}
"""Our own sentences, in the order of the languages."""
_PHRASES: dict[str, tuple[str, ...]] = {
    "is": ("er", "is", "on", "è", "er", "är"),
    "is not": ("er ikke", "is not", "ei ole", "non è", "er ikke", "är inte"),
    "is in": ("er i", "is in", "on joukossa", "è in", "er i", "är i"),
    "is not in": ("er ikke i", "is not in", "ei ole joukossa", "non è in", "er ikke i", "är inte i"),
    "has": ("har", "has", "sisältää", "ha", "har", "har"),
    "has no": ("har ingen", "has no", "ei sisällä", "non ha", "har ingen", "har ingen"),
    "can": ("kan", "can", "voi", "può", "kan", "kan"),
    "cannot": ("kan ikke", "cannot", "ei voi", "non può", "kan ikke", "kan inte"),
    "despite": ("trods", "despite", "huolimatta:", "malgrado", "til tross for", "trots"),
    "not": ("ikke", "not", "ei", "non", "ikke", "inte"),
    "and": ("og", "and", "ja", "e", "og", "och"),
    "or": ("eller", "or", "tai", "o", "eller", "eller"),
    "at least": ("mindst", "at least", "vähintään", "almeno", "minst", "minst"),
    "at most": ("højst", "at most", "enintään", "al massimo", "høyst", "högst"),
    "is at least": ("er mindst", "is at least", "on vähintään", "è almeno", "er minst", "är minst"),
    "is at most": ("er højst", "is at most", "on enintään", "è al massimo", "er høyst", "är högst"),
    "is more than": ("er mere end", "is more than", "on enemmän kuin", "è più di", "er mer enn", "är mer än"),
    "is less than": (
        "er mindre end",
        "is less than",
        "on vähemmän kuin",
        "è meno di",
        "er mindre enn",
        "är mindre än",
    ),
    "more than": ("mere end", "more than", "enemmän kuin", "più di", "mer enn", "mer än"),
    "less than": ("mindre end", "less than", "vähemmän kuin", "meno di", "mindre enn", "mindre än"),
    "but at least": ("men mindst", "but at least", "mutta vähintään", "ma almeno", "men minst", "men minst"),
    "but at most": ("men højst", "but at most", "mutta enintään", "ma al massimo", "men høyst", "men högst"),
    "number of": ("antallet af", "number of", "määrä:", "numero di", "antallet", "antalet"),
    "some": ("nogle", "some", "joitakin", "qualche", "noen", "några"),
    "there are": ("der er", "there are", "on", "ci sono", "det er", "det finns"),
    "there are no": (
        "der er ingen",
        "there are no",
        "ei ole",
        "non ci sono",
        "det er ingen",
        "det finns inga",
    ),
    "sum": ("summen", "sum", "summa", "somma", "summen", "summan"),
    "least": ("det mindste", "least", "pienin", "minimo", "det minste", "det minsta"),
    "most": ("det største", "most", "suurin", "massimo", "det største", "det största"),
    "over": ("over", "over", "joukosta", "su", "over", "över"),
    "where": ("hvor", "where", "jossa", "dove", "der", "där"),
    "and all reached by": (
        "og alt, der nås ved",
        "and all reached by",
        "ja kaikki, mihin pääsee:",
        "e tutto ciò che si raggiunge con",
        "og alt som nås ved",
        "och allt som nås genom",
    ),
    "also": ("også", "also", "myös", "anche", "også", "också"),
    "without": ("uden", "without", "ilman", "senza", "uten", "utan"),
    "becomes": ("bliver", "becomes", "on nyt", "diventa", "blir", "blir"),
    "times": ("gange", "times", "kertaa", "per", "ganger", "gånger"),
    "of": ("for", "of", "–", "di", "for", "för"),
    "for": ("for", "for", "–", "per", "for", "för"),
    "in": ("i", "in", "–", "in", "i", "i"),
    "to": ("til", "to", "–", "a", "til", "till"),
    "from": ("fra", "from", "–", "da", "fra", "från"),
    "by": ("af", "by", "–", "da", "av", "av"),
    "with": ("med", "with", "–", "con", "med", "med"),
    "as": ("som", "as", "–", "come", "som", "som"),
    "player": ("spiller", "player", "pelaaja", "giocatore", "spiller", "spelare"),
    "region": ("region", "region", "alue", "regione", "region", "region"),
    "players": ("spillere", "players", "pelaajat", "giocatori", "spillere", "spelare"),
    "opponents": ("modstandere", "opponents", "vastustajat", "avversari", "motstandere", "motståndare"),
    "turn player": (
        "spilleren, hvis tur det er",
        "turn player",
        "vuorossa oleva pelaaja",
        "giocatore di turno",
        "spilleren som har turen",
        "spelaren vars tur det är",
    ),
    "seat": ("plads", "seat", "paikka", "posto", "plass", "plats"),
    "next": ("næste", "next", "seuraava", "prossimo", "neste", "nästa"),
    "rounds": ("runder", "rounds", "kierrokset", "turni", "runder", "rundor"),
    "round": ("runde", "round", "kierros", "turno", "runde", "runda"),
    "peoples": ("folk", "peoples", "kansat", "popoli", "folk", "folk"),
    "race": ("race", "race", "rotu", "razza", "rase", "ras"),
    "power": ("evne", "power", "kyky", "potere", "evne", "förmåga"),
    "founded": ("grundlagt", "founded", "perustettu", "fondati", "grunnlagt", "grundad"),
    "tray": ("bakke", "tray", "lokero", "riserva", "brett", "fack"),
    "aside": ("lagt til side", "aside", "sivussa", "da parte", "lagt til side", "lagt åt sidan"),
    "stand ins": ("stedfortrædere", "stand ins", "sijaiset", "sostituti", "stedfortredere", "ersättare"),
    "occupants": ("beboere", "occupants", "asuttajat", "occupanti", "beboere", "invånare"),
    "neighbours": ("naboer", "neighbours", "naapurit", "vicini", "naboer", "grannar"),
    "spread": ("udbredelse", "spread", "leviäminen", "estensione", "utbredelse", "utbredning"),
    "groups": ("grupper", "groups", "ryhmät", "gruppi", "grupper", "grupper"),
    "hops": ("skridt", "hops", "askeleet", "passi", "skritt", "steg"),
    "board": ("plade", "board", "lauta", "tabellone", "brett", "bräde"),
    "amount": ("antal", "amount", "määrä", "quantità", "antall", "antal"),
    "stock": ("forråd", "stock", "varasto", "scorta", "forråd", "förråd"),
    "sites": ("steder", "sites", "sijainnit", "luoghi", "steder", "platser"),
    "pieces": ("stykker", "pieces", "osat", "pezzi", "stykker", "pjäser"),
    "bearer": ("bærer", "bearer", "kantaja", "portatore", "bærer", "bärare"),
    "site": ("sted", "site", "sijainti", "luogo", "sted", "plats"),
    "copy": ("kopi", "copy", "kopio", "copia", "kopi", "kopia"),
    "model": ("forbillede", "model", "malli", "modello", "forbilde", "förebild"),
    "wares": ("varer", "wares", "tarjonta", "merci", "varer", "varor"),
    "tiles": ("brikker", "tiles", "laatat", "tessere", "brikker", "brickor"),
    "kind": ("slags", "kind", "laji", "tipo", "slag", "slag"),
    "concealed": ("skjult", "concealed", "kätketty", "nascosta", "skjult", "dold"),
    "lasting": ("varig", "lasting", "pysyvä", "durevole", "varig", "varaktig"),
    "pointless": ("uden mening", "pointless", "hyödytön", "inutile", "uten mening", "meningslös"),
    "position": ("plads", "position", "sija", "posizione", "plass", "plats"),
    "remainder": ("rest", "remainder", "jakojäännös", "resto", "rest", "rest"),
    "numbers": ("tal", "numbers", "luvut", "numeri", "tall", "tal"),
    "only": ("den eneste", "only", "ainoa", "l'unico", "den eneste", "den enda"),
    "first": ("den første", "first", "ensimmäinen", "il primo", "den første", "den första"),
}
"""The words of explanations, and built-in questions, by their English form."""


def translated(names: Mapping[str, str], language: str) -> str | None:
    """The text in a language, else in English; None if there is neither."""
    english = names.get("en")
    if language == PSEUDO and english:
        return re.sub(r"\{[a-z_']+|[A-Za-z]", _accented, english)
    return names.get(language) or english


def _accented(match: re.Match[str]) -> str:
    """A letter with its accent; the name of a placeholder unchanged."""
    return match[0] if len(match[0]) > 1 else match[0].translate(ACCENTS)


def word(key: str, language: str) -> str:
    """One of our own words or sentences in a language, or else in English; empty if there is none."""
    return _said(_WORDS, key, language)


def phrase_word(text: str, language: str) -> str:
    """A word of explanations in a language; empty if there is none."""
    return _said(_PHRASES, text, language)


def _said(words: Mapping[str, tuple[str, ...]], key: str, language: str) -> str:
    texts = words.get(key)
    return "" if texts is None else translated(dict(zip(LANGUAGES, texts, strict=True)), language) or ""
