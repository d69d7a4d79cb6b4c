/** What is asked, and everything that can be answered: buttons, a list of the regions that are lit, and tokens to place. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { Copy } from "./menu.js";
import { inHand, isPlacing, optionsByRegion, optionsByTile, seatName, spread, total } from "./model.js";
import { Sign } from "./players.js";
import { goTo } from "./replay.js";
import { Num } from "./why.js";

export function AskPanel({ state }) {
  const { view } = state;
  const ask = view.ask;
  const mine = ask?.mine;
  return html`<section class=${`panel ask ${mine ? "mine" : ""}`} aria-labelledby="asked">
    <p class="status">${view.phase && html`<span class="phase">${view.phase}</span>`}${view.thinking ? html`<span class="thinking" aria-label=${t("A bot is thinking")}><i /><i /><i /></span>` : ""}</p>
    <h2 id="asked">${mine ? ask.prompt : view.status}</h2>
    <${Invitation} state=${state} />
    ${view.over && html`<${Result} state=${state} />`}
    ${mine && (isPlacing(state) ? html`<${Placing} state=${state} />` : html`<${Options} state=${state} />`)}
    ${view.undo && html`<button class="quiet undo" disabled=${state.busy} onClick=${() => state.undo()}>↶ ${t("Take back")}</button>`}
  </section>`;
}

/** The host sends out the links of the seats on which nobody has sat down yet, or sits down there. */
function Invitation({ state }) {
  const waiting = state.seats?.seats.filter((seat) => seat.link && seat.who === "person") ?? [];
  if (!waiting.length || state.view.over) return null;
  return html`<div class="invitation"><p class="hint">${t("Send these links to those who play:")}</p>
    ${waiting.map((seat) => html`<p class="row"><${Sign} player=${seat.player} colour=${seat.colour} /> ${seat.name || t("Player {n}", { n: seat.player + 1 })}
      <${Copy} text=${location.origin + seat.link} label=${t("Copy the link")} />
      <button class="quiet" onClick=${() => state.sit(seat)}>${t("Sit here")}</button></p>`)}</div>`;
}

/** How it ended, and what may come next. */
function Result({ state }) {
  const { view, seats } = state;
  const rows = [...view.standings].sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99));
  return html`<ol class="result">${rows.map(
      (row) => html`<li><b>${row.rank}.</b> <${Sign} player=${row.player} colour=${seats?.seats[row.player]?.colour ?? row.player} />
        ${seatName(seats, row.player, t("Player {n}", { n: row.player + 1 }))}
        <span class="coins"><${Num} state=${state} ...${row.values[0]} label=${t("Result")} /> ◉</span></li>`,
    )}</ol>
    <div class="row">${seats?.host && html`<button class="option main" onClick=${() => state.ask({ type: "rematch" })}>${t("Rematch")}</button>`}
      <button class="option" onClick=${() => goTo(state, 0)}>${t("Replay")}</button></div>`;
}

function Options({ state }) {
  const { view } = state;
  const { regions, rest } = optionsByRegion(view.ask);
  const cards = new Set(view.market.map((entry) => entry.tile));
  const tiles = optionsByTile(view.ask);
  const shown = rest.filter((option) => !(option.target?.type === "tile" && cards.has(option.target.id) && tiles.get(option.target.id) === option));
  const hidden = rest.length - shown.length;
  return html`<div class="options">
    ${hidden > 0 && html`<p class="hint">${t("Choose a card from the market.")}</p>`}
    ${shown.map((option) => html`<button key=${option.id} class="option" disabled=${state.busy} onClick=${() => state.choose(option)}>${option.label}</button>`)}
    ${regions.size > 0 && html`<${RegionList} state=${state} regions=${regions} />`}
  </div>`;
}

/** The regions that are lit, as a list: for the keyboard, and for those who do not see the map. */
function RegionList({ state, regions }) {
  const options = [...regions.values()].flat();
  return html`<details class="region-list"><summary>${t("{n} regions on the map", { n: regions.size })}</summary>
    <ul>${options.map(
      (option) => html`<li key=${option.id}>
        <button class="option small" disabled=${state.busy} onClick=${() => state.choose(option)}
          onFocus=${() => state.set({ pointed: option.target.id })} onMouseEnter=${() => state.set({ pointed: option.target.id })}>${option.label}</button>
      </li>`,
    )}</ul></details>`;
}

/** Tokens are put down one by one on the map, or all at once by these buttons; nothing counts before it is confirmed. */
function Placing({ state }) {
  const { view, amounts } = state;
  const { regions, rest } = optionsByRegion(view.ask);
  const hand = inHand(view);
  const left = hand - total(amounts);
  const ids = [...regions.keys()];
  const set = (next) => state.set({ amounts: next });
  return html`<div class="placing">
    <p class="left" role="status"><b>${left}</b> ${t("tokens left to place")}</p>
    <p class="hint">${t("Press a region to place a token, with Shift all of them. Placed tokens can be dragged.")}</p>
    <div class="row">
      <button class="option" disabled=${left <= 0} onClick=${() => set(spread(view, ids, amounts, left))}>${t("Spread evenly")}</button>
      <button class="option" disabled=${state.busy} onClick=${() => state.leave()}>${t("As they stood")}</button>
      <button class="option" disabled=${!total(amounts)} onClick=${() => set({})}>${t("Start again")}</button>
      <button class="option main" disabled=${state.busy || !total(amounts)} onClick=${() => state.place()}>${t("Confirm")}</button>
    </div>
    ${rest.map((option) => html`<button key=${option.id} class="option" disabled=${state.busy} onClick=${() => state.choose(option)}>${option.label}</button>`)}
    <details class="region-list" open=${Object.keys(amounts).length > 0}><summary>${t("{n} regions on the map", { n: ids.length })}</summary><ul>
      ${ids.map(
        (id) => html`<li key=${id} class="stepper"><span>${state.table.map.regions[id]?.name ?? id}</span>
          <button aria-label=${t("One less in {region}", { region: state.table.map.regions[id]?.name ?? id })} disabled=${!amounts[id]} onClick=${() => set(put(amounts, id, -1))}>−</button>
          <output>${view.regions[id].tokens + (amounts[id] ?? 0)}</output>
          <button aria-label=${t("One more in {region}", { region: state.table.map.regions[id]?.name ?? id })} disabled=${left <= 0} onClick=${() => set(put(amounts, id, 1))}>+</button>
        </li>`,
      )}</ul></details>
  </div>`;
}

/** Some amounts with more or less in a region; where none is left, none is said. */
export function put(amounts, region, many) {
  const next = { ...amounts, [region]: (amounts[region] ?? 0) + many };
  if (next[region] <= 0) delete next[region];
  return next;
}
