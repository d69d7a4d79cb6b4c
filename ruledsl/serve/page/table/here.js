/** What there is to say of the region that is pointed at or was chosen: what lies there, what it would cost and why, what can be done, and why not. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { isPlacing } from "./model.js";
import { Sum, Why } from "./why.js";

export function Here({ state, region, held }) {
  const [about, setAbout] = useState(null);
  useEffect(() => {
    setAbout(null);
    let gone = false;
    const timer = setTimeout(async () => {
      const found = await state.about(region);
      if (!gone) setAbout(found);
    }, held ? 0 : 140);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [region, held, state.view.made]);
  const { view, table } = state;
  const symbols = table.map.regions[region]?.traits ?? [];
  const options = (view.ask?.mine && !isPlacing(state) ? view.ask.options : []).filter((option) => option.target?.type === "region" && option.target.id === region);
  return html`<section class=${`here ${held ? "held" : ""} ${aside(table, region)}`} aria-label=${table.map.regions[region]?.name ?? region}>
    <div class="here-head"><h3>${view.regions[region]?.text ?? region}</h3>
      ${held && html`<button class="close" onClick=${() => state.set({ selected: null })} aria-label=${t("Close")}>×</button>`}</div>
    ${symbols.length > 0 && html`<p class="hint">${symbols.map((id) => table.traits[id] ?? id).join(" · ")}</p>`}
    <${Lying} table=${table} region=${view.regions[region]} />
    ${about?.cost && html`<div class="cost"><p class="answer">${about.cost.text}</p><${Sum} lines=${about.cost.lines} /></div>`}
    ${held &&
    options.map(
      (option) => html`<div class="row" key=${option.id}>
        <button class="option main" disabled=${state.busy} onClick=${() => state.choose(option)}>${option.label}</button>
        <button class="quiet" onClick=${() => state.try(option)}>${t("Preview")}</button>
      </div>`,
    )}
    ${!options.length && about?.not?.length > 0 && html`<div class="not">${about.not.slice(0, held ? 9 : 2).map(({ why }) => html`<${Why} why=${why} />`)}</div>`}
    ${about?.error && html`<p class="hint">${about.error}</p>`}
  </section>`;
}

/** On the side of the board where the region is not. */
function aside({ map }, region) {
  const at = map.regions[region]?.at;
  return at && at[0] < map.size[0] / 2 ? "right" : "";
}

/** The pieces and tiles that lie on a region, with what they do. */
function Lying({ table, region }) {
  const pieces = Object.keys(region?.pieces ?? {}).map((id) => table.pieces[id]).filter((piece) => piece?.rules?.length);
  const tiles = (region?.tiles ?? []).map((id) => table.tiles[id]).filter(Boolean);
  if (!pieces.length && !tiles.length) return null;
  return html`<dl class="lying">
    ${pieces.map((piece) => html`<div><dt>${piece.symbol} ${piece.name}</dt><dd>${piece.rules.join(" ")}</dd></div>`)}
    ${tiles.map((tile) => html`<div><dt>${tile.name}</dt><dd>${tile.summary || tile.rules.join(" ")}</dd></div>`)}
  </dl>`;
}
