/** The menu of a table: who sits where, links, language and looks, replay, downloads. */
import { html, useState } from "../vendor/htm-preact.js";
import { paperFrom, shared } from "../reach.js";
import { Icon } from "../brand.js";
import { keep } from "../server.js";
import { change, language, settings } from "../settings.js";
import { loadWords, t } from "../words.js";
import { goTo } from "./replay.js";
import { Legend } from "./legend.js";
import { Sign } from "./players.js";
import { Talk } from "./talk.js";
import { allowed } from "./call.js";
import { character } from "./characters.js";
import { Dialog } from "./why.js";

export function Menu({ state }) {
  const [open, setOpen] = useState(false);
  return html`<div class="menu">
    <${HowToPlay} of=${{ table: state.table.table }} kind="quiet rules-of" />
    <${Talk} state=${state} />
    <button class="quiet" onClick=${() => (state.replay ? state.set({ replay: null }) : goTo(state, state.view.made))} aria-pressed=${Boolean(state.replay)}>${t("Replay")}</button>
    <button class="quiet" onClick=${() => setOpen(true)} aria-haspopup="dialog"><${Icon} name="menu" /> <span>${t("Menu")}</span></button>
    ${open && html`<${Dialog} title=${t("Menu")} onClose=${() => setOpen(false)}>
      <${Seats} state=${state} /><${Legend} table=${state.table} /><${Looks} state=${state} /><${Keeping} state=${state} />
      <${HowToPlay} of=${{ table: state.table.table }} kind="option" />
    </${Dialog}>`}
  </div>`;
}

/** Opens the rulebook of a table, or of some packs, in the reader's language; the tab at once, since browsers open none long after a press. */
export function HowToPlay({ of, kind }) {
  const open = async () => {
    const tab = window.open("", "_blank");
    const paper = await paperFrom(`/rules?${new URLSearchParams({ ...of, language: language() })}`);
    if (tab) tab.location = paper;
  };
  return html`<button class=${kind} onClick=${open}>${t("How to play")}</button>`;
}

function Seats({ state }) {
  const { table, seats } = state;
  if (!seats) return null;
  return html`<section><h3>${t("Seats")}</h3><ul class="seats">
    ${seats.seats.map((seat) => html`<${Seat} key=${seat.player} state=${state} seat=${seat} />`)}</ul>
    ${shared && html`<p class="hint">${hosting(seats)}${seats.host && html` · <${Renew} state=${state} seat=${null} label=${t("Renew the host's link")} warning=${seats.hosts > 1 && t("Other browsers will no longer be the host.")} />`}</p>
    <p class="hint">${t("{n} looking on", { n: seats.spectators })} · <${Copy} text=${`${location.origin}/table/${table.table}`} label=${t("Copy the link for spectators")} /></p>`}
    ${shared && seats.host && html`<label class="patience">${t("If somebody does not decide, a bot plays on")} <select value=${seats.patience} onChange=${(event) => state.ask({ type: "patience", minutes: +event.target.value })}>
      ${PATIENCE.map((minutes) => html`<option value=${minutes}>${minutes ? t("after {n} minutes", { n: minutes }) : t("never")}</option>`)}</select></label>`}
    <${PlayAgain} state=${state} />
  </section>`;
}

function Seat({ state, seat }) {
  const { view, seats } = state;
  const may = seats.host || seat.mine;
  const mine = mySeats(state);
  const person = seat.who === "person";
  const rename = async ({ target }) => {
    if (!(await state.ask({ type: "name", seat: seat.player, name: target.value, colour: seat.colour }))) target.value = seat.name;
  };
  const recolour = (event) => state.ask({ type: "name", seat: seat.player, name: seat.name, colour: +event.target.value });
  return html`<li><${Sign} player=${seat.player} colour=${seat.colour} />
    ${seat.mine
      ? html`<input value=${seat.name} maxlength="24" aria-label=${t("Name")} onChange=${rename} />
          <select aria-label=${t("Colour")} value=${seat.colour} onChange=${recolour}>${[...Array(12).keys()].map((n) => html`<option value=${n}>${t(COLOURS[n])}</option>`)}</select>`
      : html`<span>${seat.name || t("Player {n}", { n: seat.player + 1 })}</span>`}
    <small class="tag">${person ? (seat.present ? t("here") : t("away")) : character(seat.who)}</small>
    ${shared && html`<small class="holding">${holding(seat)}</small>`}
    ${seat.mine && mine.length > 1 && html`<button class="quiet" aria-pressed=${view.seat === seat.player} onClick=${() => state.ask({ type: "look", seat: seat.player })}>${t("Look")}</button>`}
    ${shared && seat.link && html`<${Copy} text=${location.origin + seat.link} label=${t("Copy the link")} />`}
    ${shared && seats.host && person && html`<${Renew} state=${state} seat=${seat.player} label=${t("Renew the link")} shown=${Boolean(seat.link)} warning=${seat.held > Number(seat.mine) && t("Anybody else who holds this seat loses it, and everybody at the table sees that.")} />`}
    ${may && (person || seat.bot) && html`<button class="quiet" onClick=${() => state.ask({ type: "hand", seat: seat.player, to: person ? "greedy" : "person" })}>${person ? t("Let a bot play") : t("Take the seat back")}</button>`}
  </li>`;
}

