/** The page of a table. */
import { html, useEffect, useReducer, useRef, useState } from "../vendor/htm-preact.js";
import { Home, entitle } from "../brand.js";
import { here as place, leadTo } from "../reach.js";
import { t } from "../words.js";
import { Board } from "../board/board.js";
import { lightOf, marksOf, saidOf } from "./brings.js";
import { AskPanel, put } from "./ask.js";
import { Here } from "./here.js";
import { Log } from "./log.js";
import { taught } from "./lesson.js";
import { CardDialog, Market } from "./market.js";
import { Menu } from "./menu.js";
import { decides, isPlacing, optionsByRegion, optionsByTile, peoplesOf, roundOf, total } from "./model.js";
import { Moments } from "./moments.js";
import { Players } from "./players.js";
import { PreviewBar } from "./preview.js";
import { goTo, Replay } from "./replay.js";
import { pathsOf, Story } from "./story.js";
import { TableState } from "./state.js";
import { Tracks } from "./tracks.js";
import { Question } from "./why.js";

export function TablePage({ id, problem }) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const held = useRef(null);
  useEffect(() => {
    held.current = new TableState(id, redraw);
    if (problem) held.current.say(problem);
    redraw();
    return () => held.current.close();
  }, [id]);
  const state = held.current;
  if (state?.link === "ended") return html`<main class="alone"><h1>${t("There is no such table.")}</h1><p><a href=${leadTo("/")}>${t("To the lobby")}</a></p></main>`;
  if (!state?.view || !state.table) return html`<main class="alone"><p>${t("Opening the table…")}</p></main>`;
  return html`<${Table} state=${state} />`;
}

/** Whose turn it is, for the tab of the browser. */
function turnOf(state) {
  const { ask } = state.view;
  if (ask?.mine) return `● ${t("your turn")}`;
  return ask ? decides(state) : t("over");
}

/** A seat of mine for which a bot stands in. */
const standsIn = (seats) => seats?.seats.find((seat) => seat.mine && seat.bot);

const TABS = ["Players", "Market", "Log"];

function Table({ state }) {
  const { table, view, seats } = state;
  const buying = optionsByTile(view.ask).size > 0;
  const [chosen, setTab] = useState("");
  const tab = chosen || "Players";
  useEffect(() => setTab(""), [buying]);
  useEffect(() => {
    if (place().searchParams.has("replay")) goTo(state, 0);
    const byKey = (event) => state.byKey(event);
    document.addEventListener("keydown", byKey);
    return () => document.removeEventListener("keydown", byKey);
  }, []);
  useEffect(() => {
    entitle(turnOf(state), table.title);
  }, [view, table]);
  const side = useRef(null);
  useEffect(() => {
    if (!view.ask?.mine && !view.over) return;
    side.current.scrollTop = 0; // a new question, and the end, is seen wherever the last one was answered
    scrollTo(0, 0); // on a phone the page itself has moved
  }, [view.ask?.mine, view.ask?.rule, view.over]);
  const { shown } = state;
  const here = state.selected ?? state.pointed;
  const still = shown === view && !state.replay;
  return html`<div class="table" data-tab=${tab} data-made=${view.made}>
    <header class="bar">
      <${Home} />
      <h1 class="title">${table.title}</h1>
      <span class="round">${roundOf(shown)}</span>
      <span class="status">${view.status}</span>
      ${state.link !== "open" && html`<span class="lost" role="alert">${t("Connecting…")}</span>`}
      <${Menu} state=${state} />
    </header>
    ${!table.playable && html`<p class="banner" role="alert">${table.problem}</p>`}
    ${state.moved && html`<p class="banner"><a href=${leadTo(`/table/${state.moved}`)}>${t("There is a rematch: to the new table")}</a></p>`}
    ${standsIn(seats) && html`<p class="banner">${t("A bot plays on for you.")} <button class="option small" onClick=${() => state.ask({ type: "hand", seat: standsIn(seats).player, to: "person" })}>${t("Take the seat back")}</button></p>`}
    <main class="middle" style=${{ "--shape": table.map.size[1] / table.map.size[0] }}>
      <${Tracks} state=${state} />
      <${Map} state=${state} shown=${shown} />
      ${here && still && html`<${Here} state=${state} region=${here} held=${Boolean(state.selected)} />`}
      <${PreviewBar} state=${state} />
      ${still && html`<${Moments} state=${state} />`}
    </main>
    <${Replay} state=${state} />
    <aside class="side" ref=${side}>
      <${AskPanel} state=${state} buying=${buying} />
      <nav class="tabs" role="tablist">${TABS.filter((name) => !buying || name !== "Market").map((name) => html`<button role="tab" aria-selected=${tab === name} onClick=${() => setTab(name)}>${t(name)}</button>`)}</nav>
      <div class="sheets">
        <${Story} state=${state} />${!buying && html`<${Market} state=${state} />`}<${Players} state=${state} /><${Log} state=${state} />
      </div>
    </aside>
    <${Question} state=${state} /><${CardDialog} state=${state} />
    ${state.toast && html`<p class="toast" role="alert">${state.toast}</p>`}
  </div>`;
}

