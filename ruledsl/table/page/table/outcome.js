/** How a game came to its end, as it is told: what each result consists of, and when the lead changed last. Plain functions, without the page. */
import { t } from "../words.js";
import { signed } from "./brings.js";
import { seatName } from "./model.js";

/** How a game stands; once it is over, with the names of those who have won it. */
export function statusOf({ seats }, view) {
  const winners = view.over ? view.standings.filter(({ rank, lost }) => rank === 1 && !lost).map(({ player }) => seatName(seats, player)) : [];
  return winners.length ? `${view.status} ${t("The winner: {players}.", { players: winners.join(", ") })}` : view.status;
}

/** What a part of a result is, if no tile brought it. */
const PARTS = { start: "at the start", earned: "the regions themselves", gained: "gained besides", paid: "paid", beside: "besides [coin.many]" };

/** The parts of a result in words. */
export const partsOf = (spoils) => spoils.map(({ kind, name, coins }) => ({ name: name || t(PARTS[kind]), coins, said: coins < 0 ? signed(coins) : `${coins}` }));

/** The last change of the lead by the measures that decide, most important first: who came to lead after which `round`, and `over` whom (null: nobody led alone before). Whoever has `lost` does not lead at the end, whatever they have. */
export function turningOf(plots, deciding, lost = []) {
  const measures = deciding.map((id) => plots.find((plot) => plot.id === id)).filter(Boolean);
  let ahead = null;
  let last = null;
  const rounds = measures[0]?.rounds ?? [];
  const all = [...(measures[0]?.players.keys() ?? [])];
  for (const [i, round] of rounds.entries()) {
    const first = firstAfter(measures, i, all.filter((player) => i < rounds.length - 1 || !lost.includes(player)));
    if (first.includes(ahead)) continue;
    if (first.length === 1) last = { round, player: first[0], over: ahead };
    ahead = first.length === 1 ? first[0] : null;
  }
  return last;
}

/** Those of some players whom none of them surpasses after that round. */
const firstAfter = (measures, i, some) =>
  measures.reduce((players, { players: values }) => {
    const best = Math.max(...players.map((player) => values[player][i]));
    return players.filter((player) => values[player][i] === best);
  }, some);

/** The turning point in words. */
export function toldTurning({ seats }, { round, player, over }) {
  const name = (of) => seatName(seats, of);
  return over === null ? t("{name} led from round {n} on.", { name: name(player), n: round }) : t("In round {n} {name} overtook {other}.", { n: round, name: name(player), other: name(over) });
}

/** The round of a turning point, and what it is called: nothing, if somebody led from the first round on. */
export const turningRound = (turning) => (turning?.round > 1 ? turning.round : null);
export const turningLabel = (turning) => (turningRound(turning) ? t("The turning point:") : "");

/** What somebody got in all, before they paid anything. */
export const gainsOf = (parts) => parts.reduce((sum, { coins }) => sum + Math.max(coins, 0), 0);
