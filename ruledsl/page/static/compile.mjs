/** Runs Pyodide in Node.js for the folder of a page: `node compile.mjs PYODIDE PROGRAM FOLDER READ MODULES`.
 *
 *  It keeps the memory of Python as it is when these modules (a list in JSON) are imported: a browser goes on from there. Then it compiles the
 *  modules in a folder (`ruledsl/page/compiling.py` is the program). */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, program, folder, read, modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: "0", TZ: "UTC" }, _makeSnapshot: true });
python.runPython(`
for name in ${modules}:
    try:
        __import__(name)
    except Exception:
        pass  # another system has it
del name
`);
writeFileSync(`${pyodide}/memory`, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
python.mountNodeFS("/folder", folder);
python.runPython(readFileSync(program, "utf-8"));
python.globals.get("compile_all")("/folder", read);
