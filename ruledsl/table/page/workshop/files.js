/** The packs of the folder and their files, and the ways to begin something: a pack, a tile, a copy, a map, a scenario. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { linkWith } from "../reach.js";
import { get } from "../server.js";
import { Dialog } from "../table/why.js";
import { t } from "../words.js";

export function Files({ shop, onOpen }) {
  const [dialog, setDialog] = useState("");
  const packs = Object.entries(shop.packs);
  const itself = packs.some(([pack]) => !pack);
  const open = (path) => {
    shop.open(path);
    onOpen();
  };
  const close = () => setDialog("");
  return html`<nav class="files" aria-label=${t("Files")}>
    ${packs.map(([pack, files]) => html`<section key=${pack}><h2>${pack || t("This pack")}</h2>
      <ul>${files.map((path) => html`<${File} key=${path} shop=${shop} path=${path} name=${path.slice(pack ? pack.length + 1 : 0)} open=${open} />`)}</ul>
      <div class="row"><button class="option small" onClick=${() => setDialog(`new:${pack}`)}>${t("New tile…")}</button>${linkWith && html`<button class="option small" onClick=${() => setDialog(`link:${pack}`)}>${t("Link…")}</button>`}${pack && html`<button class="option small" onClick=${() => shop.delete(pack)}>${t("Delete…")}</button>`}</div></section>`)}
    ${!packs.length && html`<div class="begin"><h2>${t("Make a pack")}</h2><p>${t("A pack is a folder of tiles of your own. It builds on a game, and changes and adds to it.")}</p><${NewPack} shop=${shop} done=${onOpen} /></div>`}
    ${packs.length > 0 && !itself && html`<button class="option small" onClick=${() => setDialog("pack")}>${t("New pack…")}</button>`}
    ${dialog === "pack" && html`<${Dialog} title=${t("A new pack")} onClose=${close}><${NewPack} shop=${shop} done=${() => (close(), onOpen())} /></${Dialog}>`}
    ${dialog.startsWith("new:") && html`<${Dialog} title=${t("Something new")} onClose=${close}><${NewThing} shop=${shop} pack=${dialog.slice(4)} done=${() => (close(), onOpen())} /></${Dialog}>`}
    ${dialog.startsWith("link:") && html`<${Dialog} title=${t("A link with this pack")} onClose=${close}><${Link} shop=${shop} pack=${dialog.slice(5)} /></${Dialog}>`}
  </nav>`;
}

/** The whole pack as a link: whoever opens it plays with the pack, without a server. */
function Link({ shop, pack }) {
  const [link, setLink] = useState("");
  const [said, setSaid] = useState("");
  useEffect(() => void shop.linked(pack).then((data) => setLink(linkWith(data)), (error) => setSaid(error.message)), []);
  const copy = () => navigator.clipboard.writeText(link).then(() => setSaid(t("Copied")), () => setSaid(t("This browser does not copy; select the link and copy it yourself.")));
  return html`<p>${t("Whoever opens it sees what the pack says of itself, and can play with it in the browser. The pack is in the link itself ({n} characters).", { n: link.length })}</p>
    <label>${t("Link")} <input readonly value=${link} onFocus=${({ target }) => target.select()} /></label>
    <p role="status">${said}</p>
    <button class="option main" disabled=${!link} onClick=${copy}>${t("Copy the link")}</button>`;
}

function File({ shop, path, name, open }) {
  const found = shop.findings[path] ?? [];
  const errors = found.filter((one) => one.severity === 1).length;
  return html`<li><button class="quiet" aria-current=${path === shop.path ? "true" : undefined} onClick=${() => open(path)}>${name}${errors > 0 && html` <span class="count" title=${t("{n} errors", { n: errors })}>${errors}</span>`}</button></li>`;
}

/** A form whose button makes something; what is refused is said in it. */
function Form({ shop, what, label, ready = true, children, done }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      await shop.make(what());
      done();
    } catch (error) {
      setProblem(error.message || t("The server does not answer; try again."));
      setBusy(false);
    }
  };
  return html`<form class="making" onSubmit=${send}>${children}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <button class="option main" disabled=${busy || !ready}>${busy ? t("Making it…") : label}</button></form>`;
}

/** A name as an id: small letters, with _ for what is between them. */
export const spelled = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+/, "");

