/** What a press on a region would do, drawn on it: tokens that it costs, a die with its chance, coins that it brings, a way out, a piece. */
import { html } from "../vendor/htm-preact.js";
import { roomFor } from "./room.js";
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

/** One mark; where there is little room (`slim`) only what matters most of it. */
export function Mark({ mark, slim }) {
  const parts = shownOf(mark, slim);
  return parts.length > 0 && html`<${Plate} mark=${mark} parts=${parts} />`;
}

const shownOf = (mark, slim) => (slim ? partsOf(mark).slice(mark.chance ? 1 : 0).slice(0, 1) : partsOf(mark));

const widthOf = (parts) => parts.reduce((sum, [width]) => sum + width, 8);

/** As wide as its parts, around the middle of where it is put. */
function Plate({ mark, parts }) {
  const wide = widthOf(parts);
  let x = -wide / 2 + 4;
  return html`<g class=${`mark-of ${mark.kind}`}><rect class="plate" x=${-wide / 2} y=${-HIGH / 2} width=${wide} height=${HIGH} rx=${HIGH / 2} />
    ${parts.map(([width, part]) => {
      const at = x + width / 2;
      x += width;
      return html`<g transform=${`translate(${at} 0)`}>${part}</g>`;
    })}</g>`;
}

/** How wide and high the marks of a region are, one below the other. */
const sizeOf = (marks, slim) => [Math.max(...marks.map((mark) => widthOf(shownOf(mark, slim)))), marks.length * (HIGH + 2)];

/** The marks of all regions, each where there is room for it. `marks` maps regions to theirs; `taken` are the boxes of what lies on the board and is printed there. */
export function Marks({ picture, marks, taken, camera: { grow } }) {
  const unit = picture.size * grow;
  const covered = [...taken];
  return html`<g class="told" aria-hidden="true">${[...marks].map(([id, all]) => {
    const place = picture.regions.get(id);
    const shown = all.filter((mark) => partsOf(mark).length);
    if (!place || !shown.length) return null;
    const sizes = [false, true].map((slim) => sizeOf(shown, slim).map((long) => long * unit));
    const { x, y, n, there } = roomFor(picture, place, place, sizes, covered);
    covered.push(there);
    return html`<g key=${id} transform=${`translate(${x} ${y}) scale(${unit})`}>${shown.map((mark, i) => html`<g key=${i} transform=${`translate(0 ${(i - (shown.length - 1) / 2) * (HIGH + 2)})`}><${Mark} mark=${mark} slim=${n > 0} /></g>`)}</g>`;
  })}</g>`;
}
