/** What lies on a region: stacks of tokens in the colour and shape of their player, pieces, tiles face up or down. */
import { html } from "../vendor/htm-preact.js";
import { box } from "./room.js";

/** Outlines of tokens by player, in a square from -1 to 1: told apart without colour too. */
const SHAPES = [
  "M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z",
  "M-.7 -.9H.7Q.9 -.9 .9 -.7V.7Q.9 .9 .7 .9H-.7Q-.9 .9 -.9 .7V-.7Q-.9 -.9 -.7 -.9Z",
  "M0 -1.050L.95 -.5V.5L0 1.050L-.95 .5V-.5Z",
  "M-.42 -1H.42L1 -.42V.42L.42 1H-.42L-1 .42V-.42Z",
  "M-.85 -.9Q0 -1.150 .85 -.9Q1.100 .5 0 1.080Q-1.100 .5 -.85 -.9Z",
  "M0 -1.080L1.080 0L0 1.080L-1.080 0Z",
];

export const shapeOf = (player) => SHAPES[player % SHAPES.length];

/** A few letters of a name, for a token. */
export function letters(name) {
  const words = name.split(/[\s-]+/).filter(Boolean);
  return words.length > 1 ? words.map((word) => word[0]).join("").slice(0, 3).toUpperCase() : name.slice(0, 3);
}

/** The head of a race, or what stands for a piece or a badge: filled paths one upon the other, what is cut out of them, and strokes. */
export function Emblem({ emblem }) {
  return html`<g class="emblem">${emblem.shape.map((d) => html`<path class="shape" d=${d} />`)}${emblem.cut.map((d) => html`<path class="cut" d=${d} />`)}${emblem.lines.map((d) => html`<path class="line" d=${d} />`)}</g>`;
}

/** A stack: `people` has `player`, `colour`, `full` (in full force), `name` and `emblem`. */
export function Stack({ people, count, size, delta }) {
  const shape = shapeOf(people.player);
  const high = Math.min(count, 4) - 1;
  const layers = [];
  for (let i = high; i >= 0; i -= 1) {
    layers.push(html`<path class=${i ? "edge" : "face"} d=${shape} transform=${`translate(0 ${(i - high) * -size * 0.13 - high * size * 0.065}) scale(${size})`} />`);
  }
  const lift = -(high * size * 0.065);
  return html`<g class=${`stack seat-${people.colour} ${people.full ? "active" : "declined"}`}>
    ${layers}
    ${!people.full && html`<path class="hatch" d=${shape} transform=${`translate(0 ${lift}) scale(${size * 0.9})`} />`}
    ${people.emblem
      ? html`<g transform=${`translate(0 ${lift}) scale(${size * 0.8})`}><${Emblem} emblem=${people.emblem} /></g>`
      : html`<text class="who" y=${lift + size * 0.3} font-size=${size * 0.8}>${letters(people.name)}</text>`}
    <g transform=${`translate(${size * 0.8} ${lift + size * 0.72})`}><g class="grow"><circle class="badge" r=${size * 0.46} /><text class="count" y=${size * 0.24} font-size=${size * 0.66}>${count}</text></g></g>
    ${delta > 0 && html`<g class="plus" transform=${`translate(${size * 0.86} ${lift - size * 0.8})`}><circle r=${size * 0.45} /><text y=${size * 0.17} font-size=${size * 0.5}>+${delta}</text></g>`}
  </g>`;
}

function Sign({ of, size }) {
  if (!of.emblem) return html`<text y=${size * 0.32} font-size=${size * 0.72}>${letters(of.name)}</text>`;
  return html`<g transform=${`scale(${size * 0.72})`}><${Emblem} emblem=${of.emblem} /></g>`;
}

function Chip({ piece, count, size }) {
  return html`<g class="chip"><title>${piece.name}</title>
    <rect x=${-size} y=${-size} width=${size * 2} height=${size * 2} rx=${size * 0.45} />
    <${Sign} of=${piece} size=${size} />
    ${count > 1 && html`<g transform=${`translate(${size * 0.85} ${size * 0.8})`}><circle class="times" r=${size * 0.62} /><text class="many" y=${size * 0.27} font-size=${size * 0.82}>${count}</text></g>`}
  </g>`;
}

