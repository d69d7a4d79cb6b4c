/** A pack from somebody else: its cards at once, and a game with it as soon as it has been checked. */
import { html } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { workshop } from "../reach.js";
import { t } from "../words.js";
import { Dialog } from "../table/why.js";
import { Heads } from "./cover.js";

export function Sent({ found: { data, pack, tried, installed }, busy, onPlay, onInstall, onClose }) {
  const wait = Boolean(busy) || !(tried || installed);
  return html`<${Dialog} title=${pack.name} onClose=${onClose}>
    <ul class="sent-tiles">${pack.tiles.map((tile, i) => html`<${Tile} key=${tile.id} tile=${tile} first=${i} />`)}</ul>
    <p class="hint" role="status">${busy || (installed ? t("Installed. Choose it for a new table.") : wait ? t("Checking and trying it…") : t("Checked and tried: nothing wrong."))} ${wait && html`<progress aria-hidden="true" />`}</p>
    <button class="option main go" disabled=${wait} onClick=${onPlay}><${Icon} name="game" /> ${t("Play with it")}</button>
    <div class="row">${!installed && html`<button class="option" disabled=${wait} onClick=${onInstall}>${t("Install it")}</button>`}
      ${workshop && html`<a class="option" href=${`${workshop}#/?pack=${data.replaceAll("+", "-").replaceAll("/", "_")}`}>${t("Open it in the workshop")}</a>`}</div>
    <${About} pack=${pack} /></${Dialog}>`;
}

function Tile({ tile, first }) {
  return html`<li class="sent-tile">${tile.head ? html`<${Heads} heads=${[tile.head]} first=${first} />` : html`<${Icon} name="tile" />`}
    <div><h3>${tile.name} <small>${tile.kind}${tile.numbers.length > 0 && ` · ${tile.numbers.join(" / ")}`}</small></h3><p>${tile.summary}</p></div></li>`;
}

function About({ pack }) {
  const rows = [
    [t("Pack"), `${pack.id} ${pack.version}`],
    [t("Authors"), pack.authors.join(", ")],
    [t("Licence"), pack.licence],
    [t("Homepage"), pack.homepage],
    [t("Digest"), pack.digest],
  ];
  return html`<dl class="about-pack">${rows.map(([name, text]) => html`<dt>${name}</dt><dd>${text || t("not said")}</dd>`)}</dl>`;
}
