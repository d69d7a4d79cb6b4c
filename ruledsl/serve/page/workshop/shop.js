/** The workshop as the page knows it; panels are given this object and drawn again whenever it changes.
 *
 *  `packs` are the packs of the folder with the paths of their files; `pack` is the one that is open ("" if the folder is one itself, null if none),
 *  `path` its file in the editor, `text` that file as it stands, `saved` as it is on the disk, `line` where the cursor is (from 1), and
 *  `settled` counts up when the text has not changed for a moment. */
import { get, post } from "../server.js";

const QUIET = 400;

export class Shop {
  constructor(redraw) {
    this.redraw = redraw;
    this.packs = {};
    this.folder = this.root = "";
    this.pack = null;
    this.path = this.text = this.saved = this.version = "";
    this.line = 1;
    this.settled = 0;
    this.tab = "card";
    this.problem = "";
  }

  set(some) {
    Object.assign(this, some);
    this.redraw();
  }

  /** What is in the folder now. */
  async look() {
    const { folder, root, packs } = await get("/api/workshop");
    this.set({ folder, root, packs });
  }

  async open(path) {
    const found = await get("/api/workshop/file", { path });
    const pack = Object.keys(this.packs).find((id) => this.packs[id].includes(path)) ?? null;
    this.set({ path, pack, text: found.text, saved: found.text, version: found.version, line: 1, settled: this.settled + 1 });
  }

  /** The text was changed, in the editor. */
  typed(text) {
    this.set({ text });
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.set({ settled: this.settled + 1 }), QUIET);
  }

  /** The texts that are not on the disk as they stand here. */
  get unsaved() {
    return this.path && this.text !== this.saved ? { [this.path]: this.text } : {};
  }

  /** Ask a job about the pack as it stands. The answer has `findings` if the pack has errors; what is refused is an `Error` with a sentence. */
  ask(job, more = {}) {
    return post("/api/workshop/ask", { job, pack: this.pack, texts: this.unsaved, ...more });
  }
}
