/** What has just happened, over the board for a moment: a die and its face, a tile that turned over, conquests, declines, income, the last round, the end. */
import { html, useEffect } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { signed } from "./brings.js";
import { Picture } from "./market.js";
import { statusOf } from "./outcome.js";
import { Sign } from "./players.js";
import { entryOf, goesOn, toldOf } from "./story.js";

/** What chance has decided is seen so long, in milliseconds, longer with much to read, and not skipped before `LEAST`; everything else is brief. */
const [CHANCE, LETTER, LONGEST] = [2200, 45, 7000];
const LEAST = 1000;
const BRIEF = 1000;
/** Of what is brief at most so many wait; the newest count. */
const WAITING = 3;

/** What happened between two views, in the order in which it is shown. Each has a `kind`, a `text`, and what is drawn beside it. */
export function momentsBetween(state, before, view) {
  const chance = [...rolls(before, view), ...turnedOver(state, before, view)];
  return [...chance, ...conquests(before, view).filter(({ text }) => !chance.some((one) => one.text.endsWith(text))), ...declines(state, before, view), ...incomes(state, before, view), ...ends(state, before, view)];
}

const fresh = (before, view) => view.log.entries.filter((entry) => entry.n >= before.log.count);

/** A face, and what came of it: the next line of the log, if the same choice has brought it about. */
function rolls(before, view) {
  const told = fresh(before, view);
  return told.flatMap((entry, i) => {
    const next = told[i + 1];
    const text = next?.made === entry.made && !next.roll ? `${entry.text}. ${next.text}` : entry.text;
    return entry.roll ? [{ kind: "roll", chance: true, text, face: entry.roll.face }] : [];
  });
}

/** Tiles that lie face up on the map and were not to be seen there before: drawn, found or turned over. */
function turnedOver({ table }, before, view) {
  const seen = new Set(Object.values(before.regions).flatMap((region) => region.tiles));
  return Object.values(view.regions).flatMap((region) => region.tiles).filter((id) => table.tiles[id] && !seen.has(id))
    .map((id) => ({ kind: "turns", chance: true, text: [table.tiles[id].name, table.tiles[id].summary].filter(Boolean).join(". "), tile: table.tiles[id], emblem: table.emblems?.[id] }));
}

const acts = (before, view, what) => view.story.flatMap((turn) => turn[what].filter((one) => one.made > before.made));

/** In the words of the log, which names the regions. */
function conquests(before, view) {
  return acts(before, view, "acts").filter((act) => act.player !== null).flatMap((act) => {
    const entry = entryOf(view, act);
    return entry ? [{ kind: "takes", text: entry.text, player: act.player }] : [];
  });
}

function declines({ table }, before, view) {
  const [first, ...later] = table.stages;
  const names = new Map(later.map((stage) => [stage.id, stage.name]));
  return acts(before, view, "changes").filter((change) => change.stage !== first.id).map((change) => ({ kind: "stage", text: `${table.tiles[change.people]?.name ?? change.people}: ${names.get(change.stage)}`, player: change.player }));
}

/** What the turns that are over have earned. */
function incomes(state, before, view) {
  if (view.coins === "none") return [];
  const over = view.story.filter((turn) => turn.to > before.made && !goesOn(view, turn));
  return over.map((turn) => ({ kind: "income", text: `${toldOf(state, turn).name}: ${t("{n} [coin.many]", { n: signed(turn.coins[turn.player]) })}`, player: turn.player }));
}

function ends(state, before, view) {
  if (view.over && !before.over) return [{ kind: "end", text: statusOf(state, view) }];
  return view.round === view.rounds && before.round < view.round ? [{ kind: "last", text: t("The last round") }] : [];
}

/** Those that wait with these behind them: chance is never left out. */
export function queued(waiting, more) {
  const all = [...waiting, ...more];
  const brief = all.filter((one) => !one.chance).slice(-WAITING);
  return all.filter((one) => one.chance || brief.includes(one) || one === waiting[0]);
}

export function Moments({ state }) {
  const [moment] = state.moments;
  useEffect(() => {
    if (!moment) return undefined;
    const began = performance.now();
    const next = () => state.set({ moments: state.moments.slice(1) });
    const skip = (event) => (event.type === "pointerdown" || event.key === "Escape") && (!moment.chance || performance.now() - began > LEAST) && next();
    const timer = setTimeout(next, moment.chance ? Math.min(Math.max(CHANCE, moment.text.length * LETTER), LONGEST) : BRIEF);
    addEventListener("pointerdown", skip, true);
    addEventListener("keydown", skip, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", skip, true);
      removeEventListener("keydown", skip, true);
    };
  }, [moment]);
  const { rolled, seats } = state;
  const colour = (player) => seats?.seats[player]?.colour ?? player;
  return html`<div class="moments" aria-hidden="true">
    ${moment && html`<p key=${moment} class=${`moment ${moment.kind}`}>
      ${moment.kind === "roll" && html`<${Die} face=${moment.face} />`}
      ${moment.emblem && html`<span class="turning"><${Picture} emblem=${moment.emblem} /></span>`}
      ${moment.player !== undefined && html`<${Sign} player=${moment.player} colour=${colour(moment.player)} />`}
      <span>${moment.tile ? html`${moment.tile.name} <small>${moment.tile.summary}</small>` : moment.text}</span></p>`}
    ${rolled && moment?.kind !== "roll" && html`<span class="rolled" title=${rolled.text}><${Die} face=${rolled.face} /></span>`}
  </div>`;
}

const PIPS = { 0: [], 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die with a face up; more than six is a number. */
const Die = ({ face }) => html`<svg class="die" viewBox="-12 -12 24 24"><rect x="-11" y="-11" width="22" height="22" rx="5" />
  ${PIPS[face] ? PIPS[face].map((place) => html`<circle cx=${((place % 3) - 1) * 6} cy=${(Math.floor(place / 3) - 1) * 6} r="2.3" />`) : html`<text y="5">${face}</text>`}</svg>`;
