"""The output of `show` and `test` as plain data, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.play.explain.wording.described import sentences
from ruledsl.rules.packs.sources import sources_data, sources_of

if TYPE_CHECKING:
    from ruledsl.author.testkit import Report
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Piece


def _rules(program: Program, tile: str, piece: str) -> list[dict[str, Any]]:
    return [
        {"text": rule.text, "place": str(rule.span), "when": dict(rule.choice)}
        for rule in program.composition.rules
        if (rule.owner.tile, rule.owner.piece) == (tile, piece)
    ]


def _piece(program: Program, naming: Naming, id_: str, piece: Piece) -> dict[str, Any]:
    return {
        "id": id_,
        "pack": piece.pack,
        "names": piece.names,
        "supply": piece.supply,
        "traits": list(piece.traits),
        "tile": piece.tile or None,
        "place": str(piece.span),
        "rules": _rules(program, piece.tile, id_),
        "in_words": list(sentences(program, naming, piece.tile, id_)),
    }


def thing_data(program: Program, naming: Naming, id_: str) -> dict[str, Any]:
    """A tile with its pieces, a piece or a map; under `tile`, `piece` and `map`."""
    composition = program.composition
    found: dict[str, Any] = {}
    if id_ in composition.tiles:
        tile = composition.tiles[id_]
        found["tile"] = {
            "id": id_,
            "pack": tile.pack,
            "kind": tile.kind,
            "names": tile.names,
            "summary": tile.summary,
            **tile.fields,
            "traits": list(tile.traits),
            "sources": sources_data(sources_of(composition, tile), naming.said),
            "place": str(tile.span),
            "rules": _rules(program, id_, ""),
            "in_words": list(sentences(program, naming, id_, "")),
            "pieces": [_piece(program, naming, key, composition.pieces[key]) for key in tile.pieces],
        }
    if id_ in composition.pieces:
        found["piece"] = _piece(program, naming, id_, composition.pieces[id_])
    if id_ in composition.maps:
        board = composition.maps[id_]
        regions = [
            {"id": r.id, "traits": list(r.traits), "borders": list(r.borders), "at": r.at}
            for r in board.regions
        ]
        found["map"] = {"id": id_, "pack": board.pack, "names": board.names, "players": list(board.players)}
        found["map"] |= {"rounds": board.rounds, "regions": regions, "place": str(board.span)}
    return found


def report_data(report: Report) -> dict[str, Any]:
    """The results of scenarios; with the unused rules, if requested."""
    return {
        "passed": len(report.results) - len(report.failures),
        "failed": len(report.failures),
        "results": [
            {
                "scenario": result.scenario.name,
                "file": result.scenario.file,
                "pack": result.scenario.pack,
                "steps": result.steps,
                "passed": result.passed,
                "failure": result.failure.diagnostic.as_dict() if result.failure else None,
                "differences": [one.as_dict() for one in result.failure.differences]
                if result.failure
                else [],
                "trace": list(result.trace),
            }
            for result in report.results
        ],
        "broken": [found.as_dict() for found in report.broken],
        "problems": [problem.as_dict() for problem in report.problems],
        "rules": len(report.coverage),
        "unexercised": [
            {
                "kind": clause.kind,
                "name": clause.name,
                "owner": clause.owner,
                "place": str(clause.span),
                "text": clause.text,
            }
            for clause in report.unexercised
        ],
    }
