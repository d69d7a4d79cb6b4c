/** How strong the tile is beside those of the box: games of bots, played while the panel may be closed. */
import { html, useEffect } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { Alike } from "./alike.js";

const GAMES = 500;
const VERDICTS = {
  strong: "Too strong: whoever begins with it wins more often than with any other.",
  weak: "Too weak: whoever begins with it wins less often than with any other.",
  fair: "Fair: whoever begins with it wins about as often as with the others.",
  unsure: "Not sure yet: more games would tell.",
};

/** The games of one pack. What is weighed is the text as it stood when they began. */
class Scales {
  constructor(shop) {
    this.shop = shop;
    this.pack = shop.pack;
    this.found = this.alike = null;
    this.comparing = false;
    this.texts = null;
    this.tile = this.problem = "";
    this.goal = 0;
    this.running = false;
  }

  set(some) {
    Object.assign(this, some);
    this.shop.set({});
  }

  /** Which tile it would be. */
  async look() {
    if (this.found?.others || this.running) return;
    await this.hear({ games: 0, path: this.shop.path, line: this.shop.line });
  }

  async weigh(games, tile) {
    const more = tile === this.tile && this.found?.games && !this.old;
    const texts = { ...this.shop.unsaved };
    if (this.shop.path) texts[this.shop.path] = this.shop.text;
    this.set({ tile, running: true, goal: more ? this.goal + games : games, texts });
    do await this.hear({ tile, texts, games: this.goal });
    while (this.running && !this.found.done);
    this.set({ running: false });
  }

  async hear(asked) {
    try {
      const found = await this.shop.ask("fair", asked);
      if (found.findings) this.set({ running: false, problem: found.findings[0]?.text ?? "" });
      else this.set({ found, tile: found.tile ?? "", problem: found.problem ?? "" });
    } catch (error) {
      this.set({ running: false, problem: error.code === "table-052" ? `${error.message} ${t("Perhaps a game does not come to its end.")}` : error.message });
    }
  }

  /** Which tiles it is like, as the text stands now. */
  async compare(tile) {
    this.set({ comparing: true, alike: null, problem: "" });
    try {
      const alike = await this.shop.ask("like", { tile });
      this.set(alike.findings ? { problem: alike.findings[0]?.text ?? "" } : { alike });
    } catch (error) {
      this.set({ problem: error.message });
    }
    this.set({ comparing: false });
  }

  /** Has the text changed since? */
  get old() {
    const { path, text, saved } = this.shop;
    return this.texts !== null && (this.texts[path] ?? saved) !== text;
  }
}

export function Fair({ shop }) {
  if (shop.scales?.pack !== shop.pack) shop.scales = new Scales(shop);
  const scales = shop.scales;
  useEffect(() => {
    scales.look();
  }, [shop.pack, shop.settled]);
  const { found, tile, running, goal, problem, old, alike, comparing } = scales;
  const games = found?.games ?? 0;
  return html`<div class="fair">
    <div class="row">
      <label class="pick">${t("Tile")} <select disabled=${running} onChange=${(event) => scales.set({ tile: event.target.value, found: { tiles: found.tiles }, texts: null, alike: null })}>
        ${(found?.tiles ?? [{ id: "", name: problem ? "" : t("Looking…") }]).map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === tile}>${name}</option>`)}</select></label>
      ${running
        ? html`<button class="option small" onClick=${() => scales.set({ running: false })}>${t("Stop")}</button>`
        : html`<button class="option small main" disabled=${!tile} onClick=${() => scales.weigh(GAMES, tile)}>${games && !old ? t("{games} more games", { games: GAMES }) : t("Play {games} games", { games: GAMES })}</button>`}
      <button class="option small" disabled=${!tile || comparing} aria-busy=${comparing} onClick=${() => scales.compare(tile)}>${t("What is it like?")}</button>
    </div>
    ${running && html`<p><progress max=${goal} value=${games} aria-label=${t("Games played")}></progress> ${t("{played} of {all} games", { played: games, all: goal })}</p>`}
    <p class="problem" role="alert" lang="en">${problem}</p>
    <div role="status">${!running && found?.others && html`<p class=${`verdict ${found.level}`}>${verdict(found)}</p>`}${old && html`<p class="problem">${t("The text has changed since: these games are of the rules before.")}</p>`}</div>
    ${found?.rows?.length > 0 && html`<${Rows} found=${found} old=${old} />`}
    ${alike && alike.tile === tile && html`<${Alike} found=${alike} />`}
    <p class="hint">${t("Bots that choose at random play for every seat, {players} at a table, and take what they begin with by chance. So this is what a tile brings to whoever handles it without skill, not what clever play can make of it.", { players: found?.players ?? 3 })}</p>
  </div>`;
}

/** What the games say of the tile, beside those of the box. */
function verdict({ level, tile, rows, others }) {
  const { wins, low, high } = rows.find(({ id }) => id === tile);
  const of = { wins: percent(wins), low: percent(low), high: percent(high), least: percent(others.low), most: percent(others.high) };
  return `${t(VERDICTS[level], of)} ${t("With it {wins} of the games are won (most likely {low} to {high}), with the others in the box {least} to {most}.", of)}`;
}

const percent = (part) => `${Math.round(part * 100)}%`;

function Rows({ found, old }) {
  const most = Math.max(...found.rows.map(({ high }) => high), 0.01);
  const wide = (part) => `${(part / most) * 100}%`;
  return html`<table class=${`wins ${old ? "old" : ""}`}><caption class="unseen">${t("How often who begins with a tile wins")}</caption>
    <thead><tr><th scope="col">${t("Tile")}</th><th scope="col">${t("wins")}</th><th scope="col">${t("most likely")}</th><th scope="col"><span class="unseen">${t("as a bar")}</span></th></tr></thead>
    <tbody>${found.rows.map(
      ({ id, name, own, wins, low, high }) => html`<tr key=${id} class=${id === found.tile ? "own" : own ? "beside" : ""}><th scope="row">${name}</th><td>${percent(wins)}</td><td>${t("{low} to {high}", { low: percent(low), high: percent(high) })}</td>
      <td class="span" aria-hidden="true"><i style=${{ left: wide(low), width: wide(high - low) }}></i><b style=${{ left: wide(wins) }}></b></td></tr>`,
    )}</tbody></table>`;
}
