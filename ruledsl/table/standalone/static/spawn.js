/** A worker beside this one, as Python has it (`There` and `Speaker` in `ruledsl/table/standalone/inside.py`). Each question has one answer, in order; nothing is one, too. */
export function spawn() {
  const worker = new Worker(new URL("background.js", import.meta.url), { type: "module" });
  const waiting = [];
  let tell = () => {};
  let size = 0;
  worker.onmessage = ({ data }) => {
    if (data.heard !== undefined) return tell(data.heard);
    size = data.size ?? size;
    return waiting.shift()?.(data.answer);
  };
  const end = () => {
    worker.terminate();
    for (const answered of waiting.splice(0)) answered("");
  };
  worker.onerror = end;
  return {
    ask(text) {
      worker.postMessage({ ask: text });
      return new Promise((answered) => waiting.push(answered));
    },
    say: (text) => worker.postMessage({ say: text }),
    hear: (told) => (tell = told),
    /** Bytes of its memory when it answered last. */
    get size() {
      return size;
    },
    end,
  };
}
