/** A picture of the end of a game to keep or to send: drawn here, as SVG with all that it needs in it, and made a PNG. */
import { html, render, useState } from "../vendor/htm-preact.js";
import { Mark, NAME } from "../brand.js";
import { t } from "../words.js";
import { shapeOf } from "../board/tokens.js";
import { seatName } from "./model.js";
import { gainsOf, partsOf, toldTurning, turningLabel, turningRound } from "./outcome.js";
import { Lines } from "./plots.js";

const WIDE = 1200;
const RIM = 40;
const HEAD = 110;
const ROW = 84;
const PLOT = 190;
const FOOT = 70;
/** The lines of a plot are drawn for smaller type. */
const LARGER = 2;
const NS = "http://www.w3.org/2000/svg";

/** What is asked for once, for the pictures only: the looks of the page, with the typefaces in them. */
const SHEETS = ["../tokens.css", "../board.css"];
const FACE = /url\("(vendor\/[\w-]+\.woff2)"\)/g;
const OWN = `
  .own { --size: 24px; } .own text { font: var(--size) var(--sans); fill: var(--ink); } .own .name { font: 600 28px var(--serif); } .own .title { font: 700 46px var(--serif); fill: var(--on-bar); } .own .brand { font-size: 34px; } .own .soft { fill: var(--soft); --size: 20px; }
  .own .right { text-anchor: end; } .own .result { font: 700 34px var(--serif); } .own .bar { fill: var(--bar); } .own .paper { fill: var(--paper); } .own .token { fill: var(--seat); stroke: #fff8e6; stroke-width: .13; }
  .plot .grid path { stroke: var(--line); stroke-width: .8; } .own .plot text { --size: 10px; fill: var(--soft); text-anchor: end; } .own .plot text.round { text-anchor: middle; } .plot .marked { stroke: var(--ink); stroke-dasharray: 3 3; }
  .plot .line { fill: none; stroke: var(--seat); stroke-width: 2.500; stroke-linejoin: round; stroke-linecap: round; }`;

export function SharePicture({ state, end }) {
  const [busy, setBusy] = useState(false);
  const share = async () => {
    setBusy(true);
    try {
      await send(await pictureOf(state, end), state.table.title);
    } catch (problem) {
      if (problem.name !== "AbortError") state.say(t("This browser cannot make the picture."));
    }
    setBusy(false);
  };
  return html`<button class="option share" disabled=${busy || !end.plots.length} onClick=${share}>${t("A picture to share")}</button>`;
}

/** To whatever the device shares with, or else into a file. */
async function send(blob, title) {
  const file = new File([blob], "game.png", { type: blob.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title });
    return;
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** The picture as PNG. */
async function pictureOf(state, end) {
  const svg = drawn(state, end, await looks());
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: svg.getAttribute("width"), height: svg.getAttribute("height") });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture")))));
}

async function looks() {
  const texts = await Promise.all(SHEETS.map(async (sheet) => (await fetch(new URL(sheet, import.meta.url))).text()));
  const text = texts.join("\n");
  const faces = new Map(await Promise.all([...new Set([...text.matchAll(FACE)].map(([, path]) => path))].map(async (path) => [path, await inside(path)])));
  return text.replace(FACE, (address, path) => address.replace(path, () => faces.get(path))) + OWN;
}

/** A file beside the page as an address that holds it. */
async function inside(path) {
  const blob = await (await fetch(new URL(`../${path}`, import.meta.url))).blob();
  return new Promise((done, failed) => {
    const reader = Object.assign(new FileReader(), { onload: () => done(reader.result), onerror: () => failed(reader.error) });
    reader.readAsDataURL(blob);
  });
}

