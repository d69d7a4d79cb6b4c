/** The tables, in a worker: Python with ruledsl, which answers what a server would. */
import { machine } from "./machine.js";
import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/home/ruledsl";
const KEPT = "/home/kept";
const LIBRARY = "/lib/ruledsl";

async function begun() {
  const archive = fetch(new URL("ruledsl.zip", import.meta.url)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("python/", import.meta.url).href, env: { HOME, RULEDSL_CACHE: `${LIBRARY}/cache`, PYTHONDONTWRITEBYTECODE: "1" } });
  postMessage({ stage: "python" });
  python.registerJsModule("ruledsl_browser", machine(python._module.memory));
  const { FS } = python;
  FS.mkdirTree(KEPT);
  FS.mount(FS.filesystems.IDBFS, {}, KEPT);
  await new Promise((done, failed) => FS.syncfs(true, (problem) => (problem ? failed(problem) : done())));
  python.unpackArchive(await archive, "zip", { extractDir: LIBRARY });
  python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  const inside = python.pyimport("ruledsl.page.inside");
  postMessage({ stage: "tables" });
  return inside.begin(`${HOME}/tables`, KEPT, keeping(FS));
}

/** Write what has changed to the browser's store: once at a time, and once more if something has changed meanwhile. */
function keeping(FS) {
  let busy = false;
  let again = false;
  const keep = () => {
    again = busy;
    if (busy) return;
    busy = true;
    FS.syncfs(false, (problem) => {
      busy = false;
      if (problem) console.error(problem);
      if (again) keep();
    });
  };
  return keep;
}

const page = begun();
page.catch((problem) => console.error(problem));

onmessage = async ({ data }) => {
  const tables = await page;
  if (data.id) postMessage({ id: data.id, answer: await tables.ask(data.path, data.body ?? undefined) });
  else if (data.open) {
    const socket = data.socket;
    tables.open(socket, data.open, (heard) => postMessage({ socket, heard }), (ended) => postMessage({ socket, ended }));
  } else if (data.say) tables.say(data.socket, data.say);
  else if (data.close) tables.close(data.socket);
};
