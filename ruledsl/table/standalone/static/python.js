/** Python with ruledsl, for a worker of this page. */
import { machine } from "./machine.js";
import createModule from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";

export const HOME = "/home/ruledsl";
/** Where the tables' data lie: the journal, packs of strangers, a workshop. */
export const DATA = `${HOME}/tables`;
/** Where Python finds modules, as when its memory was kept (`compile.mjs`). */
const LIBRARY = "/lib/ruledsl";
/** Bytes that Python may take in all; what would take more gets none, and Python says so (`MemoryError`). */
const MOST_MEMORY = 1.5 * 2 ** 30;
/** Bytes in a page of a machine's memory. */
const PAGE = 65536;

const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError("Python takes too much memory.");
  return grow.call(this, pages);
};

/** The module of Pyodide, with room for the memory that is put there: it does not look whether there is. */
async function createPyodideModule(settings) {
  const module = await createModule(settings);
  while (module.HEAP8.length < Math.floor(settings.INITIAL_MEMORY / PAGE) * PAGE) module._malloc(16 * PAGE);
  return module;
}

/** The bytes of a compressed file beside this one. */
async function unpacked(name) {
  const { body } = await fetch(new URL(name, import.meta.url));
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** The files of an archive (`ruledsl/table/standalone/sources.py`): pairs of a path and bytes. */
function* filesOf(data) {
  let begin = data.indexOf(10) + 1;
  for (const [path, length] of Object.entries(JSON.parse(new TextDecoder().decode(data.subarray(0, begin))))) yield [path, data.subarray(begin, (begin += length))];
}

/** Something of the folder of what is needed later, if it is there; Python waits for it. */
export function known(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`known/${name}`, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  return request.status === 200 ? new Uint8Array(request.response) : undefined;
}

export async function begun() {
  const archive = unpacked("ruledsl.packed");
  const env = { HOME, RULEDSL_CACHE: `${HOME}/cache`, RULEDSL_PACKS: `${DATA}/installed` };
  const indexURL = new URL("python/", import.meta.url).href;
  const python = await loadPyodide({ indexURL, env, createPyodideModule, _loadSnapshot: unpacked("python/memory") });
  python.registerJsModule("ruledsl_browser", machine(python._module.memory));
  const folders = new Set();
  for (const [path, data] of filesOf(await archive)) {
    const place = `${LIBRARY}/${path}`;
    const folder = place.slice(0, place.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(place, data, { canOwn: true });
  }
  python.runPython(`
import os
os.environ.update(${JSON.stringify(env)})  # what was there when its memory was kept is another one
`);
  return python;
}
