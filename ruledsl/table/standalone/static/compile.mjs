/** Runs Pyodide in Node.js for the folder of a page: `node compile.mjs PYODIDE PROGRAM FOLDER READ MODULES`.
 *
 *  It compiles the modules in a folder (`ruledsl/table/standalone/compiling.py` is the program). Then another Python, whose library is in `python` and
 *  `library` there, imports some of them (a list in JSON), and its memory is kept: a browser goes on from there. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, program, folder, read, modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
/** Where modules lie in a browser, too (`python.js`). */
const LIBRARY = "/lib/ruledsl";
/** An archive without files: Pyodide fetches that of its library at every start, but what is needed is in memory, and the rest comes when it is. */
const EMPTY = Buffer.from("PK\x05\x06".padEnd(22, "\0"), "latin1");

async function compile() {
  const python = await loadPyodide({ indexURL: `${pyodide}/` });
  python.mountNodeFS("/folder", folder);
  python.runPython(readFileSync(program, "utf-8"));
  python.globals.get("compile_all")("/folder", read);
}

function put(FS, from) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    const place = `${LIBRARY}/${path.slice(from.length + 1)}`;
    FS.mkdirTree(dirname(place));
    FS.writeFile(place, readFileSync(path));
  }
}

async function begun() {
  const python = await loadPyodide({
    indexURL: `${pyodide}/`,
    env: { PYTHONHASHSEED: "0", TZ: "UTC", PYTHONPATH: LIBRARY, PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: (FS) => ["python", "library"].forEach((part) => put(FS, `${folder}/${part}`)),
    _makeSnapshot: true,
  });
  const imported = `${readFileSync(program, "utf-8")}\nimport_all(${modules})`;
  python.runPython(`exec(${JSON.stringify(imported)}, {})`);
  return python;
}

try {
  await compile();
  writeFileSync(`${pyodide}/python_stdlib.zip`, EMPTY);
  const python = await begun();
  writeFileSync(`${pyodide}/memory`, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
} catch (problem) {
  console.error(problem.message.trim());
  process.exit(1);
}
