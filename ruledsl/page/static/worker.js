/** The tables, in a worker: Python with ruledsl, which answers what a server would. */
import { alone, keeper } from "./keeping.js";
import { machine } from "./machine.js";
import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/home/ruledsl";
const KEPT = "/home/kept";
const LIBRARY = "/lib/ruledsl";
/** Pages of one origin share what is kept there; each folder has its own. */
const NAME = `ruledsl ${new URL(".", import.meta.url).pathname}`;

/** What Python has compiled it finds again by the digests of the sources, which stand where it looks for their times. */
const COMPILED = "/home/compiled";
const UNPACKED = `
import os, sys, zipfile

def unpack(library, compiled):
    with zipfile.ZipFile("/tmp/ruledsl.zip") as archive:
        archive.extractall(library)
        for one in archive.infolist():
            os.utime(f"{library}/{one.filename}", (one.CRC, one.CRC))
    sys.path.insert(0, library)
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "/home/python"
    kept = f"{compiled}/python.zip"
    if os.path.exists(kept):
        with zipfile.ZipFile(kept) as archive:
            archive.extractall("/")

def pack(compiled):
    "Is there more than was kept before? Then it is put where it is kept."
    there = [f"{folder}/{name}" for folder, _, names in os.walk("/home/python") for name in names]
    kept = f"{compiled}/python.zip"
    if os.path.exists(kept):
        with zipfile.ZipFile(kept) as archive:
            if len(archive.namelist()) == len(there):
                return False
    with zipfile.ZipFile(kept, "w") as archive:
        for name in there:
            archive.write(name)
    return True
`;
/** Milliseconds after the beginning, when mostly everything was imported. */
const LATER = 15000;

/** What is known of some packs together, if anything; Python waits for it. */
function known(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`known/${name}`, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  return request.status === 200 ? new Uint8Array(request.response) : undefined;
}

const told = (stage) => postMessage({ stage });

async function begun() {
  told("loading");
  const archive = fetch(new URL("ruledsl.zip", import.meta.url)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("python/", import.meta.url).href, env: { HOME, RULEDSL_CACHE: `${HOME}/cache` } });
  await alone(NAME, () => told("elsewhere"));
  told("loading");
  const keep = await keeper(python.FS, KEPT, NAME);
  const keepCompiled = await keeper(python.FS, COMPILED, `${NAME} compiled`);
  python.registerJsModule("ruledsl_browser", machine(python._module.memory));
  python.FS.writeFile("/tmp/ruledsl.zip", new Uint8Array(await archive));
  python.runPython(UNPACKED);
  python.globals.get("unpack")(LIBRARY, COMPILED);
  const tables = python.pyimport("ruledsl.page.inside").begin(`${HOME}/tables`, KEPT, keep, known);
  told("ready");
  setTimeout(() => python.globals.get("pack")(COMPILED) && keepCompiled(), LATER);
  return tables;
}

const page = begun();
page.catch((problem) => {
  console.error(problem);
  told("broken");
});

onmessage = async ({ data }) => {
  const tables = await page;
  if (data.id) postMessage({ id: data.id, answer: await tables.ask(data.path, data.body ?? undefined) });
  else if (data.open) {
    const socket = data.socket;
    tables.open(socket, data.open, (heard) => postMessage({ socket, heard }), (ended) => postMessage({ socket, ended }));
  } else if (data.say) tables.say(data.socket, data.say);
  else if (data.close) tables.close(data.socket);
};