/** The same people and packs once more; the host says so. */
export function PlayAgain({ state, main }) {
  if (!state.seats?.host) return null;
  return html`<button class=${`option ${main ? "main" : ""}`} title=${t("The same people, the same packs")} onClick=${() => state.ask({ type: "rematch" })}>${t("Play again")}</button>`;
}

/** Minutes after which a bot plays on, to choose from. */
const PATIENCE = [0, 1, 2, 5, 10, 30, 60, 1440];

export const COLOURS = ["red", "blue", "amber", "purple", "green", "orange", "turquoise", "pink", "brown", "slate", "lime", "ivory"];

/** Who holds a seat, in words. */
function holding(seat) {
  const said = [seat.held > 1 ? t("held by {n} browsers", { n: seat.held }) : seat.held ? t("held by one browser") : t("nobody yet")];
  if (seat.hosted) said.push(t("the host sits here"));
  if (seat.renewed) said.push(t("link renewed ({n}×)", { n: seat.renewed }));
  return said.join(", ");
}

/** Who is the host, in words. */
function hosting({ host, hosts }) {
  if (host) return hosts > 1 ? t("You are the host, in {n} browsers", { n: hosts }) : t("You are the host");
  return hosts ? t("There is a host") : t("Nobody is the host");
}

/** A button that ends a link; afterwards the new one can be copied, unless it is shown already. */
function Renew({ state, seat, label, warning, shown }) {
  const [link, setLink] = useState("");
  const renew = async () => {
    if (warning && !confirm(warning)) return;
    const answer = await state.ask({ type: "renew", seat });
    if (answer) setLink(location.origin + answer.link);
  };
  return html`<button class="quiet" onClick=${renew}>${label}</button>${link && !shown && html`<${Copy} key=${link} text=${link} label=${t("Copy the new link")} />`}`;
}

export function Copy({ text, label }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      prompt(label, text);
    }
  };
  return html`<button class="quiet" onClick=${copy}>${done ? t("Copied") : label}</button>`;
}

/** How the page looks, for this browser. */
export function Looks({ state, languages }) {
  const set = (some) => {
    change(some);
    state.set({});
  };
  const speak = async (event) => {
    change({ language: event.target.value });
    await loadWords("words");
    state.speak?.(event.target.value);
    if (state.table) await state.ask({ type: "language", language: event.target.value });
    state.set({});
  };
  const all = languages ?? state.table?.languages ?? ["en"];
  const lacking = state.table?.packs.filter((pack) => pack.lacking) ?? [];
  return html`<section class="looks"><h3>${t("Looks")}</h3>
    <label>${t("Language")} <select value=${language()} onChange=${speak}>${all.map((code) => html`<option value=${code}>${NAMES[code] ?? code}</option>`)}</select></label>
    ${lacking.map((pack) => html`<p class="hint lacking">${t("Only in English: {n} texts of {pack}", { n: pack.lacking, pack: pack.name })}</p>`)}
    <label>${t("Light")} <select value=${settings.theme} onChange=${(event) => set({ theme: event.target.value })}>
      <option value="auto">${t("as the device")}</option><option value="light">${t("light")}</option><option value="dark">${t("dark")}</option></select></label>
    <label><input type="checkbox" checked=${settings.motion} onChange=${(event) => set({ motion: event.target.checked })} /> ${t("Animation")}</label>
    <label><input type="checkbox" checked=${settings.numbers} onChange=${(event) => set({ numbers: event.target.checked })} /> ${t("Numbers of regions on the map")}</label>
    <label><input type="checkbox" checked=${settings.guide} onChange=${(event) => set({ guide: event.target.checked, told: [], tips: [] })} /> ${t("Explain the game while I play")}</label>
    <label><input type="checkbox" checked=${settings.sound} onChange=${(event) => set({ sound: event.target.checked })} /> ${t("Sound")}</label>
    <label><input type="checkbox" checked=${settings.call} onChange=${async ({ target }) => set({ call: target.checked && (await allowed()) })} /> ${t("Call me with a notification when it is my turn")}</label>
  </section>`;
}

const NAMES = { da: "Dansk", en: "English", fi: "Suomi", it: "Italiano", no: "Norsk", sv: "Svenska", de: "Deutsch", fr: "Français", es: "Español" };

const mySeats = (state) => state.seats.seats.filter((seat) => seat.mine).map((seat) => seat.player);

function Keeping({ state }) {
  const { table, view } = state;
  const seat = view.seat ?? mySeats(state)[0];
  if (seat === undefined) return null;
  const download = (what) => keep(`/table/${table.table}/${what}?seat=${seat}`).catch((error) => state.say(error.message));
  return html`<section><h3>${t("Keep")}</h3>
    <button class="option" onClick=${() => download("save")}>${t("Save the game")}</button>
    <button class="option" onClick=${() => download("scenario")}>${t("The position as a scenario")}</button>
  </section>`;
}
