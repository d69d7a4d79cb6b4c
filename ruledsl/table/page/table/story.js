/** The turns as everybody saw them: a line for each, with its regions as arrows on the map and its coins as a sum that can be asked. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { signed } from "./brings.js";
import { did } from "./guide.js";
import { seatName } from "./model.js";
import { Sign } from "./players.js";

/** A turn in words. */
export function toldOf({ seats, view, table }, turn) {
  const me = view.seat;
  const taken = turn.acts.filter((act) => act.player === turn.player);
  const lost = taken.filter((act) => act.loser === me && me !== null && me !== turn.player);
  const left = turn.acts.filter((act) => act.player === null);
  const stages = new Map(table.stages.map((stage) => [stage.id, stage.name]));
  const [first] = stages.keys();
  const changes = turn.changes.filter((change) => change.player === turn.player);
  const said = changes.map(({ people, stage }) => (stage === first ? t("takes {name}", { name: table.tiles[people]?.name ?? people }) : `${table.tiles[people]?.name ?? people}: ${stages.get(stage)}`));
  if (taken.length) said.push(t("takes {n} regions", { n: taken.length }));
  else if (!changes.length && !goesOn(view, turn)) said.push(t("nothing taken"));
  if (lost.length) said.push(t("{n} of them from you", { n: lost.length }));
  if (left.length) said.push(t("{n} regions given up", { n: left.length }));
  return { name: seatName(seats, turn.player), acts: said.join(", "), coins: view.coins === "none" ? null : turn.coins[turn.player] };
}

/** The same for those who hear the page. */
export function spokenOf(state, turn) {
  const { name, acts, coins } = toldOf(state, turn);
  return `${name}: ${[acts, coins !== null && t("{n} [coin.many]", { n: signed(coins) })].filter(Boolean).join(", ")}`;
}

/** The line of the log that tells an act. */
export const entryOf = (view, act) => view.log.entries.find(({ announces, made, regions }) => !announces && made === act.made - 1 && regions.includes(act.region));

/** Is a turn not over yet? */
export const goesOn = (view, turn) => !view.over && turn === view.story.at(-1) && turn.player === view.turn && turn.to === view.made;

export function Story({ state }) {
  const { shown } = state;
  const turns = [...shown.story].reverse();
  if (!turns.length) return null;
  const own = turns.findIndex((turn) => turn.player === shown.seat && !goesOn(shown, turn));
  return html`<section class="panel story" aria-label=${t("What happened")}><h2>${own > 0 ? t("Since your last turn") : t("What happened")}</h2><ol>
    ${turns.slice(0, own > 0 ? own + 1 : shown.players.length + 1).map((turn) => html`<${Turn} key=${turn.from} state=${state} turn=${turn} />`)}
  </ol></section>`;
}

function Turn({ state, turn }) {
  const { name, acts, coins } = toldOf(state, turn);
  const going = goesOn(state.shown, turn);
  const pressed = state.told?.from === turn.from;
  const tell = () => {
    did("story");
    state.set({ told: pressed ? null : turn });
  };
  const paid = async () => {
    did("ask");
    const answer = await state.ask({ type: "paid", step: turn.to });
    if (answer) state.set({ question: answer.why });
  };
  return html`<li class=${going ? "turn going" : "turn"}>
    <button class="tell" aria-pressed=${pressed} title=${t("Show it on the map")} onClick=${tell}>
      <${Sign} player=${turn.player} colour=${state.seats?.seats[turn.player]?.colour ?? turn.player} />
      <span><b>${name}</b> <small>${t("round {n}", { n: turn.round })}</small> ${acts}</span></button>
    ${coins === null ? null : going ? html`<span class="num">…</span>` : html`<button class="num asks" onClick=${paid} title=${t("Why?")} aria-label=${`${t("{n} [coin.many]", { n: signed(coins) })}. ${t("Why?")}`}>${signed(coins)}</button>`}
  </li>`;
}

/** What is drawn of the turn that was pressed, or of what somebody else is doing: where each region was taken from, and in which order. */
export function pathsOf(state) {
  const { shown, table, seats } = state;
  const last = shown.story.at(-1);
  const turn = state.told ?? (last && !shown.ask?.mine && !state.replay ? last : state.replay ? shown.story.findLast((one) => one.acts.length) : null);
  if (!turn) return [];
  const owner = new Map(shown.peoples.flatMap((people) => people.regions.map((id) => [id, people.player])));
  const later = new Set(turn.acts.map((act) => act.region));
  const taken = new Set();
  return turn.acts.map((act, i) => {
    const near = table.map.regions[act.region]?.borders ?? [];
    const from = near.findLast((id) => taken.has(id)) ?? near.find((id) => !later.has(id) && owner.get(id) === act.player) ?? null;
    if (act.player === turn.player) taken.add(act.region);
    return { region: act.region, from: act.player === null ? null : from, n: i + 1, player: act.player, colour: seats?.seats[act.player]?.colour ?? act.player };
  });
}
