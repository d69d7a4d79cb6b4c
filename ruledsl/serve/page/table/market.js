/** What is there to be taken, as cards to choose from. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { optionsByTile } from "./model.js";
import { Dialog, Num } from "./why.js";

export function Market({ state }) {
  const { view } = state;
  if (!view.market.length) return null;
  const options = optionsByTile(view.ask);
  return html`<section class="panel market" aria-label=${t("Market")}><h2>${t("Market")}</h2><ol>
    ${view.market.map((entry) => html`<${Entry} key=${entry.tile} state=${state} entry=${entry} option=${options.get(entry.tile)} />`)}
  </ol></section>`;
}

function Entry({ state, entry, option }) {
  const tiles = [entry.partner, entry.tile].filter(Boolean).map((id) => state.table.tiles[id]).filter(Boolean);
  return html`<li class=${option ? "card offered" : "card"}>
    <div class="card-head">
      <button class="card-name" onClick=${() => state.set({ card: tiles, cardNotes: [] })} title=${t("Read the rules")}>${entry.name}</button>
      <span class="sizes" title=${t("Tokens")}>${entry.sizes}</span>
    </div>
    ${tiles.map((tile) => html`<p class="summary"><b>${tile.name}</b> ${tile.summary || tile.rules.join(" ")}</p>`)}
    <div class="card-foot">
      ${entry.price && html`<span class="price">${t("Price")} <${Num} state=${state} ...${entry.price} label=${t("Price")} /></span>`}
      ${entry.coins > 0 && html`<span class="coins-on" title=${t("Coins on it")}>+${entry.coins} ◉</span>`}
      ${option && html`<button class="option main" disabled=${state.busy} onClick=${() => state.choose(option)}>${t("Take")}</button>`}
    </div>
  </li>`;
}

/** A tile at full length: numbers, what it says in short, and its rules in sentences. */
export function Tile({ table, tile }) {
  return html`<article class="tile-card"><h3>${tile.name} <small>${tile.kind_name}</small></h3>
    ${tile.summary && html`<p>${tile.summary}</p>`}
    <p class="numbers">${tile.numbers.map((number) => html`<span>${number.name} <b>${number.value}</b></span>`)}</p>
    ${tile.rules.length > 0 && html`<ul>${tile.rules.map((rule) => html`<li>${rule}</li>`)}</ul>`}
    ${tile.pieces.map((id) => table.pieces[id]).filter(Boolean).map((piece) => html`<p class="piece"><b>${piece.symbol} ${piece.name}</b> ${piece.rules?.join(" ")}</p>`)}
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
