/** What has happened, newest first; an entry shows on the map where it was. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";

export function Log({ state }) {
  const { shown: view } = state;
  const { from, entries } = view.log;
  const all = [...(state.earlier ?? []).filter((entry) => entry.n < from), ...entries];
  const first = all[0]?.n ?? 0;
  const more = async () => {
    const count = Math.min(first, 100);
    const answer = await state.ask({ type: "log", from: first - count, count });
    if (answer) state.set({ earlier: [...answer.log.entries, ...(state.earlier ?? [])] });
  };
  return html`<section class="panel log" aria-label=${t("Log")}><h2>${t("Log")}</h2>
    <ol class="lines" reversed><${Lines} state=${state} lines=${toldOnce(all).reverse()} /></ol>
    ${first > 0 && html`<button class="quiet" onClick=${more}>${t("Earlier")}</button>`}
  </section>`;
}

/** So many lines are told beside a question of somebody else. */
const LATELY = 8;

/** What has happened in the turn that is going on, the newest last: what has been told stays where it is. */
export function Lately({ state }) {
  const { entries } = state.shown.log;
  const turn = entries.slice(Math.max(entries.findLastIndex((entry) => entry.turn), 0));
  return html`<ol class="lines"><${Lines} state=${state} lines=${toldOnce(turn).slice(-LATELY)} /></ol>`;
}

const Lines = ({ state, lines }) => lines.map((entry) => html`<${Entry} key=${entry.n} state=${state} entry=${entry} fresh=${entry.n >= (state.before?.log.count ?? Infinity)} />`);

/** Each thing once: not a choice that the next line says again, and what comes several times in a row as one line with their number. */
function toldOnce(entries) {
  const lines = [];
  for (const entry of entries.filter(({ announces }) => !announces)) {
    if (lines.at(-1)?.text === entry.text) lines[lines.length - 1] = { ...entry, times: (lines.at(-1).times ?? 1) + 1 };
    else lines.push(entry);
  }
  return lines;
}

function Entry({ state, entry, fresh }) {
  const kind = `${entry.turn ? "turn" : ""} ${fresh ? "fresh" : ""}`;
  const text = entry.times ? `${entry.text} ×${entry.times}` : entry.text;
  if (!entry.regions.length) return html`<li class=${kind}>${text}</li>`;
  const show = () => state.set({ marked: entry.regions });
  return html`<li class=${kind}><button onClick=${show} onMouseEnter=${show} onFocus=${show} onMouseLeave=${() => state.set({ marked: null })}>${text}</button></li>`;
}
