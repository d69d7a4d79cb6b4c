/** What a press on a region would do, drawn on it: tokens that it costs, a die with its chance, coins that it brings, a way out, a piece. */
import { html } from "../vendor/htm-preact.js";
import { Emblem, shapeOf } from "./tokens.js";

const HIGH = 30;
const PIPS = [[-0.45, -0.45], [0.45, 0.45], [0, 0], [-0.45, 0.45], [0.45, -0.45]];

/** The parts of a mark with how wide they are. */
function partsOf({ kind, tokens, chance, coins, pieces, people }) {
  const parts = [];
  if (kind === "takes" && people) parts.push([26, html`<g class=${`seat-${people.colour}`}><path class="token" d=${shapeOf(people.player)} transform="scale(12)" /><text class="on-token" y="5.500">${tokens ?? "·"}</text></g>`]);
  if (kind === "risks") parts.push([26, html`<rect class="die" x="-11" y="-11" width="22" height="22" rx="5" />${PIPS.map(([x, y]) => html`<circle class="pip" cx=${x * 11} cy=${y * 11} r="2.200" />`)}`]);
  if (kind === "reveals") parts.push([22, html`<rect class="die" x="-8" y="-11" width="16" height="22" rx="3" /><text y="5.500">?</text>`]);
  if (chance) parts.push(text(`${Math.round((chance.wins / chance.of) * 100)}%`));
  if (kind === "leaves") parts.push([26, html`<path class="way-out" d="M-2 -9H-9V9H-2M-4 0H10M5 -5L10 0L5 5" />`]);
  for (const emblem of pieces ?? []) parts.push([24, html`<g class="of-piece" transform="scale(10)"><${Emblem} emblem=${emblem} /></g>`]);
  if (coins) parts.push([30, html`<circle class="coin" r="13" /><text class="on-coin" y="4.500">${coins > 0 ? "+" : "−"}${Math.abs(coins)}</text>`]);
  return parts;
}

const text = (said) => [said.length * 10 + 4, html`<text y="5.500">${said}</text>`];

/** One mark; where there is little room (`crowded`, see `camera.js`) only what matters most of it. */
export function Mark({ mark }) {
  const parts = partsOf(mark);
  if (!parts.length) return null;
  const most = parts.slice(mark.chance ? 1 : 0).slice(0, 1);
  return html`${parts.length > 1 && html`<g class="slim"><${Plate} mark=${mark} parts=${most} /></g>`}<g class="full"><${Plate} mark=${mark} parts=${parts} /></g>`;
}

/** As wide as its parts, around the middle of where it is put. */
function Plate({ mark, parts }) {
  const wide = parts.reduce((sum, [width]) => sum + width, 8);
  let x = -wide / 2 + 4;
  return html`<g class=${`mark-of ${mark.kind}`}><rect class="plate" x=${-wide / 2} y=${-HIGH / 2} width=${wide} height=${HIGH} rx=${HIGH / 2} />
    ${parts.map(([width, part]) => {
      const at = x + width / 2;
      x += width;
      return html`<g transform=${`translate(${at} 0)`}>${part}</g>`;
    })}</g>`;
}

/** The marks of a region, one below the other: in its middle, or below what lies there. */
export function Marks({ place, marks, below, unit }) {
  const down = below ? Math.max(place.r * 0.62, 40 * unit) : 0;
  return html`<g class="told" aria-hidden="true" transform=${`translate(${place.x} ${place.y + down}) scale(${unit})`}><g class="grow">
    ${marks.map((mark, i) => html`<g key=${i} transform=${`translate(0 ${i * (HIGH + 2)})`}><${Mark} mark=${mark} /></g>`)}
  </g></g>`;
}
