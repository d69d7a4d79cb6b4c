/** Our bots as characters: what they are called, how they play, and their icons. */
import { t } from "../words.js";

/** How they play. */
const BOTS = {
  guided: "thinks far ahead, the strongest",
  search: "thinks far ahead",
  greedy: "thinks a turn ahead",
  learned: "plays by experience, at once",
  easy: "plays by experience, and often errs",
  random: "plays at random",
};
const CHARACTERS = { guided: "The strategist", search: "The scholar", greedy: "The opportunist", learned: "The old hand", easy: "The novice", random: "The gambler" };
const ICONS = { guided: "strong", search: "clever", greedy: "quick", learned: "skilled", easy: "glum", random: "wild" };
/** The levels of the lobby. */
export const LEVELS = { easy: "Easy", fair: "Fair", strong: "Strong" };
const kind = (id) => id?.split(":")[0]; // without how long it may think
/** The name of a bot; one of somebody else's has only its id. */
export const character = (id) => t(CHARACTERS[kind(id)] ?? id);
/** How a bot plays. */
export const manner = (id) => t(BOTS[kind(id)] ?? "");
/** The icon of a bot, or of a person. */
export const iconOf = (id) => (id === "mine" || !id ? "person" : id === "open" ? "link" : (ICONS[kind(id)] ?? "bot"));

/** Who sits on a seat (`name`, `bot`), in words. */
export const called = ({ name, bot }, player) => name || (bot ? character(bot) : t("Player {n}", { n: player + 1 }));
