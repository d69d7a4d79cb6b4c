/** The page of the workshop: files, the editor, and panels beside it. */
import { html, render, useEffect, useReducer, useRef, useState } from "../vendor/htm-preact.js";
import { Home, entitle } from "../brand.js";
import { onDrop } from "../server.js";
import { applySettings } from "../settings.js";
import { loadWords, t } from "../words.js";
import { differing } from "./differing.js";
import { Begin } from "./begin.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { findingsAt } from "./language.js";
import { PANELS } from "./panels.js";
import { Shop } from "./shop.js";

const STATES = {
  saved: "Saved",
  typing: "Saving…",
  lost: "The server does not answer. Go on typing: your text is kept in this browser and saved when the server is back.",
  conflict: "Changed by another program",
  refused: "Not saved",
};

const PARTS = { files: "Files", text: "Text", beside: "Card & more" };

function Workshop() {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const [shop] = useState(() => new Shop(redraw));
  useEffect(() => {
    shop.start();
    globalThis.workshop = shop;
    return onDrop(shop.unpack);
  }, []);
  const [chosen, setPart] = useState("");
  const part = chosen || (shop.path ? "text" : "files");
  if (shop.problem) return html`<main class="alone"><p class="problem" role="alert">${shop.problem}</p></main>`;
  if (!shop.packs) return html`<main class="alone"><p>${t("Opening the workshop…")}</p></main>`;
  const empty = shop.beginning || !Object.keys(shop.packs).length;
  return html`<div class="workshop" data-part=${part}>
    <header class="bar"><${Home} /><h1 class="title">${t("Workshop")}</h1><span class="where" title=${shop.folder}>${shop.path}</span><${State} shop=${shop} /></header>
    <nav class="parts" aria-label=${t("Parts of the page")}>${Object.keys(PARTS).map((id) => html`<button aria-pressed=${part === id} onClick=${() => setPart(id)}>${t(PARTS[id])}</button>`)}</nav>
    <main class=${empty ? "rooms empty" : "rooms"}>${empty && html`<${Begin} shop=${shop} done=${() => setPart("text")} />`}<${Files} shop=${shop} onOpen=${() => setPart("text")} /><${Writing} shop=${shop} /><${Panels} shop=${shop} /></main>
    <${Conflict} shop=${shop} />
    ${shop.said && html`<p class="toast" role="alert">${shop.said}</p>`}
  </div>`;
}

function State({ shop }) {
  const { keeper } = shop;
  if (!keeper || !shop.path) return null;
  const trouble = ["lost", "refused", "conflict"].includes(keeper.state);
  return html`<span class=${`state ${keeper.state}`} role=${trouble ? "alert" : "status"}>${t(STATES[keeper.state])}${keeper.problem && `: ${keeper.problem}`}</span>`;
}

function Writing({ shop }) {
  const place = useRef(null);
  useEffect(() => {
    const editor = new Editor(shop, place.current);
    shop.set({ editor });
    if (shop.path) editor.show(shop.path, shop.text, null);
  }, []);
  const found = shop.findings[shop.path] ?? [];
  const errors = found.filter((one) => one.severity === 1).length;
  const busy = !shop.path || shop.keeper?.reads;
  return html`<section class="writing" aria-label=${t("Text")}>
    <div class="tools row" hidden=${!shop.path}>
      <button class="quiet" disabled=${busy} onClick=${() => shop.editor.undo()}>${t("Undo")}</button>
      <button class="quiet" disabled=${busy} onClick=${() => shop.editor.redo()}>${t("Redo")}</button>
      <span class="grow">${!shop.language?.client ? t("The language server is starting…") : errors ? html`<button class="quiet problem" onClick=${() => shop.editor.goTo(found.find((one) => one.severity === 1).range.start.line + 1)}>${t("{n} errors", { n: errors })}</button>` : found.length ? t("{n} to look at", { n: found.length }) : shop.path in shop.findings ? t("No errors") : t("Checking…")}</span>
    </div>
    ${shop.keeper?.reads && html`<p class="banner">${t("This file is open in another tab, which writes it; this one follows.")} <button class="option small" onClick=${() => shop.keeper.tabs.takeOver()}>${t("Write here instead")}</button></p>`}
    <div class="text" ref=${place}></div>
    <${Here} shop=${shop} />
    <p class="hint" id="ways-out" hidden=${!shop.path}>${t("Tab and Shift+Tab move the lines that are selected; Escape, then Tab leaves the text. Ctrl+Space: what fits here. Alt+I: what the word means. F2: another name. F8: next finding. Ctrl+.: fix it.")}</p>
  </section>`;
}