function Card({ tile, size }) {
  return html`<g class=${tile ? "tile up" : "tile down"}><title>${tile?.name ?? "?"}</title>
    <rect x=${-size * 0.8} y=${-size} width=${size * 1.6} height=${size * 2} rx=${size * 0.2} />
    ${tile ? html`<${Sign} of=${tile} size=${size} />` : html`<text y=${size * 0.32} font-size=${size * 1.1}>?</text>`}
  </g>`;
}

/** Where everything on a region stands, around the place that the drawing keeps free: stacks beside one another, pieces and tiles right of them. */
function arranged({ place, region, table, people, others, unit }) {
  const size = Math.min(Math.max(place.r * 0.5, 16), 26) * unit;
  const small = size * 0.56;
  const things = [
    ...[...Object.entries(region.pieces), ...region.onTiles].map(([id, count]) => [Chip, { piece: table.pieces[id] ?? { name: id }, count, size: small }]),
    ...region.tiles.map((id) => [Card, { tile: table.tiles[id] && { ...table.tiles[id], emblem: table.emblems?.[id] }, size: small * 1.25 }]),
  ];
  const stacks = [...(people ? [[people, region.tokens]] : []), ...others];
  const rows = Math.max(1, Math.min(things.length, 2));
  const gap = small * 2.25;
  const wide = size * 2.1;
  const left = -(stacks.length * wide + Math.ceil(things.length / rows) * gap) / 2;
  const right = left + stacks.length * wide;
  return {
    size,
    small,
    stacks: stacks.map(([owner, count], i) => ({ owner, count, x: left + (i + 0.5) * wide })),
    things: things.map(([Kind, values], i) => ({ Kind, values, x: right + gap * (Math.floor(i / rows) + 0.5), y: rows === 1 ? 0 : ((i % rows) - 0.5) * gap })),
  };
}

/** What all of that covers, as boxes on the drawing: tokens with their numbers, pieces, tiles. `grow` and `crowded` are the camera's. */
export function covered(what, { grow, crowded }) {
  const { place } = what;
  const { size, small, stacks, things } = arranged(what);
  const scale = crowded ? 1.3 : 1;
  const badge = size * 0.92 * scale * (crowded ? grow / 1.4 : grow);
  const boxes = stacks.flatMap(({ x, count }) => {
    const lift = (Math.min(count, 4) - 1) * size * 0.065 * scale;
    return [box(place.x + x, place.y, size * 2.1 * scale, size * 2.1 * scale + lift * 2), box(place.x + x + size * 0.8 * scale, place.y + (size * 0.72 - lift / scale) * scale, badge, badge)];
  });
  return [...boxes, ...things.map(({ x, y }) => box(place.x + x + small * 0.2, place.y + y + small * 0.2, small * 2.6, small * 2.9))];
}

/** Everything on one region. */
export function Region({ changed, delta, from, flips, ...what }) {
  const { place } = what;
  const { size, stacks, things } = arranged(what);
  const style = from ? { "--from-x": `${from.x - place.x}px`, "--from-y": `${from.y - place.y}px` } : undefined;
  return html`<g data-region=${place.id} class=${changed ? "on-region changed" : "on-region"} transform=${`translate(${place.x} ${place.y})`}>
    ${stacks.map(({ owner, count, x }, i) => html`<g key=${owner.id} transform=${`translate(${x} 0)`}><g class=${i === 0 && from ? "arrives" : i === 0 && flips ? "flips" : ""} style=${i === 0 ? style : undefined}>
      <${Stack} people=${owner} count=${count} size=${size} delta=${i === 0 ? delta : 0} /></g></g>`)}
    ${things.map(({ Kind, values, x, y }) => html`<g transform=${`translate(${x} ${y})`}><${Kind} ...${values} /></g>`)}</g>`;
}
