/** A position to try a tile in, and what the server says of it. It outlives its panel; so does the table that goes on from it. */
import { leadTo } from "../reach.js";
import { post } from "../server.js";
import { announce } from "../table/state.js";
import { t, useNouns } from "../words.js";

export class Trial {
  constructor(shop) {
    this.shop = shop;
    this.pack = shop.pack;
    this.position = this.good = this.found = this.choices = this.selected = null;
    this.laid = null;
    this.brush = "people 0";
    this.away = this.old = this.asking = this.again = this.busy = false;
    this.problem = this.said = this.table = this.asked = "";
  }

  set(some) {
    Object.assign(this, some);
    this.shop.set({});
  }

  /** The text has settled: ask again if it is another one. */
  follow() {
    if (this.asked !== this.shop.path + this.shop.text || (this.old && !this.asking)) this.look();
  }

  /** Ask what everything costs and brings as the text stands; while a question is on its way only the newest one after it counts. */
  async look() {
    this.again = true;
    if (this.asking) return;
    this.asking = true;
    while (this.again) {
      this.again = false;
      const { path, line, text } = this.shop;
      this.asked = path + text;
      try {
        this.heard(await this.shop.ask("try", { path, line, position: this.position }));
      } catch (error) {
        this.set({ old: true, problem: error.message });
      }
    }
    this.asking = false;
  }

  heard(found) {
    if (found.findings) {
      const [first] = found.findings;
      this.set({ old: true, problem: first ? `${first.text} (${t("{file}, line {line}", first)})` : "" });
    } else if (found.problems) {
      // What cannot be laid is taken back; what could be before and cannot any more stays as it was.
      const undone = this.good && this.position !== this.good;
      this.set({ choices: found.choices, problem: found.problems[0], old: !undone, position: undone ? this.good : this.position });
    } else {
      useNouns(found.table.nouns);
      const position = this.position ?? found.position;
      this.set({ found, position, good: position, choices: found.choices, old: false, problem: "" });
      this.tell();
    }
  }

  /** Say what became of a region to those who hear the page. */
  tell() {
    const about = this.found.regions[this.laid];
    if (about) announce(`${this.found.view.regions[this.laid].text}. ${[about.cost?.text, about.income?.text].filter(Boolean).join(". ")}`);
    this.laid = null;
  }

  /** Another position; `edit` changes a copy of this one. */
  change(edit) {
    const position = structuredClone(this.position);
    edit(position);
    this.set({ position, problem: "" });
    this.look();
  }

  afresh() {
    this.set({ position: null, good: null, problem: "" });
    this.look();
  }

  /** A press on a region: one more of what was picked, or one less. */
  put(region, less) {
    const [kind, id] = this.brush.split(" ");
    if (kind === "look") return;
    this.laid = region;
    const step = less ? -1 : 1;
    const seen = this.found.view.regions[region];
    this.change((position) => {
      if (kind === "people") laid(position.peoples, +id, region, step);
      const entry = (position.regions[region] ??= {});
      if (kind === "piece") (entry.pieces ??= {})[id] = Math.max((seen.pieces[id] ?? 0) + step, 0);
      if (kind === "tile") {
        for (const other of Object.values(position.regions)) if (other.tiles) other.tiles = other.tiles.filter((tile) => tile !== id);
        if (!less) (entry.tiles ??= []).push(id);
      }
    });
  }

  async play(bot) {
    this.set({ busy: true, said: t("Setting up the table…") });
    // A window that is opened later than at the press is one that nobody asked for.
    const page = globalThis.open("", "_blank");
    try {
      const { table } = await post("/api/workshop/play", { pack: this.pack, texts: this.shop.unsaved, position: this.position, bot });
      if (page) page.location = leadTo(`/table/${table}`);
      this.set({ table, said: t("The table is open: play there, and come back to keep what you did.") });
    } catch (error) {
      page?.close();
      this.set({ said: error.message });
    }
    this.set({ busy: false });
  }

  async keep(name) {
    this.set({ busy: true, said: t("The scenario is being tried…") });
    try {
      const { path, choices } = await post("/api/workshop/keep", { pack: this.pack, table: this.table, name });
      this.set({ said: t("{name} stands in {path} now, with {n} choices. It has passed.", { name, path, n: choices }) });
      this.shop.language?.wrote([path]);
      await this.shop.look();
    } catch (error) {
      this.set({ said: error.message });
    }
    this.set({ busy: false });
  }
}

/** Tokens of a people into a region, or out of it. Nobody else stays there. */
function laid(peoples, which, region, step) {
  const count = Math.max((peoples[which].at[region] ?? 0) + step, 0);
  for (const [place, people] of peoples.entries()) if (place === which || step > 0) delete people.at[region];
  if (count) peoples[which].at[region] = count;
}

/** The trial of the pack that is open. */
export function trialOf(shop) {
  if (shop.trial?.pack !== shop.pack) shop.trial = new Trial(shop);
  return shop.trial;
}
