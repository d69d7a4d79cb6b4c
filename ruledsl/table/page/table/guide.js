/** A first game: what is on the page now, told once, in the order in which it comes. */
import { html } from "../vendor/htm-preact.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";
import { standsWhy } from "./brings.js";
import { inHand, isPlacing, optionsByRegion, optionsByTile } from "./model.js";

const holds = (view) => view.peoples.some((people) => people.player === view.seat && people.full && people.regions.length);
const lit = ({ view }) => optionsByRegion(view.ask).regions.size > 0;
const risky = ({ brings }) => Object.values(brings ?? {}).some((does) => does.chance);

/** When each is told. */
const STEPS = [
  ["over", ({ view }) => view.over],
  ["sure", (state) => state.sure && standsWhy(state, { id: state.sure })],
  ["take", ({ view }) => optionsByTile(view.ask).size > 0],
  ["place", (state) => isPlacing(state)],
  ["die", (state) => lit(state) && risky(state)],
  ["first", (state) => lit(state) && inHand(state.view) > 0 && !holds(state.view)],
  ["more", (state) => lit(state) && inHand(state.view) > 0],
  ["coins", ({ view }) => view.ask?.mine && view.round > 1],
  ["turn", ({ view }) => view.ask?.mine && view.ask.kind === "offer_one"],
  ["others", ({ view }) => !view.ask?.mine],
];
const GUIDE = {
  take: "Take one from the market: its card says what it can do, and its number how many tokens you get.",
  sure: "The table asks twice before anything that cannot be taken back: press again if you are sure.",
  first: "You can take what is lit. The number is how many tokens it costs; a coin, where there is room for it, what it brings at the end of the turn.",
  more: "Go on while tokens last. Point at a dark region to read why you cannot take it.",
  die: "A die means that you roll for it: the number beside it is your chance.",
  place: "Place the tokens that are left: the more in a region, the more it costs others.",
  turn: "Choose what to do this turn. If your tokens are spread thin, decline now and take a new race next turn.",
  others: "Now the others play. Arrows show what they take, and the story beside the board repeats it.",
  coins: "Press the coins of a turn to see what they were for, and any number with dots under it to ask why.",
  over: "That was a whole game. Watch it again in the replay, or press Rematch.",
};

/** The first step that fits the moment and that its reader has not put aside. */
export function Guide({ state }) {
  if (!settings.guide || state.view.seat === null || state.replay) return null;
  const [step] = STEPS.find(([id, fits]) => !settings.told.includes(id) && fits(state)) ?? [];
  if (!step) return null;
  const done = () => {
    change({ told: [...settings.told, step] });
    state.set({});
  };
  return html`<aside class="guide" aria-label=${t("Explain the game while I play")}><p>${t(GUIDE[step])}</p>
    <p class="row"><button class="quiet" onClick=${done}>${t("I know that")}</button> <small>${t("Tip {n} of {all}", { n: settings.told.length + 1, all: STEPS.length })}</small></p></aside>`;
}