const Id = ({ value, onInput }) => html`<label>${t("What it is called, in small letters")} <input required pattern="[a-z][a-z0-9_]*" maxlength="40" placeholder="beavers" value=${value} title=${t("Small letters, digits and _, a letter first")} onInput=${({ target }) => onInput((target.value = spelled(target.value)))} /></label>`;

function NewPack({ shop, done }) {
  const [id, setId] = useState("");
  const [offers, setOffers] = useState([]);
  const [on, setOn] = useState("");
  const [more, setMore] = useState([]);
  useEffect(() => {
    get("/api/workshop/offers").then(({ packs }) => {
      setOffers(packs);
      setOn((packs.find((pack) => pack.alone) ?? packs[0])?.id ?? "");
    }, (error) => shop.say(error.message));
  }, []);
  const games = offers.filter((pack) => pack.alone);
  const rest = offers.filter((pack) => !pack.alone && pack.requires.length);
  const tick = (other) => setMore(more.includes(other) ? more.filter((one) => one !== other) : [...more, other]);
  return html`<${Form} shop=${shop} done=${done} label=${t("Make the pack")} ready=${Boolean(on)} what=${() => ({ what: "pack", pack: "", id, requires: [on, ...more].filter(Boolean) })}>
    <${Id} value=${id} onInput=${setId} />
    <label>${t("The game it builds on")} <select value=${on} onChange=${(event) => setOn(event.target.value)}>${games.map((pack) => html`<option value=${pack.id}>${pack.name}</option>`)}</select></label>
    ${rest.length > 0 && html`<details><summary>${t("And on more packs")}</summary>${rest.map((pack) => html`<label class="tick"><input type="checkbox" checked=${more.includes(pack.id)} onChange=${() => tick(pack.id)} /> ${pack.name}</label>`)}</details>`}
  </${Form}>`;
}

const NOT_TILES = { copy: "A copy of a tile", map: "A map", scenario: "A scenario" };

function NewThing({ shop, pack, done }) {
  const [found, setFound] = useState(null);
  const [form, setForm] = useState({ what: "", id: "", source: "", borders: "1-2 2-3 3-1 3-4", players: 2 });
  const change = (some) => setForm((old) => ({ ...old, ...some }));
  useEffect(() => {
    shop.ask("things", { pack }).then((answer) => {
      setFound(answer.findings ? { kinds: [], tiles: [], problem: answer.findings[0]?.text } : answer);
      change({ what: answer.kinds?.[0]?.id ?? "scenario" });
    }, (error) => setFound({ kinds: [], tiles: [], problem: error.message }));
  }, []);
  if (!found) return html`<p>${t("Looking at what there is…")}</p>`;
  if (found.problem) return html`<p class="problem" role="alert">${t("The pack has an error; fix it first:")} <span lang="en">${found.problem}</span></p>`;
  const asked = () => {
    const { what, id, source, borders, players } = form;
    return { pack, what, id, ...(what === "copy" ? { source } : {}), ...(what === "map" ? { borders, players: +players } : {}) };
  };
  return html`<${Form} shop=${shop} done=${done} label=${t("Make it")} what=${asked}>
    <label>${t("What")} <select value=${form.what} onChange=${(event) => change({ what: event.target.value, source: found.tiles[0]?.id ?? "" })}>
      ${found.kinds.map((kind) => html`<option value=${kind.id}>${t("A new {kind}", { kind: kind.name })}</option>`)}${Object.entries(NOT_TILES).map(([id, name]) => html`<option value=${id}>${t(name)}</option>`)}</select></label>
    ${form.what === "copy" && html`<label>${t("Of")} <select value=${form.source} onChange=${(event) => change({ source: event.target.value })}>${found.tiles.map((tile) => html`<option value=${tile.id}>${tile.name} (${tile.kind}, ${tile.pack})</option>`)}</select></label>`}
    ${form.what === "map" && html`<label>${t("Which regions touch")} <input value=${form.borders} onInput=${(event) => change({ borders: event.target.value })} /></label>
      <label>${t("Players")} <input type="number" min="1" max="12" value=${form.players} onInput=${(event) => change({ players: event.target.value })} /></label>`}
    <${Id} value=${form.id} onInput=${(id) => change({ id })} />
  </${Form}>`;
}
