/** Compiles modules by Pyodide in Node.js: `node compile.mjs PYODIDE PROGRAM FOLDER READ` (`ruledsl/page/compiling.py` is the program). */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, program, folder, read] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.mountNodeFS("/folder", folder);
python.runPython(readFileSync(program, "utf-8"));
python.globals.get("compile_all")("/folder", read);
