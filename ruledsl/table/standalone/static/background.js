/** A worker beside the tables: for bots, for packs of strangers, for a workshop. It is ended when it takes too long. */
import { DATA, begun, known } from "./python.js";

let memory;
const here = begun().then((python) => {
  memory = python._module.memory;
  return python.pyimport("ruledsl.table.standalone.background").begin(DATA, known, (heard) => postMessage({ heard }));
});

onmessage = async ({ data }) => {
  try {
    const python = await here;
    if (data.ask !== undefined) postMessage({ answer: python.answered(data.ask), size: memory.buffer.byteLength });
    else python.heard(data.say);
  } catch (problem) {
    console.warn(problem);
    if (data.ask !== undefined) postMessage({ answer: "" });
  }
};

