/** What is asked, and everything that can be answered: buttons, a list of the regions that are lit, and tokens to place. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { t } from "../words.js";
import { Choice, Keys } from "./brings.js";
import { Ending } from "./ending.js";
import { Guide } from "./guide.js";
import { Lesson, lessonNow } from "./lesson.js";
import { Lately } from "./log.js";
import { Market } from "./market.js";
import { Copy } from "./menu.js";
import { decides, inHand, isPlacing, ofMany, optionsByRegion, optionsByTile, seatName, spread, total } from "./model.js";
import { statusOf } from "./outcome.js";
import { Sign } from "./players.js";
import { thinks } from "./state.js";
import { entryOf, Story } from "./story.js";

export function AskPanel({ state, buying }) {
  const view = state.shown;
  const ask = view.ask;
  const mine = ask?.mine && view === state.view;
  const lesson = lessonNow(state);
  const heading = useRef(null);
  useEffect(() => {
    // Whoever pressed a button that is gone goes on from the question.
    if ((mine || view.over) && document.activeElement === document.body) heading.current.focus({ preventScroll: true });
  }, [view.made, mine, view.over, state.advice]);
  return html`<div class="ask-place"><section class=${`panel ask ${mine ? "mine" : ""}`} aria-labelledby="asked">
    <p class="status">${mine && ofMany(state) && html`<${Sign} player=${ask.player} colour=${state.seats.seats[ask.player].colour} /> <b>${seatName(state.seats, ask.player)}</b> `}${view.phase && html`<span class="phase">${view.phase}</span>`}${view.thinking && view === state.view ? html`<span class="thinking" title=${thinks(state)}><i /><i /><i /></span>` : ""}
      ${mine && inHand(view) > 0 && !isPlacing(state) && html`<span class="hand">${t("{n} [token.many] in hand", { n: inHand(view) })}</span>`}</p>
    <h2 id="asked" ref=${heading} tabindex="-1">${mine ? ask.prompt : ask && view === state.view ? decides(state) : statusOf(state, view)}</h2>
    ${mine && view.turn !== ask.player && html`<${Occasion} state=${state} />`}
    ${lesson ? html`<${Lesson} state=${state} now=${lesson} />` : html`<${Guide} state=${state} />`}
    <${Invitation} state=${state} />
    ${view.over ? html`<${Ending} state=${state} />` : !mine && html`<${Story} state=${state} /><${Lately} state=${state} />`}
    ${mine && (isPlacing(state) ? html`<${Placing} state=${state} />` : html`<${Options} state=${state} />`)}
    ${view === state.view && (view.undo || view.redo) && html`<div class="row">
      ${view.undo && html`<button class="quiet undo" disabled=${state.busy} title="Ctrl+Z" onClick=${() => state.undo()}><${Icon} name="undo" /> ${t("Take back")}</button>`}
      ${view.redo && html`<button class="quiet redo" disabled=${state.busy} title="Ctrl+Y" onClick=${() => state.redo()}><${Icon} name="redo" /> ${t("Make again")}</button>`}</div>`}
    ${buying && html`<${Market} state=${state} buying />`}
  </section></div>`;
}

/** Why somebody is asked in the turn of another: what they have lost in it, or else what has just happened. */
function Occasion({ state }) {
  const { ask, log, story } = state.view;
  const lost = (story.at(-1)?.acts ?? []).filter((act) => act.loser === ask.player).map((act) => entryOf(state.view, act)).filter(Boolean);
  const told = lost.length ? lost : [log.entries.findLast(({ announces, turn }) => !announces && !turn)].filter(Boolean);
  return told.map(({ n, text }) => html`<p class="hint occasion" key=${n}>${text}.</p>`);
}

/** The host sends out the links of the seats on which nobody has sat down yet, or sits down there. */
function Invitation({ state }) {
  const waiting = state.seats?.seats.filter((seat) => seat.link && seat.who === "person") ?? [];
  if (!waiting.length || state.view.over) return null;
  return html`<div class="invitation"><p class="hint">${t("Send these links to those who play:")}</p>
    ${waiting.map((seat) => html`<p class="row" key=${seat.player}><${Sign} player=${seat.player} colour=${seat.colour} /> <b>${seat.name || t("Player {n}", { n: seat.player + 1 })}</b>
      <${Copy} text=${location.origin + seat.link} label=${t("Copy the link")} />
      <button class="quiet" onClick=${() => state.sit(seat)}>${t("Sit here")}</button></p>`)}</div>`;
}

/** The action that ends an offer: it comes after everything that can still be done. */
const STOP = "stop";

