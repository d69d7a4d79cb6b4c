/** What each press would do, as the server has worked it out: marks for the map, words for buttons and for those who hear the page. */
import { html } from "../vendor/htm-preact.js";
import { Mark } from "../board/marks.js";
import { t } from "../words.js";
import { lessonNow } from "./lesson.js";

const AGAIN = {
  nothing: "Press again to do it.",
  die: "Press again to roll the die: this cannot be taken back.",
  chance: "Press again to confirm: this turns something up and cannot be taken back.",
  decision: "Press again to confirm: this ends your turn. It can be taken back only until somebody else chooses.",
  unknown: "Press again to confirm: you may not be able to take it back.",
};

/** Why an option cannot be taken back: a key of `AGAIN`, or nothing. */
export function standsWhy({ view, seats, brings }, option) {
  const does = brings?.[option.id];
  if (view.analysis) return "";
  if (!does) return "unknown";
  if (does.ends === "decision" && seats?.seats[does.next]?.mine) return "";
  return does.ends === "chance" && does.chance ? "die" : does.ends;
}

export const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;

/** In one word what an option does in its region: how it is lit and marked. */
function kindOf(does) {
  if (!does) return "";
  if (does.ends === "chance") return does.chance ? "risks" : "reveals";
  if (does.takes) return "takes";
  return does.leaves ? "leaves" : "";
}

/** How a region is lit: as its options are, if they are alike. */
export function lightOf({ brings }, options) {
  const kinds = new Set(options.map((option) => kindOf(brings?.[option.id])));
  return kinds.size === 1 ? `offered ${[...kinds][0]}` : "offered";
}

const coinsOf = (does) => does?.coins || does?.income;

/** Do all options bring the same coins? Then they are nothing to choose by. */
const allAlike = ({ brings, view: { ask } }) => ask.options.length > 1 && new Set(ask.options.map(({ id }) => coinsOf(brings?.[id]))).size === 1;

/** What is drawn on a region: one mark for each of its options. */
export function marksOf(state, options, look) {
  const { brings, view, table } = state;
  const alike = allAlike(state);
  const people = view.peoples.find((some) => some.race === view.ask?.people);
  return options
    .map((option) => brings?.[option.id])
    .filter(Boolean)
    .map((does) => ({
      kind: kindOf(does),
      tokens: does.takes ? does.tokens : null,
      chance: does.chance,
      coins: alike ? 0 : coinsOf(does),
      pieces: Object.entries(does.pieces).filter(([, change]) => change > 0).map(([id]) => table.pieces[id]?.emblem).filter(Boolean),
      people: people && look(people.race),
    }));
}

/** What an option costs, brings and risks, in words. */
export function saidOf({ brings, table }, option) {
  const does = brings?.[option.id];
  if (!does) return [];
  const said = [];
  if (does.takes && does.tokens !== null && !does.chance) said.push(t("takes {n} [token.many] from the hand", { n: does.tokens }));
  if (does.chance) said.push(t("succeeds with {wins} of {of} faces of the die", does.chance));
  if (kindOf(does) === "reveals" && option.target?.type === "region") said.push(t("what comes of it is not known yet"));
  if (does.coins) said.push(does.ends === "decision" ? t("the turn ends, {n} [coin.many]", { n: signed(does.coins) }) : t("{n} [coin.many] at once", { n: signed(does.coins) }));
  if (does.income) said.push(t("{n} [coin.many] at the end of the turn", { n: signed(does.income) }));
  for (const [id, change] of Object.entries(does.pieces)) said.push(`${signed(change)} ${table.pieces[id]?.name ?? id}`);
  return said;
}

const KEYS = { takes: "take it for this many [token.many]", risks: "roll the die for it, with this chance", reveals: "what comes of it is not known yet", leaves: "give it up" };

/** What the marks on the map mean, of those that are there now. */
export function Keys({ state }) {
  const { view, brings } = state;
  const kinds = new Set(view.ask.options.filter((option) => option.target?.type === "region").map((option) => kindOf(brings?.[option.id])));
  const own = { player: view.seat, colour: state.seats?.seats[view.seat]?.colour ?? view.seat };
  return html`<ul class="keys">${Object.keys(KEYS).filter((kind) => kinds.has(kind)).map((kind) => html`<li key=${kind}>
    <svg class="key" viewBox="-34 -17 68 34" aria-hidden="true"><${Mark} mark=${{ kind, people: own, tokens: 2, chance: kind === "risks" && { wins: 1, of: 2 } }} /></svg> ${t(KEYS[kind])}</li>`)}</ul>`;
}

/** A button that does what an option says: at once what can be taken back, else at the second press. */
export function Choice({ state, option, label, kind, onFocus }) {
  const armed = state.sure === option.id;
  const said = saidOf(state, option);
  const meant = lessonNow(state)?.meant === option;
  return html`<button class=${`option ${kind ?? ""} ${armed ? "sure" : ""} ${meant ? "meant" : ""}`} disabled=${state.busy} onClick=${() => state.press(option)} onFocus=${onFocus} onMouseEnter=${onFocus}
    aria-label=${label && option.label}>
    ${label ?? option.label}${said.length > 0 && html` <small class="brings">${said.join(" · ")}</small>`}
    ${armed && html`<small class="again" role="alert">${again(state, option)}</small>`}</button>`;
}

const again = (state, option) => t(AGAIN[standsWhy(state, option) || "nothing"]);
