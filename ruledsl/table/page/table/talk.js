/** What people at a table say to each other: a short chat with reactions, and a call for whoever decides. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { shared } from "../reach.js";
import { t } from "../words.js";
import { seatName } from "./model.js";
import { Sign } from "./players.js";

const LONGEST = 200;
export const THERE = "there";
/** The icons of reactions. */
const FACES = { applause: "praise", laughter: "laugh", surprise: "wonder", sorrow: "glum", thanks: "gladly" };
/** Reactions in words, for buttons and for those who hear the page. */
const SIGNS = {
  applause: "well played",
  laughter: "laughs",
  surprise: "is surprised",
  sorrow: "is sorry",
  thanks: "thanks",
  there: "Are you there?",
};

/** A remark in words. */
export const saidBy = (state, { player, text, sign }) => `${seatName(state.seats, player)}: ${text || t(SIGNS[sign] ?? sign)}`;

/** Is there anybody to talk to, and may this page say something? */
const isCompany = ({ seats, view }) => shared && view.seat !== null && seats?.seats.some((seat) => seat.who === "person" && !seat.mine);

export function Talk({ state }) {
  const { talk, seats, view } = state;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [read, setRead] = useState(state.heardTo);
  const list = useRef(null);
  const last = talk.at(-1)?.n ?? 0;
  useEffect(() => {
    if (!open) return;
    setRead(last);
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [open, last]);
  if (!isCompany(state)) return null;
  const say = (remark) => state.ask({ type: "say", ...remark });
  const send = async (event) => {
    event.preventDefault();
    if (text.trim() && (await say({ text: text.trim() }))) setText("");
  };
  const fresh = talk.filter(({ n }) => n > read).length;
  const waits = view.ask && !view.ask.mine && seats.seats[view.ask.player].who === "person";
  return html`<button class="quiet talk-button" aria-label=${t("Talk")} aria-expanded=${open} onClick=${() => setOpen(!open)}><${Icon} name="chat" /> <span>${t("Talk")}</span>${fresh > 0 && html` <b class="fresh-talk">${fresh}</b>`}</button>
    ${open && html`<section class="talk panel" aria-label=${t("Talk")} onKeyDown=${(event) => event.key === "Escape" && setOpen(false)}>
      <ol ref=${list} tabindex="0" aria-label=${t("What was said")}>${talk.map(({ n, player, text: words, sign }) => html`<li key=${n}><${Sign} player=${player} colour=${seats.seats[player].colour} /><span><b>${seatName(state.seats, player)}</b> ${words || html`<${Icon} name=${FACES[sign] ?? "bell"} /> ${t(SIGNS[sign] ?? sign)}`}</span></li>`)}
        ${!talk.length && html`<li class="hint">${t("Nobody has said anything yet. What is said here is kept nowhere.")}</li>`}</ol>
      <div class="row signs">${Object.entries(FACES).map(([sign, face]) => html`<button class="quiet" aria-label=${t(SIGNS[sign])} title=${t(SIGNS[sign])} onClick=${() => say({ sign })}><${Icon} name=${face} /></button>`)}
        ${waits && html`<button class="option small" onClick=${() => say({ sign: THERE })}><${Icon} name="bell" /> ${t("Are you there?")}</button>`}</div>
      <form class="row" onSubmit=${send}><input aria-label=${t("Say something")} placeholder=${t("Say something")} maxlength=${LONGEST} value=${text} onInput=${({ target }) => setText(target.value)} />
        <button class="option small main" aria-label=${t("Send")} disabled=${!text.trim()}><${Icon} name="send" /></button></form>
    </section>`}`;
}