function Options({ state }) {
  const { view } = state;
  const { regions, rest } = optionsByRegion(view.ask);
  const cards = new Set(view.market.map((entry) => entry.tile));
  const tiles = optionsByTile(view.ask);
  const shown = rest.filter((option) => !(option.target?.type === "tile" && cards.has(option.target.id) && tiles.get(option.target.id) === option));
  const hidden = rest.length - shown.length;
  const choice = (option) => html`<${Choice} key=${option.id} state=${state} option=${option} />`;
  return html`<div class="options">
    ${hidden > 0 && html`<p class="hint">${t("Choose a card from the market.")}</p>`}
    ${shown.filter((option) => option.action !== STOP).map(choice)}
    ${regions.size > 0 && html`<${Keys} state=${state} />`}
    ${regions.size > 0 && html`<${RegionList} state=${state} regions=${regions} />`}
    ${shown.filter((option) => option.action === STOP).map(choice)}
    ${view.ask.options.length > 1 && html`<${Advice} state=${state} />`}
  </div>`;
}

/** What a bot would do here: its best options, each with what it would bring. */
function Advice({ state }) {
  const [asked, setAsked] = useState(null);
  const { view, advice } = state;
  const ask = () => {
    setAsked(view.made);
    state.advise();
  };
  if (!advice) return html`<button class="quiet advise" disabled=${asked === view.made} onClick=${ask}>${asked === view.made ? t("A bot is thinking") : t("What should I do?")}</button>`;
  const options = new Map(view.ask.options.map((option) => [option.id, option]));
  const known = advice.filter((one) => options.has(one.option));
  return html`<section class="advice" role="status"><h3>${t("What a bot would do, the best first")}</h3><ol>${known.map(({ option: id, behind }, i) => {
    const option = options.get(id);
    return html`<li key=${id}><${Choice} state=${state} option=${option} label=${view.market.find((entry) => entry.tile === option.target?.id)?.name} kind="small" onFocus=${() => option.target?.type === "region" && state.set({ pointed: option.target.id })} />
      ${i > 0 && html`<small class="hint">${behind >= 0.5 ? t("about {n} [coin.many] less than the first", { n: Math.round(behind) }) : t("about as good")}</small>`}</li>`;
  })}</ol>
    <small class="hint">${t("The bot has played on from here many times, and compares how you stood in [coin.many] some turns later.")}</small></section>`;
}

/** The regions that are lit, as a list: for the keyboard, and for those who do not see the map. */
function RegionList({ state, regions }) {
  const options = [...regions.values()].flat();
  return html`<details class="region-list"><summary>${t("{n} regions on the map", { n: regions.size })}</summary>
    <ul>${options.map(
      (option) => html`<li key=${option.id}><${Choice} state=${state} option=${option} kind="small" onFocus=${() => state.set({ pointed: option.target.id })} /></li>`,
    )}</ul></details>`;
}

/** Tokens are put down one by one on the map, or all at once by these buttons; nothing counts before it is confirmed. */
function Placing({ state }) {
  const { view, amounts } = state;
  const { regions, rest } = optionsByRegion(view.ask);
  const left = view.ask.many - total(amounts);
  const kept = inHand(view) - view.ask.many;
  const ids = [...regions.keys()];
  const set = (next) => state.set({ amounts: next });
  return html`<div class="placing">
    <p class="left" role="status"><b>${left}</b> ${t("[token.many] left to place", { n: left })}${kept > 0 && html` · ${t("{n} stay in hand", { n: kept })}`}</p>
    <p class="hint">${t("Press a region to place [token.a]. Placed [token.many] can be dragged.")} <span class="of-keys">${t("With Shift a press places all of them.")}</span></p>
    <div class="row">
      <button class="option" disabled=${left <= 0} onClick=${() => set(spread(view, ids, amounts, left))}>${t("Spread evenly")}</button>
      <button class="option" disabled=${state.busy} onClick=${() => state.leave()}>${t("Put them back where they stood")}</button>
      <button class="option" disabled=${!total(amounts)} onClick=${() => set({})}>${t("Start again")}</button>
      <button class="option main" disabled=${state.busy || !total(amounts)} onClick=${() => state.place()}>${t("Confirm")}</button>
    </div>
    ${rest.map((option) => html`<${Choice} key=${option.id} state=${state} option=${option} />`)}
    <details class="region-list" open=${Object.keys(amounts).length > 0}><summary>${t("{n} regions on the map", { n: ids.length })}</summary><ul>
      ${ids.map(
        (id) => html`<li key=${id} class="stepper"><span>${state.table.map.regions[id]?.name ?? id}</span>
          <button aria-label=${t("One less in {region}", { region: state.table.map.regions[id]?.name ?? id })} disabled=${!amounts[id]} onClick=${() => set(put(amounts, id, -1))}><${Icon} name="less" /></button>
          <output>${view.regions[id].tokens + (amounts[id] ?? 0)}</output>
          <button aria-label=${t("One more in {region}", { region: state.table.map.regions[id]?.name ?? id })} disabled=${left <= 0} onClick=${() => set(put(amounts, id, 1))}><${Icon} name="add" /></button>
        </li>`,
      )}</ul></details>
  </div>`;
}

/** Some amounts with more or less in a region; where none is left, none is said. */
export function put(amounts, region, many) {
  const next = { ...amounts, [region]: (amounts[region] ?? 0) + many };
  if (next[region] <= 0) delete next[region];
  return next;
}
