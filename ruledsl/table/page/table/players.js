/** The players: who they are, what is known of their coins, their peoples. */
import { html } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { t } from "../words.js";
import { shapeOf } from "../board/tokens.js";
import { Head, Marks, Pieces } from "./market.js";
import { ofMany, seatName, teamOf } from "./model.js";
import { Num } from "./why.js";

export function Players({ state }) {
  const { shown: view, seats } = state;
  return html`<section class="panel players" aria-label=${t("Players")}><h2>${t("Players")}</h2><ul>
    ${view.players.map((player) => html`<${Player} key=${player.player} state=${state} player=${player} seat=${seats?.seats[player.player]} />`)}
  </ul>${Object.keys(view.aside).length > 0 && html`<p class="holdings">${t("Set aside")}: ${Object.entries(view.aside).map(([id, count]) => html`<span key=${id}>${state.table.tiles[id]?.name ?? id} ${count}</span> `)}</p>`}
  </section>`;
}

/** A player's token as a small sign. */
export function Sign({ player, colour }) {
  return html`<svg class=${`sign seat-${colour}`} viewBox="-1.200 -1.200 2.400 2.400" aria-hidden="true"><path d=${shapeOf(player)} /></svg>`;
}

function Player({ state, player, seat }) {
  const { shown: view } = state;
  const n = player.player;
  const asked = view.ask?.player === n;
  const standing = view.standings.find((row) => row.player === n);
  const own = view.peoples.filter((people) => people.player === n);
  const [first, ...more] = view.panels; // coins, regions and one more say how somebody stands; the others come by a press
  return html`<li class=${`player ${asked ? "asked" : ""} ${view.seat === n ? "you" : ""}`}>
    <div class="player-head">
      <${Sign} player=${n} colour=${seat?.colour ?? n} />
      <b class="player-name">${seatName(state.seats, n)}</b>
      ${seat?.mine && html`<small class="tag">${ofMany(state) ? t("at this screen") : t("you")}</small>`}
      ${teamOf(view, n) && html`<small class="tag">${teamOf(view, n)}</small>`}
      ${seat && seat.who !== "person" && html`<small class="tag">${seat.bot ? t("a bot stands in") : t("bot")}</small>`}
      ${seat?.who === "person" && !seat.present && html`<small class="tag away">${t("away")}</small>`}
      ${player.out && html`<small class="tag out">${t("out of the game")}</small>`}
      ${asked && html`<span class="turn-mark" title=${t("decides now")}><${Icon} name="back" /></span>`}
      ${view.over && standing?.rank && html`<span class="rank">${standing.rank}.</span>`}
      ${view.coins === "none" ? player.score && html`<span class="score" title=${t("Result")}><${Num} state=${state} ...${player.score} label=${t("Result")} /></span>` : html`<span class="coins" title=${t("[Coin.many]")}><${Num} state=${state} value=${view.over ? standing?.values[0]?.value : player.coins} why=${player.score?.why} label=${t("[Coin.many]")} /> <${Icon} name="coins" /></span>`}
    </div>
    ${seat?.failed && html`<p class="problem" role="alert">${t("This bot has failed; its choices are random now.")}</p>`}
    <ul class="peoples">${own.map((people) => html`<${People} key=${people.race} state=${state} people=${people} />`)}</ul>
    ${Object.keys(player.pieces).length > 0 && html`<p class="holdings">${Object.entries(player.pieces).map(([id, count]) => html`<${Pieces} piece=${state.table.pieces[id]} count=${count} />`)}</p>`}
    ${player.cards.length > 0 && html`<p class="holdings">${player.cards.map((hand) => html`<span class="measure hand">${hand.name} <b>${hand.count}</b>${hand.tiles && html` <small>${hand.tiles.map((id) => state.table.tiles[id]?.name ?? id).join(", ")}</small>`}</span>`)}</p>`}
    ${first && html`<details class="figures"><summary><span class="measure">${first.name} <span class="num">${first.values[n].value ?? "?"}</span></span></summary><p class="holdings">${[first, ...more].map((panel) => html`<${Measure} key=${panel.id} state=${state} panel=${panel} n=${n} />`)}</p></details>`}
  </li>`;
}

const Measure = ({ state, panel, n }) => html`<span class="measure">${panel.name} <${Num} state=${state} ...${panel.values[n]} label=${panel.name} /></span>`;

function People({ state, people }) {
  const tiles = people.tiles.map((id) => state.table.tiles[id]).filter(Boolean);
  return html`<li class=${people.full ? "active" : "declined"}><${Head} table=${state.table} ids=${[people.race]} />
    <button class="people-name" onClick=${() => state.set({ card: tiles, cardNotes: people.memory })} onMouseEnter=${() => state.set({ marked: people.regions })} onMouseLeave=${() => state.set({ marked: null })}>${people.name}</button>
    <span class="stage">${state.table.stages.find((stage) => stage.id === people.stage)?.name ?? people.stage}</span>
    <span class="count">${t("{n} regions", { n: people.regions.length })}${people.hand ? ` · ${t("{n} in hand", { n: people.hand })}` : ""}</span>
    ${Object.entries(people.pieces).map(([id, count]) => html`<${Pieces} piece=${state.table.pieces[id]} count=${count} />`)}
    <${Marks} state=${state} ids=${people.tiles} />
  </li>`;
}
