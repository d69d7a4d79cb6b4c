/** How a game ended: the ranks, where each result comes from, how it came about, and what may come next. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { shared } from "../reach.js";
import { t } from "../words.js";
import { Copy, PlayAgain } from "./menu.js";
import { seatName, teamOf } from "./model.js";
import { Sign } from "./players.js";
import { gainsOf, partsOf, toldTurning, turningLabel, turningOf, turningRound } from "./outcome.js";
import { measured, Plots } from "./plots.js";
import { goTo } from "./replay.js";
import { SharePicture } from "./sharing.js";
import { spokenOf } from "./story.js";
import { Num } from "./why.js";

/** What is told of the end: the ranks, the measures and parts as the server knows them, the turning point, and the turns. */
function useEnd(state) {
  const { view } = state;
  const [known, setKnown] = useState({ plots: [], spoils: [], story: [] });
  useEffect(() => {
    Promise.all([measured(state), state.ask({ type: "story" })]).then(([measures, answer]) => setKnown({ plots: measures.plots ?? [], spoils: measures.spoils ?? [], story: answer?.story ?? [] }));
  }, [view.made]);
  const rows = [...view.standings].sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99));
  const deciding = view.standings[0]?.values.map(({ id }) => id) ?? [];
  return { ...known, rows, deciding, turning: turningOf(known.plots, deciding, rows.filter(({ lost }) => lost).map(({ player }) => player)) };
}

export function Ending({ state }) {
  const end = useEnd(state);
  const { rows, spoils, story, turning, deciding } = end;
  const best = story.reduce((a, b) => (b.coins[b.player] > (a?.coins[a.player] ?? 0) ? b : a), null);
  const most = Math.max(1, ...spoils.map(gainsOf));
  return html`<div class="ending"><ol class="result">${rows.map((row) => html`<${Rank} key=${row.player} state=${state} row=${row} spoils=${spoils[row.player] ?? []} most=${most} />`)}</ol>
    <${Plots} state=${state} first=${deciding[0]} marked=${turningRound(turning)} />
    ${turning && html`<p>${turningLabel(turning)} <button class="quiet turning-point" onClick=${() => goTo(state, stepOf(story, turning))}>${toldTurning(state, turning)}</button></p>`}
    ${best && html`<p>${t("The best turn:")} <button class="quiet" onClick=${() => goTo(state, best.to)}>${spokenOf(state, best)} (${t("round {n}", { n: best.round })})</button></p>`}
    <div class="row"><${PlayAgain} state=${state} main />
      <button class="option" onClick=${() => goTo(state, 0)}>${t("Replay")}</button>
      <${SharePicture} state=${state} end=${end} />
      ${shared && html`<${Copy} text=${`${location.origin}/table/${state.table.table}?replay`} label=${t("Copy the link to the replay")} />`}</div></div>`;
}

function Rank({ state, row, spoils, most }) {
  const { seats } = state;
  const colour = seats?.seats[row.player]?.colour ?? row.player;
  const gains = spoils.filter(({ coins }) => coins > 0);
  return html`<li class=${row.rank === 1 ? "first" : ""}><div class="head"><b>${row.rank}.</b> <${Sign} player=${row.player} colour=${colour} />
      ${seatName(seats, row.player)}
      ${teamOf(state.view, row.player) && html`<small class="tag">${teamOf(state.view, row.player)}</small>`}
      ${row.lost && html`<small class="tag out">${t("has lost")}</small>`}
      <span class="coins"><${Num} state=${state} ...${row.values[0]} label=${t("Result")} /> ${state.view.coins !== "none" && html`<${Icon} name="coins" />`}</span></div>
    ${gains.length > 0 && html`<div class=${`sources seat-${colour}`} aria-hidden="true">${gains.map(({ coins }, n) => html`<i style=${{ "--part": coins / most, "--n": Math.min(n, 8) }} />`)}</div>`}
    ${spoils.length > 0 && html`<div class="spoils">${partsOf(spoils).map((part) => html`<span>${part.name} <b>${part.said}</b></span> `)}</div>`}</li>`;
}

/** When that happened: at the end of the turn of whoever came to lead. */
const stepOf = (story, { round, player }) => (story.findLast((turn) => turn.round === round && turn.player === player) ?? story.findLast((turn) => turn.round === round)).to;
