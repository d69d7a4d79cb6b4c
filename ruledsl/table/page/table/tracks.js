/** The tracks on the rim of the board: the rounds with the token of whoever is at turn, and the coins that are known. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { seatName } from "./model.js";
import { Sign } from "./players.js";

/** Marks are so far apart that at most so many stand on it: a phone has room for them. */
const APART = [10, 20, 50, 100, 200, 500, 1000];
const MOST = 6;

export function Tracks({ state }) {
  const { shown: view, seats } = state;
  const colour = (player) => seats?.seats[player]?.colour ?? player;
  const token = (player) => html`<${Sign} player=${player} colour=${colour(player)} />`;
  return html`<div class="tracks">
    <${Rounds} view=${view} token=${token} colour=${colour} />
    <${Coins} view=${view} token=${token} name=${(player) => seatName(seats, player)} />
  </div>`;
}

function Rounds({ view, token, colour }) {
  const { round, rounds } = view;
  if (!rounds) return null;
  return html`<ol class="rounds" aria-label=${t("Round {n} of {all}", { n: round, all: rounds })}>
    ${Array.from({ length: rounds }, (_, i) => html`<li key=${i} aria-current=${i + 1 === round ? "step" : undefined}>${i + 1}</li>`)}
    ${!view.over && html`<li class=${`at seat-${colour(view.turn)}`} aria-hidden="true" style=${{ left: `${((round - 0.5) / rounds) * 100}%` }}>${token(view.turn)}<b>${round}</b></li>`}
  </ol>`;
}

/** A scale that is as long as it has to be; tokens with as many coins stand one upon the other. What a seat may not know is not on it. */
function Coins({ view, token, name }) {
  const known = view.coins === "none" ? [] : coinsOf(view);
  if (!known.length) return null;
  const most = Math.max(29, ...known.map(([, coins]) => coins)) + 1;
  const apart = APART.find((far) => most / far <= MOST) ?? most;
  const long = Math.ceil(most / apart) * apart;
  const below = (i) => known.slice(0, i).filter(([, coins]) => coins === known[i][1]).length;
  return html`<div class="coin-track" aria-hidden="true">
    ${Array.from({ length: long / apart }, (_, i) => html`<span key=${i}>${i * apart}</span>`)}
    ${known.map(([player, coins], i) => html`<b key=${player} class="at" title=${`${name(player)}: ${coins}`} style=${{ left: `${(coins / long) * 100}%`, bottom: `${below(i) * 0.4}em` }}>${token(player)}</b>`)}
  </div>`;
}

/** Players with their coins, as far as they are known; at the end with what they won. */
function coinsOf(view) {
  const ends = new Map(view.over ? view.standings.map((row) => [row.player, row.values[0]?.value]) : []);
  return view.players.map(({ player, coins }) => [player, ends.get(player) ?? coins]).filter(([, coins]) => typeof coins === "number");
}
