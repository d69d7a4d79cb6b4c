/** What the page makes of the messages of a table. Plain functions, without the page. */
import { t } from "../words.js";

/** The round as one reads it, with the last one and the goal where there are some. */
export function roundOf({ round, rounds, goal }) {
  const now = rounds ? t("Round {n} of {all}", { n: round, all: rounds }) : t("Round {n}", { n: round });
  return goal == null ? now : `${now} · ${t("Goal: {n}", { n: goal })}`;
}

/** Options by region, and those that are about no region. */
export function optionsByRegion(ask) {
  const regions = new Map();
  const rest = [];
  for (const option of ask?.mine ? ask.options : []) {
    if (option.target?.type === "region") {
      const id = option.target.id;
      regions.set(id, [...(regions.get(id) ?? []), option]);
    } else {
      rest.push(option);
    }
  }
  return { regions, rest };
}

/** People by race as tokens show them: whose, in which colour, in full force or not. */
export function peoplesOf(view, seats, table) {
  const found = new Map(view.peoples.map((people) => [people.race, people]));
  return (id) => {
    const people = found.get(id) ?? { name: id, player: 0, full: false };
    return { id, name: table.tiles[people.race]?.name ?? people.name, player: people.player, full: people.full, emblem: table.emblems?.[people.race], colour: seats?.seats[people.player]?.colour ?? people.player };
  };
}

/** The options that choose an entry of the market or a tile, by its id. */
export function optionsByTile(ask) {
  const found = new Map();
  for (const option of ask?.mine ? ask.options : []) {
    if (option.target?.type === "tile") found.set(option.target.id, option);
  }
  return found;
}

/** How many tokens the people that is asked has to place. */
export function inHand(view) {
  const people = view.peoples.find((some) => some.race === view.ask?.people);
  return people?.hand ?? 0;
}

/** Are tokens put down one by one? What the server would not have answered many times is answered once. */
export function isPlacing({ view, single }) {
  const ask = view.ask;
  return Boolean(ask?.mine && ask.many && !single);
}

/** So many tokens over these regions, as evenly as can be: first where there are fewest. */
export function spread(view, regions, amounts, many) {
  const found = { ...amounts };
  const there = (id) => view.regions[id].tokens + (found[id] ?? 0);
  for (let i = 0; i < many; i += 1) {
    const least = regions.reduce((a, b) => (there(b) < there(a) ? b : a));
    found[least] = (found[least] ?? 0) + 1;
  }
  return found;
}

export const total = (amounts) => Object.values(amounts).reduce((a, b) => a + b, 0);

/** What a seat is called. */
export const seatName = (seats, player) => seats?.seats[player]?.name || t("Player {n}", { n: player + 1 });

/** Who is asked, in words. */
export const decides = ({ view, seats }) => t("{name} decides", { name: seatName(seats, view.ask.player) });

/** The team of a player, by number from 1; nothing where there are none. */
export function teamOf({ standings }, player) {
  const { team } = standings.find((row) => row.player === player) ?? {};
  return team == null ? "" : t("Team {n}", { n: standings.filter((row, i) => row.team < team && standings.findIndex((other) => other.team === row.team) === i).length + 1 });
}

/** Do several sit at this screen? */
export const ofMany = ({ seats }) => seats?.seats.filter((seat) => seat.mine).length > 1;
