/** The workshop as the page knows it; panels are given this object and drawn again whenever it changes.
 *
 *  `packs` are the packs of the folder with the paths of their files; `pack` is the one that is open ("" if the folder is one itself, null if none),
 *  `path` its file in the editor, `text` that file as it stands, `saved` as it is on the disk, `line` where the cursor is (from 1), and
 *  `settled` counts up when neither text nor line have changed for a moment, `settledText` when that was the text. `findings` are those of each file, as the language server has them;
 *  `tile` is the one under the cursor, as the card says it. */
import { here, paperFrom, sentHere } from "../reach.js";
import { get, inBase64, post } from "../server.js";
import { t } from "../words.js";
import { CHANGED, Keeper } from "./keeper.js";
import { Language } from "./language.js";
import { showMarks } from "./margin.js";

const QUIET = 400;
const SAID = 9000;
const LAST = "ruledsl.workshop.last:";

/** The file to look at first. */
const firstOf = (files) => files.find((path) => !/(^|\/)((scenarios|texts)\/|pack\.yaml$)/.test(path)) ?? files[0];

export class Shop {
  constructor(redraw) {
    this.redraw = redraw;
    this.packs = null;
    this.folder = this.root = "";
    this.pack = null;
    this.path = this.text = this.saved = this.version = "";
    this.line = 1;
    this.settled = this.settledText = 0;
    this.findings = {};
    this.clauses = {};
    this.tab = "card";
    this.beginning = false;
    this.tile = this.problem = this.said = "";
    this.language = this.keeper = this.editor = null;
  }

  set(some) {
    Object.assign(this, some);
    this.redraw();
  }

  /** Say something that passes. */
  say(said) {
    this.set({ said });
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.set({ said: "" }), SAID);
  }

  // ── files ──

  async start() {
    try {
      await this.look();
    } catch (error) {
      this.set({ problem: error.message || t("The server does not answer; load the page again when it does.") });
      return;
    }
    this.keeper = new Keeper(this);
    this.language = new Language(this);
    const sent = sentHere();
    const file = here().searchParams.get("file");
    if (sent) history.replaceState(null, "", "?");
    const wanted = sent && confirm(t("Put the pack from this link into the folder of the workshop?"));
    if (wanted && (await this.unpacked(sent, file))) return;
    const last = localStorage.getItem(LAST + this.root);
    const all = Object.values(this.packs).flat();
    const first = all.includes(last) ? last : firstOf(all);
    if (first) await this.open(first);
  }

  /** What is in the folder now. */
  async look() {
    const { folder, root, packs } = await get("/api/workshop");
    this.set({ folder, root, packs });
  }

  async open(path, line = 0) {
    try {
      await this.keeper.open(path);
      if (line && path === this.path) this.editor?.goTo(line);
    } catch (error) {
      this.say(error.message);
    }
  }

  /** The keeper has read a file: into the editor with it. */
  opened(path, text, { text: saved, version }, kept) {
    localStorage.setItem(LAST + this.root, path);
    const pack = Object.keys(this.packs).find((id) => this.packs[id].includes(path)) ?? null;
    this.set({ path, pack, text, saved, version, line: 1, tile: pack === this.pack ? this.tile : "", clauses: pack === this.pack ? this.clauses : {} });
    this.editor?.show(path, text, kept);
    this.mark();
    this.settle();
  }

  close() {
    this.set({ path: "", text: "", saved: "", version: "" });
    if (this.editor) this.editor.view.dom.hidden = true;
    this.look();
  }

  /** The text was changed in the editor, by whoever writes there, or (`elsewhere`) by what happened outside of it. */
  typed(text, elsewhere) {
    this.set({ text });
    if (!elsewhere || !this.keeper.reads) this.keeper.typed();
    this.settle();
  }

  moved(line) {
    this.set({ line });
    this.settle();
  }

  settle() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      const same = this.looked === `${this.path} ${this.text}`;
      this.looked = `${this.path} ${this.text}`;
      this.set({ settled: this.settled + 1, settledText: this.settledText + (same ? 0 : 1) });
    }, QUIET);
  }

  /** Change a file that is not in the editor: `change` makes the new text of the old one. */
  async rewrite(path, change) {
    const { text, version } = await get("/api/workshop/file", { path });
    await post("/api/workshop/file", { path, text: change(text), version });
    this.language?.wrote([path]);
  }

  /** Make new files: of a `pack`, a tile, a copy, a scenario (see `/api/workshop/make`), and open the first of them. */
  async make(what) {
    await this.keeper.save();
    return this.made(await post("/api/workshop/make", { ...what, id: what.id.replace(/_+$/, "") }));
  }

  /** These files are new. Open the `file` of that name in its pack, or else one with tiles. */
  async made({ files }, file = null) {
    await this.look();
    this.language?.wrote(files);
    await this.open(files.find((path) => path.slice(path.indexOf("/") + 1) === file) ?? firstOf(files));
    return files;
  }

  /** Unpack a bundle that somebody sent into the folder. */
  unpack = async (file) => this.unpacked(await inBase64(file));

  unpacked(data, file, replace = false) {
    const asks = (said) => !replace && confirm(`${said}\n\n${t("Replace the whole pack by the one that was sent? What you have written in it is lost.")}`);
    const refused = ({ code, message }) => (code === CHANGED && asks(message) ? this.unpacked(data, file, true) : this.say(message));
    return post("/api/workshop/unpack", { data, replace }).then((made) => this.made(made, file), refused);
  }

  /** Delete a pack, after a question. */
  async delete(pack) {
    if (!confirm(t("Delete the pack {pack}? What you have written in it is lost, but for links and bundles of it.", { pack }))) return undefined;
    const { files } = await this.keeper.save().then(() => post("/api/workshop/delete", { pack })).catch((error) => (this.say(error.message), { files: [] }));
    this.language.wrote(files);
    files.forEach((path) => this.keeper.drafts.forget(path));
    return files.includes(this.path) ? this.close() : this.look();
  }

  /** A pack as it stands, as text for a link. */
  async linked(pack) {
    await this.keeper.save();
    return (await post("/api/workshop/bundle", { pack, texts: pack === this.pack ? this.unsaved : {} })).data;
  }

  // ── jobs ──

  /** The texts that are not on the disk as they stand here. */
  get unsaved() {
    return this.path && this.text !== this.saved ? { [this.path]: this.text } : {};
  }

  /** Ask a job about the pack as it stands. The answer has `findings` if the pack has errors; what is refused is an `Error` with a sentence. */
  async ask(job, more = {}) {
    const found = await post("/api/workshop/ask", { job, pack: this.pack, texts: this.unsaved, ...more });
    return found.paper ? { ...found, paper: await paperFrom(found.paper) } : found;
  }

  /** Which rules scenarios have reached, by files: shown in the margin. */
  reached(clauses) {
    this.set({ clauses });
    this.mark();
  }

  mark() {
    if (this.editor && this.path) showMarks(this.editor.view, this.clauses[this.path] ?? []);
  }
}