/** What is found at the cursor, and what mends it. */
function Here({ shop }) {
  const found = shop.path ? findingsAt(shop, shop.line) : [];
  return html`<div class="here" role="status">${found.slice(0, 3).map((one) => html`<p lang="en"><b>${one.code}</b> ${one.message} ${(one.fixes ?? []).map((fix) => html`<button class="option small main" onClick=${() => shop.language.apply(fix.edit)}>${fix.title}</button>`)}</p>`)}</div>`;
}

/** A file that was changed by somebody else while it was written here: both texts, to choose. */
function Conflict({ shop }) {
  const conflict = shop.keeper?.conflict;
  if (!conflict) return null;
  const gone = conflict.theirs === null;
  const [mine, theirs] = differing(conflict.path === shop.path ? shop.text : conflict.mine, conflict.theirs ?? "");
  const side = (title, lines) => html`<section><h3>${title}</h3><pre tabindex="0" aria-label=${title}>${lines.map(([line, other]) => (other ? html`<mark>${line}${"\n"}</mark>` : `${line}\n`))}</pre></section>`;
  return html`<section class="conflict panel" role="alertdialog" aria-label=${t("Two texts of one file")}><h2>${gone ? t("The file is no longer there") : t("Two texts of one file")}</h2>
    <p>${gone ? t("{path} was deleted or renamed by another program while you wrote here. Nothing is lost until you choose.", conflict) : t("{path} was changed by another program while you wrote here. Nothing is lost until you choose.", conflict)}</p>
    <div class="row"><button class="option main" onClick=${() => shop.keeper.choose(true)}>${t("Keep mine")}</button>
      <button class="option" onClick=${() => shop.keeper.choose(false)}>${gone ? t("Close it") : t("Take the one on the disk")}</button></div>
    <div class="two">${side(t("Yours"), mine)}${!gone && side(t("On the disk"), theirs)}</div>
  </section>`;
}

function Panels({ shop }) {
  const open = PANELS.find((panel) => panel.id === shop.tab) ?? PANELS[0];
  const turn = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = PANELS[(PANELS.indexOf(open) + step + PANELS.length) % PANELS.length];
    shop.set({ tab: next.id });
    document.getElementById(`tab-${next.id}`).focus();
  };
  return html`<aside class="panels" aria-label=${t("Beside the text")}>
    <div class="tabs" role="tablist" aria-label=${t("Beside the text")} onKeyDown=${turn}>${PANELS.map(
      (panel) => html`<button role="tab" id=${`tab-${panel.id}`} aria-controls="panel" aria-selected=${panel === open} tabindex=${panel === open ? 0 : -1} onClick=${() => shop.set({ tab: panel.id })}>${t(panel.title)}</button>`,
    )}</div>
    <div id="panel" role="tabpanel" aria-labelledby=${`tab-${open.id}`} tabindex="0">${shop.pack === null ? html`<p class="hint">${t("Open a file of a pack, or make one.")}</p>` : html`<${open.component} key=${open.id} shop=${shop} />`}</div>
  </aside>`;
}

async function start() {
  applySettings();
  await loadWords("words", "workshop/words");
  entitle(t("Workshop"));
  const place = document.getElementById("page");
  place.replaceChildren();
  render(html`<${Workshop} />`, place);
}

start();
