/** A first game: what is on the page now, told once, in the order in which it comes. */
import { html, useEffect } from "../vendor/htm-preact.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";
import { standsWhy } from "./brings.js";
import { inHand, isPlacing, optionsByRegion, optionsByTile } from "./model.js";

const holds = (view) => view.peoples.some((people) => people.player === view.seat && people.full && people.regions.length);
const lit = ({ view }) => optionsByRegion(view.ask).regions.size > 0;
/** What some tips speak of: regions cost tokens, and peoples grow old. */
const costs = ({ table }) => Boolean(table.cost);
const ages = ({ table }) => table.stages.length > 2;
const risky = ({ brings }) => Object.values(brings ?? {}).some((does) => does.chance);

/** When each is told, and the deed that shows that somebody knows it. */
const STEPS = [
  ["over", ({ view }) => view.over, "look"],
  ["sure", (state) => state.sure && standsWhy(state, { id: state.sure }), "confirm"],
  ["take", ({ view }) => optionsByTile(view.ask).size > 0, "tile"],
  ["place", (state) => isPlacing(state) && costs(state), "place"],
  ["die", (state) => lit(state) && risky(state), "risk"],
  ["first", (state) => lit(state) && costs(state) && inHand(state.view) > 0 && !holds(state.view), "region"],
  ["more", (state) => lit(state) && costs(state) && inHand(state.view) > 0, "region"],
  ["coins", ({ view }) => view.coins !== "none" && view.ask?.mine && view.round > 1, "ask"],
  ["turn", (state) => ages(state) && state.view.ask?.mine && state.view.ask.kind === "offer_one", "choose"],
  ["others", ({ view }) => !view.ask?.mine, "story"],
];
const GUIDE = {
  take: "Take one from the market: its card says what it can do, and its number how many [token.many] you get.",
  sure: "The table asks twice before anything that cannot be taken back: press again if you are sure.",
  first: "You can take what is lit. The number is how many [token.many] it costs; [coin.a], where there is room for it, what it brings at the end of the turn.",
  more: "Go on while [token.many] last. Press a region that is not lit to read why you cannot take it.",
  die: "A die means that you roll for it: the number beside it is your chance.",
  place: "Place the [token.many] that are left: the more in a region, the more it costs others.",
  turn: "Choose what to do this turn. If your [token.many] are spread thin, go into [decline] now and take a new [people] next turn.",
  others: "Now the others play. Arrows show what they take, and the story beside the board repeats it.",
  coins: "Press the [coin.many] of a turn to see what they were for, and any number with dots under it to ask why.",
  over: "That was a whole game. Watch it again in the replay, or play again.",
};

const fitting = (state) => STEPS.find(([id, fits]) => !settings.told.includes(id) && fits(state))?.[0] ?? "";

/** Somebody knows these now. */
const know = (...steps) => steps.some((step) => !settings.told.includes(step)) && change({ told: [...new Set([...settings.told, ...steps])] });

/** Whoever has done what a step explains that was shown has understood it. */
export const did = (...deeds) => know(...STEPS.filter(([id, , deed]) => settings.tips.includes(id) && deeds.includes(deed)).map(([id]) => id));

/** The first step that fits the moment. Each is told once: until its moment is over, until somebody has done what it says, or until its reader puts it aside. */
export function Guide({ state }) {
  const shown = settings.guide && state.view.seat !== null && !state.replay;
  const step = shown ? fitting(state) : "";
  useEffect(() => {
    if (shown) know(...STEPS.filter(([id, fits]) => settings.tips.includes(id) && !fits(state)).map(([id]) => id));
    if (step && !settings.tips.includes(step)) change({ tips: [...settings.tips, step] });
  }, [step, shown]);
  if (!step) return null;
  const done = () => {
    know(step);
    state.set({});
  };
  const before = settings.tips.filter((id) => id !== step);
  const n = settings.tips.includes(step) ? settings.tips.indexOf(step) : before.length;
  const ahead = STEPS.filter(([id]) => id !== step && !settings.tips.includes(id) && !settings.told.includes(id));
  const all = new Set([...before, step]).size + ahead.length;
  return html`<aside class="guide" aria-label=${t("Explain the game while I play")}><p>${t(GUIDE[step])}</p>
    <p class="row"><button class="quiet" onClick=${done}>${t("I know that")}</button> <small>${t("Tip {n} of {all}", { n: n + 1, all })}</small></p></aside>`;
}