/** The picture as a drawing: the board as it stands, the ranks with what each result comes from, and how it came about. */
function drawn(state, { rows, spoils, plots, deciding, turning }, css) {
  const { table } = state;
  const [wide, high] = table.map.size;
  const board = Math.round(((WIDE - 2 * RIM) * high) / wide);
  const plot = plots.find(({ id }) => id === deciding[0]);
  const ranks = HEAD + RIM + board + RIM;
  const curve = ranks + rows.length * ROW + RIM / 2;
  const below = curve + (plot ? PLOT * LARGER + (turning ? FOOT : RIM) : 0);
  const most = Math.max(1, ...spoils.map(gainsOf));
  const holder = document.createElement("div");
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const { theme: chosen } = document.documentElement.dataset;
  render(
    html`<svg xmlns=${NS} width=${WIDE} height=${below} viewBox=${`0 0 ${WIDE} ${below}`} data-theme=${chosen === "auto" ? theme : chosen}>
      <g class="own"><rect class="paper" width=${WIDE} height=${below} /><rect class="bar" width=${WIDE} height=${HEAD} />
      <text class="title" x=${RIM} y="72">${table.title}</text>
      <g transform=${`translate(${WIDE - RIM - 230} 26) scale(1.900)`}><${Mark} /></g><text class="title brand right" x=${WIDE - RIM} y="68">${NAME}</text>
      ${rows.map((row, i) => html`<g transform=${`translate(${RIM} ${ranks + i * ROW})`}><${RankDrawn} state=${state} row=${row} spoils=${spoils[row.player] ?? []} most=${most} /></g>`)}
      ${plot && html`<g class="plot" transform=${`translate(${RIM} ${curve}) scale(${LARGER})`}><${Lines} state=${state} plot=${plot} marked=${turningRound(turning)} wide=${(WIDE - 2 * RIM) / LARGER} high=${PLOT} /></g>`}
      ${plot && turning && html`<text x=${RIM} y=${below - RIM + 8}>${turningLabel(turning)} ${toldTurning(state, turning)}</text>`}</g>
    </svg>`,
    holder,
  );
  const svg = holder.firstChild;
  const style = document.createElementNS(NS, "style");
  style.textContent = css;
  svg.prepend(style);
  svg.querySelector(".mark")?.setAttribute("width", 32);
  svg.querySelector(".mark")?.setAttribute("height", 32);
  svg.append(boardNow(board));
  return svg;
}

/** The board as the page shows it, without what can be pressed. */
function boardNow(high) {
  const board = document.querySelector("svg.board").cloneNode(true);
  for (const light of board.querySelectorAll(".lights, .paths")) light.remove();
  for (const [name, value] of Object.entries({ x: RIM, y: HEAD + RIM, width: WIDE - 2 * RIM, height: high })) board.setAttribute(name, value);
  return board;
}

const BAR = 26;

function RankDrawn({ state, row, spoils, most }) {
  const seat = state.seats?.seats[row.player];
  const wide = WIDE - 2 * RIM;
  let at = 0;
  const bars = spoils.filter(({ coins }) => coins > 0).map(({ coins }, n) => {
    const from = at;
    at += (coins / most) * (wide - 460);
    return html`<rect x=${360 + from} y="10" width=${at - from - 1} height=${BAR} fill=${`color-mix(in srgb, var(--seat) ${100 - Math.min(n, 8) * 11}%, var(--raised))`} />`;
  });
  const said = partsOf(spoils).map((part) => `${part.name} ${part.said}`).join(" · ");
  return html`<g class=${`seat-${seat?.colour ?? row.player}`}>
    <text class="name" y="34">${row.rank}.</text><g transform="translate(56 24) scale(17)"><path class="token" d=${shapeOf(row.player)} /></g>
    <text class="name" x="90" y="34">${seatName(state.seats, row.player)}${row.lost ? ` · ${t("has lost")}` : ""}</text>
    ${bars}<text class="result right" x=${wide} y="36">${row.values[0].value ?? "?"}</text>
    <svg x="360" y="40" width=${wide - 360} height="34"><text class="soft" y="22">${said}</text></svg></g>`;
}