/** The board, with what is asked lit on it. */
function Map({ state, shown }) {
  const { table, seats, view, amounts } = state;
  const ask = view.ask;
  const still = shown === view;
  const { regions } = optionsByRegion(still ? ask : null);
  const lit = new globalThis.Map([...regions.keys()].map((id) => [id, amounts[id] ? "placed" : lightOf(state, regions.get(id))]));
  if (state.selected) lit.set(state.selected, `${lit.get(state.selected) ?? ""} selected`);
  if (state.pointed) lit.set(state.pointed, `${lit.get(state.pointed) ?? ""} pointed`);
  const placing = still && isPlacing(state);
  const look = peoplesOf(shown, seats, table);
  const marks = new globalThis.Map(placing ? [] : [...regions].map(([id, options]) => [id, marksOf(state, options, look)]));
  const tap = (id, event) => tapped(state, regions, id, event, placing);
  return html`<${Board} table=${table} view=${shown} before=${still ? state.before : null} peoples=${look} marks=${marks} paths=${pathsOf(state)} says=${(id) => saying(state, shown, regions.get(id) ?? [], id)}
    lit=${lit} marked=${state.marked ?? (still ? taught(state) : null)} amounts=${placing ? amounts : null} draggable=${placing ? (id) => amounts[id] > 0 : null}
    onTap=${tap} onPoint=${(id) => state.set({ pointed: id })}
    onDrag=${(from, to, all) => regions.has(to) && state.set({ amounts: moved(amounts, from, to, all) })} />`;
}

/** A region for those who hear the page: what lies there, its symbols, and what a press would do. */
const saying = (state, view, options, id) => {
  const symbols = (state.table.map.regions[id]?.traits ?? []).map((trait) => state.table.traits[trait] ?? trait);
  return [[view.regions[id]?.text ?? id, ...symbols].join(", "), ...options.map((option) => [option.label, ...saidOf(state, option)].join(", "))].join(". ");
};

const moved = (amounts, from, to, all) => {
  const many = all ? amounts[from] : 1;
  return put(put(amounts, from, -many), to, many);
};

/** A press on a region: it places a token, chooses the one thing that can be done there, or shows what there is to say. */
function tapped(state, regions, id, event, placing) {
  if (!id) {
    state.set({ selected: null, marked: null, sure: null, told: null });
    return;
  }
  const options = regions.get(id) ?? [];
  if (placing && options.length) {
    const left = state.view.ask.many - total(state.amounts);
    if (left > 0) state.set({ amounts: put(state.amounts, id, event.shiftKey ? left : 1) });
    return;
  }
  const [option, ...others] = options;
  // Whoever comes with the keys goes on with them to the choice between several.
  if (!option || others.length || state.busy) state.set({ selected: id, byKeys: event.type === "keydown" });
  // A finger is told first what there is to say, and so whoever presses for the second time is sure.
  else if (event.pointerType === "mouse" || event.type === "keydown" || state.selected === id) state.press(option);
  else state.set({ selected: id, sure: option.id, byKeys: false });
}
