"""YAML that takes long to read."""

from __future__ import annotations

from hostile_pack import Files, case


@case("unusual YAML in twelve files")
def _unusual() -> Files:
    return {
        f"y{k}.yaml": "texts:\n"
        + "".join(f'  "ask.\\u0061{k}_{i}": {{en: "a\\tb", it: \'c\'}}\n' for i in range(9000))
        for k in range(12)
    }


@case("flow mappings")
def _flow() -> Files:
    return {"y.yaml": "texts: {" + ", ".join(f"? ask.x{i} : {{en: [a]}}" for i in range(20_000)) + "}\n"}


@case("as many items as there may be")
def _items() -> Files:
    return {f"y{k}.yaml": "standings: [" + ",".join(["a"] * 27_000) + "]\n" for k in range(2)}


@case("as many small mappings as there may be")
def _mappings() -> Files:
    return {f"y{k}.yaml": "maps: [" + ",".join(["{a: b}"] * 6_000) + "]\n" for k in range(2)}


@case("lists in lists")
def _nested() -> Files:
    return {"y.yaml": "standings: [" + ",".join(["[" * 35 + "]" * 35] * 500) + "]\n"}


@case("lists in lists on one line each")
def _dashes() -> Files:
    return {f"y{k}.yaml": "standings:\n" + ("  " + "- " * 38 + "a\n") * 750 for k in range(2)}


@case("scalars over many lines")
def _folded() -> Files:
    return {"y.yaml": "texts:\n  ask.x: >\n" + "    word\n" * 100_000}


@case("2,500 files")
def _many() -> Files:
    return {f"f{i}.yaml": f"symbols: [s{i}]\n" for i in range(2500)}


@case("comments without end")
def _comments() -> Files:
    return {f"c{k}.yaml": "# nothing\n" * 90_000 + "symbols: [a]\n" for k in range(3)}


@case("folders in folders")
def _folders() -> Files:
    return {"/".join(["d"] * k) + "/f.yaml": f"symbols: [s{k}]\n" for k in range(1, 200)}
