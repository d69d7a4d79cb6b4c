/** Measures over the rounds, a line for each player. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { seatName } from "./model.js";

const WIDE = 320;
const HIGH = 150;
const LEFT = 26;
const FOOT = 18;

/** What the server knows of the whole game: measures over the rounds, and when it is over what was earned with what. */
export const measured = (state) => state.remembered("plots", { type: "plots" });

/** All measures, or the `first` one only, with a `marked` round. */
export function Plots({ state, first, marked }) {
  const [plots, setPlots] = useState(null);
  useEffect(() => {
    measured(state).then((answer) => setPlots(answer.plots ?? []));
  }, [state.view.made]);
  if (!plots) return html`<p class="hint">…</p>`;
  return html`<div class="plots">${plots.filter((plot) => !first || plot.id === first).map((plot) => html`<${Plot} key=${plot.id} state=${state} plot=${plot} first=${first} marked=${marked} />`)}</div>`;
}

function Plot({ state, plot, first, marked }) {
  const name = first ? t("Result") : plot.name;
  return html`<figure><figcaption>${name}</figcaption>
    <svg class="plot" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${said(state, plot, name)}><${Lines} state=${state} plot=${plot} marked=${marked} /></svg></figure>`;
}

/** The lines themselves, in a drawing of this size. */
export function Lines({ state, plot, marked, wide = WIDE, high = HIGH }) {
  const known = plot.players.flat().filter((value) => typeof value === "number");
  const most = Math.max(1, ...known);
  const last = Math.max(1, plot.rounds.length - 1);
  const x = (i) => LEFT + (i / last) * (wide - LEFT - 8);
  const y = (value) => high - FOOT - (value / most) * (high - FOOT - 10);
  const line = (values) => {
    const points = values.map((value, i) => (typeof value === "number" ? `${x(i).toFixed(1)} ${y(value).toFixed(1)}` : null)).filter(Boolean);
    return points.length ? `M${points.join("L")}` : "";
  };
  const at = plot.rounds.indexOf(marked);
  return html`${[0, 0.5, 1].map((part) => html`<g class="grid"><path d=${`M${LEFT} ${y(part * most)}H${wide - 8}`} /><text x=${LEFT - 4} y=${y(part * most) + 3}>${Math.round(part * most)}</text></g>`)}
    ${plot.rounds.map((round, i) => html`<text class="round" x=${x(i)} y=${high - 4}>${round}</text>`)}
    ${at >= 0 && html`<path class="marked" d=${`M${x(at)} 6V${high - FOOT}`} />`}
    ${plot.players.map((values, player) => html`<path class=${`line seat-${state.seats?.seats[player]?.colour ?? player}`} stroke-dasharray=${DASHES[player % DASHES.length]} d=${line(values)} />`)}`;
}

const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 5", "12 4"];

/** The last values in words. */
function said(state, plot, name) {
  const parts = plot.players.map((values, player) => `${seatName(state.seats, player)}: ${values.at(-1) ?? "?"}`);
  return `${name}. ${parts.join(", ")}`;
}
