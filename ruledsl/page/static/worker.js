/** The tables, in a worker: Python with ruledsl, which answers what a server would. */
import { alone, keeper } from "./keeping.js";
import { machine } from "./machine.js";
import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/home/ruledsl";
const KEPT = "/home/kept";
const LIBRARY = "/lib/ruledsl";
/** Pages of one origin share what is kept there; each folder has its own. */
const NAME = `ruledsl ${new URL(".", import.meta.url).pathname}`;

const told = (stage) => postMessage({ stage });

async function begun() {
  told("loading");
  const archive = fetch(new URL("ruledsl.zip", import.meta.url)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("python/", import.meta.url).href, env: { HOME, RULEDSL_CACHE: `${LIBRARY}/cache` } });
  await alone(NAME, () => told("elsewhere"));
  told("loading");
  const keep = await keeper(python.FS, KEPT, NAME);
  python.registerJsModule("ruledsl_browser", machine(python._module.memory));
  python.unpackArchive(await archive, "zip", { extractDir: LIBRARY });
  python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  const tables = python.pyimport("ruledsl.page.inside").begin(`${HOME}/tables`, KEPT, keep);
  told("ready");
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
