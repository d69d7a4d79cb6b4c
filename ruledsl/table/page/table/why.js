/** Numbers that can be asked, and the answers: sums, each part with the line of the rule behind it. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";
import { did } from "./guide.js";

/** A number; pressing it asks why it is what it is. */
export function Num({ state, value, why, label }) {
  const shown = value ?? "?";
  if (!why) return html`<span class="num">${shown}</span>`;
  const ask = async () => {
    const answer = await state.ask({ type: "why", ...why });
    did("ask");
    if (answer) state.set({ question: answer.why });
  };
  return html`<button class="num asks" onClick=${ask} title=${t("Why?")} aria-label=${`${label ?? ""} ${shown}. ${t("Why?")}`}>${shown}</button>`;
}

/** A dialog over the page; Escape and a press beside it close it. */
export function Dialog({ title, onClose, wide, children }) {
  const element = useRef(null);
  useEffect(() => {
    element.current.showModal();
  }, []);
  const beside = (event) => event.target === element.current && onClose();
  return html`<dialog ref=${element} class=${wide ? "dialog wide" : "dialog"} onClose=${onClose} onClick=${beside} aria-label=${title}>
    <div class="dialog-body">
      <div class="dialog-head"><h2>${title}</h2><button class="close" onClick=${onClose} aria-label=${t("Close")}><${Icon} name="close" /></button></div>
      ${children}
    </div>
  </dialog>`;
}

const DROPPED = { immune: "immune", replaced: "replaced", idle: "without effect" };

const signed = (amount) => (amount > 0 ? `+${amount}` : `${amount}`.replace("-", "−"));

function Line({ line, first }) {
  const [open, setOpen] = useState(false);
  const more = line.lines?.length > 0;
  const amount = typeof line.amount === "number" ? (first ? `${line.amount}` : signed(line.amount)) : "";
  return html`<li class=${line.dropped ? "dropped" : ""}>
    <span class="amount">${line.dropped ? "" : amount}</span>
    <span class="because">${amount ? line.text.replace(/^[+-]?\d+ /, "") : line.text}${line.dropped ? html` <em>${t(DROPPED[line.dropped])}</em>` : ""}
      ${more && html` <button class="more" aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? t("less") : t("more")}</button>`}
      ${line.place && html`<span class="place">${line.place}</span>`}
      ${open && more && html`<${Sum} lines=${line.lines} />`}
    </span>
  </li>`;
}

/** The lines of rules stand behind every number, and are shown to those who want them. */
export function ShowRules() {
  const [, again] = useState(0);
  const turn = () => {
    change({ rules: !settings.rules });
    again((n) => n + 1);
  };
  return html`<button class="quiet rules" aria-pressed=${settings.rules} onClick=${turn}>${settings.rules ? t("Hide the rules") : t("Show the rules")}</button>`;
}

export function Sum({ lines }) {
  return html`<ul class="sum">${lines.map((line, i) => html`<${Line} line=${line} first=${i === 0} />`)}</ul>`;
}

/** The whole answer to one question. */
export function Why({ why }) {
  if (!why) return null;
  return html`<div class="why"><p class="answer">${why.text}</p>${why.lines?.length ? html`<${Sum} lines=${why.lines} />` : ""}</div>`;
}

export function Question({ state }) {
  if (!state.question) return null;
  return html`<${Dialog} title=${t("Why?")} onClose=${() => state.set({ question: null })}><${Why} why=${state.question} /><${ShowRules} /></${Dialog}>`;
}
