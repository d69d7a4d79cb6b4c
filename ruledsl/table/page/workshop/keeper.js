/** Keeps what is written: in this browser at once, on the disk when nobody types for a moment; says so when it cannot, and loses nothing. */
import { get, post } from "../server.js";
import { t } from "../words.js";
import { Drafts } from "./drafts.js";
import { Tabs } from "./tabs.js";

const DRAFT = 250;
const SAVE = 900;
const AGAIN = 2000;
export const CHANGED = "table-050";

export class Keeper {
  constructor(shop) {
    this.shop = shop;
    this.drafts = new Drafts(shop.root);
    this.tabs = new Tabs(shop.root, {
      tell: () => ({ text: shop.text, saved: shop.saved, version: shop.version }),
      follow: (found) => this.follow(found),
      changed: () => this.turned(),
    });
    this.state = "saved";
    this.problem = "";
    this.conflict = null;
    addEventListener("pagehide", () => this.draft());
    addEventListener("visibilitychange", () => document.hidden && this.draft());
    addEventListener("online", () => this.look());
    addEventListener("focus", () => {
      this.look();
      shop.look().catch(() => {});
    });
    addEventListener("beforeunload", (event) => this.dirty && !this.kept && event.preventDefault());
    setInterval(() => document.hidden || this.look(), AGAIN);
  }

  get reads() {
    return !this.tabs.writes;
  }

  get dirty() {
    return this.shop.path !== "" && this.shop.text !== this.shop.saved;
  }

  say(state, problem = "") {
    if (state === this.state && problem === this.problem) return;
    Object.assign(this, { state, problem });
    this.shop.redraw();
  }

  /** Put a file into the editor: as it is on the disk, or as it was left here. Of several that are asked for only the last one is. */
  async open(path) {
    const { shop } = this;
    this.wanted = path;
    if (path === shop.path && path === this.tabs.path) return;
    const file = await get("/api/workshop/file", { path });
    await this.save();
    if (path !== this.wanted) return;
    this.draft();
    this.followed = null;
    await this.tabs.open(path);
    if (path !== this.tabs.path) return;
    const draft = this.drafts.of(path);
    const mine = draft && (draft.dirty || draft.state.doc === file.text) ? draft : null;
    const clash = mine?.dirty && mine.version !== file.version && mine.state.doc !== file.text && !this.reads;
    this.conflict = clash ? { path, mine: mine.state.doc, theirs: file.text, version: file.version } : null;
    const text = mine && !this.reads ? mine.state.doc : file.text;
    shop.opened(path, text, file, mine && !this.reads ? mine.state : null);
    this.say(this.conflict ? "conflict" : "saved");
    if (this.reads) this.tabs.ask();
    else this.typed();
  }

  /** The text has changed, or may have. */
  typed() {
    if (this.reads) return;
    this.tabs.soon();
    clearTimeout(this.drafting);
    this.drafting = setTimeout(() => this.draft(), DRAFT);
    clearTimeout(this.saving);
    if (!this.dirty) return;
    if (this.state === "saved") this.say("typing");
    if (this.state !== "refused") this.saving = setTimeout(() => this.save(), SAVE);
  }

  draft() {
    const { shop } = this;
    if (!shop.path || !shop.editor || this.reads) return;
    this.kept = this.drafts.keep(shop.path, shop.editor.kept, shop.version, this.dirty);
    if (!this.kept && this.dirty && this.state !== "lost") this.say(this.state, t("This browser has no room to keep a draft; leave the page only when the text is saved."));
  }

  /** Write it now. Resolves when that is done, or cannot be done now. */
  async save() {
    clearTimeout(this.saving);
    if (!this.dirty || this.reads || this.conflict || this.writing) return;
    const { shop } = this;
    const { path, text, version } = shop;
    this.writing = true;
    try {
      const done = await post("/api/workshop/file", { path, text, version });
      if (shop.path === path) shop.set({ saved: text, version: done.version });
      this.say(this.dirty ? "typing" : "saved");
      shop.language?.wrote([path]);
    } catch (error) {
      await this.failed(path, error);
    }
    this.writing = false;
    this.typed();
  }

  async failed(path, error) {
    this.draft();
    if (!error.code) this.say("lost");
    else if (error.code === CHANGED) await this.clash(path);
    else this.say("refused", error.message);
  }

  /** See whether the file has been changed by another program, and whether the server is there. */
  async look() {
    const { shop } = this;
    const { path, version } = shop;
    if (!path || this.writing || this.looking || this.conflict) return;
    this.looking = true;
    try {
      const file = await get("/api/workshop/file", { path, known: version });
      if (shop.path === path && shop.version === version && file.version !== version && !this.writing) this.changed(file);
      if (this.state === "lost") this.back();
    } catch (error) {
      if (!error.code) this.say("lost");
      else if (error.code === "table-004" && shop.path === path) this.gone(path);
    }
    this.looking = false;
    if (this.state === "refused" && this.dirty) this.save();
  }

  back() {
    this.say(this.dirty ? "typing" : "saved");
    this.shop.look().catch(() => {});
    this.save();
  }

  /** The file is another one now: where nothing was written here it is shown, otherwise its reader chooses. */
  changed(file) {
    const { shop } = this;
    const ours = file.text === shop.text || file.text === this.followed; // another tab wrote what was followed here, and ended before it could say so
    if (this.dirty && !ours && !this.reads) {
      this.conflict = { path: shop.path, mine: shop.text, theirs: file.text, version: file.version };
      this.say("conflict");
      return;
    }
    const clean = !this.dirty;
    shop.set({ saved: file.text, version: file.version });
    if (clean && file.text !== shop.text) {
      shop.editor.replace(file.text);
      shop.say(t("The file was changed by another program; this is how it is now. Undo brings back what was here."));
    }
    this.say("saved");
    this.typed();
  }

  async clash(path) {
    const file = await get("/api/workshop/file", { path }).catch((error) => (error.code ? null : undefined));
    if (file) this.changed(file);
    else if (file === null) this.gone(path);
    else this.say("lost");
  }

  gone(path) {
    this.conflict = { path, mine: this.shop.text, theirs: null, version: "" };
    this.say("conflict");
  }

  /** Of two texts the one that is to be kept. */
  choose(mine) {
    const { shop, conflict } = this;
    this.conflict = null;
    if (conflict.theirs === null && !mine) {
      this.drafts.forget(conflict.path);
      shop.close();
      return;
    }
    shop.set({ saved: conflict.theirs, version: conflict.version });
    if (!mine) shop.editor.replace(conflict.theirs);
    this.say("typing");
    this.save().then(() => !this.dirty && this.say("saved"));
  }

  // ── several tabs ──

  follow({ text, saved, version }) {
    const { shop } = this;
    Object.assign(this, { followed: text, conflict: null });
    shop.set({ saved, version });
    shop.editor?.replace(text, { undo: false });
  }

  turned() {
    this.shop.editor?.guard();
    this.shop.redraw();
    if (this.reads) {
      clearTimeout(this.saving);
      clearTimeout(this.drafting);
    } else this.typed();
  }
}
