/** What is there to be taken, as cards to choose from. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { Emblem } from "../board/tokens.js";
import { t } from "../words.js";
import { Choice } from "./brings.js";
import { optionsByTile } from "./model.js";
import { Dialog, Num } from "./why.js";

/** It is part of the question while something can be taken there (`buying`); else it is folded until it is opened. */
export function Market({ state, buying = false }) {
  const { shown: view } = state;
  const [open, setOpen] = useState(null);
  useEffect(() => setOpen(null), [buying]);
  if (!view.market.length) return null;
  const options = view === state.view ? optionsByTile(view.ask) : new Map();
  return html`<section class=${buying ? "market" : "panel market"} aria-label=${t("Market")}><details open=${open ?? buying} onToggle=${(event) => event.target.open !== (open ?? buying) && setOpen(event.target.open)}><summary><h2>${t("Market")}</h2></summary><ol>
    ${view.market.map((entry) => html`<${Entry} key=${entry.tile} state=${state} entry=${entry} option=${options.get(entry.tile)} />`)}
  </ol></details></section>`;
}

function Entry({ state, entry, option }) {
  const tiles = [...entry.beside, entry.tile].map((id) => state.table.tiles[id]).filter(Boolean);
  return html`<li class=${option ? "card offered" : "card"}>
    <div class="card-head"><${Head} table=${state.table} ids=${[...entry.beside, entry.tile]} />
      <button class="card-name" onClick=${() => state.set({ card: tiles, cardNotes: [] })} title=${t("Read the rules")}>${entry.name}</button>
      <span class="sizes" title=${t("[Token.many]")}>${entry.sizes}</span>
    </div>
    <div class="summaries">${tiles.map((tile) => html`<p class="summary"><b>${tile.name}</b> <span lang=${tile.summary ? undefined : tile.rules_language}>${tile.summary || tile.rules.join(" ")}</span> </p>`)}</div>
    <div class="card-foot">
      ${entry.price && html`<span class="price"><span class="price-word">${t("Price")}</span> <${Num} state=${state} ...${entry.price} label=${t("Price")} /> <${Icon} name="coins" /></span>`}
      <${Marks} state=${state} ids=${[...entry.beside, entry.tile]} />
      ${entry.coins > 0 && html`<span class="coins-on" title=${t("[Coin.many] on it")}>+${entry.coins} <${Icon} name="coins" /></span>`}
      ${option && html`<${Choice} state=${state} option=${option} label=${t("Take")} kind="main" />`}
    </div>
  </li>`;
}

/** The emblems of some tiles, as small pictures. */
export const Head = ({ table, ids }) => ids.map((id) => table.emblems?.[id]).filter(Boolean).map((emblem) => html`<${Picture} emblem=${emblem} />`);

export const Picture = ({ emblem }) => html`<svg class="head" viewBox="-1.100 -1.100 2.200 2.200" aria-hidden="true"><${Emblem} emblem=${emblem} /></svg>`;

/** So many of a piece. */
export const Pieces = ({ piece, count }) => piece && html`<span class="piece" title=${piece.name}><${Picture} emblem=${piece.emblem} /><span class="unseen">${piece.name}</span> ${count}</span>`;

/** The pieces that lie on some tiles. */
export const Marks = ({ state, ids }) => ids.flatMap((id) => Object.entries(state.shown.tiles[id]?.pieces ?? {})).map(([id, count]) => html`<${Pieces} piece=${state.table.pieces[id]} count=${count} />`);

/** A tile at full length: numbers, what it says in short, and its rules in sentences. */
export function Tile({ table, tile }) {
  return html`<article class="tile-card"><h3><${Head} table=${table} ids=${[tile.id]} /> ${tile.name} <small>${tile.kind_name}</small></h3>
    ${tile.summary && html`<p>${tile.summary}</p>`}
    <p class="numbers">${tile.numbers.map((number) => html`<span>${number.name} <b>${number.value}</b></span>`)}</p>
    ${tile.rules.length > 0 && html`<ul lang=${tile.rules_language}>${tile.rules.map((rule) => html`<li>${rule}</li>`)}</ul>`}
    ${tile.pieces.map((id) => table.pieces[id]).filter(Boolean).map((piece) => html`<p class="piece"><${Picture} emblem=${piece.emblem} /> <b>${piece.name}</b> <span lang=${piece.rules_language}>${piece.rules?.join(" ")}</span></p>`)}
  </article>`;
}

export function CardDialog({ state }) {
  if (!state.card?.length) return null;
  const title = state.card.map((tile) => tile.name).join(" ");
  return html`<${Dialog} title=${title} onClose=${() => state.set({ card: null })}>
    ${state.card.map((tile) => html`<${Tile} table=${state.table} tile=${tile} />`)}
    ${state.cardNotes?.length > 0 && html`<p class="hint">${state.cardNotes.map((note) => `${note.name}: ${[note.value].flat().join(", ")}`).join(" · ")}</p>`}
  </${Dialog}>`;
}
