/** What a turn did, drawn over the board: an arrow into each region that was taken, numbered in their order, and a cross where one was given up. */
import { html } from "../vendor/htm-preact.js";
import { shapeOf } from "./tokens.js";

export function Paths({ picture, paths }) {
  const unit = picture.size;
  return html`<g class="paths" aria-hidden="true">${paths.map((path) => {
    const to = picture.regions.get(path.region);
    return to && html`<${Path} key=${`${path.n} ${path.region}`} ...${{ path, to, from: picture.regions.get(path.from), unit }} />`;
  })}</g>`;
}

function Path({ path, to, from, unit }) {
  const end = { x: to.x - 26 * unit, y: to.y - 26 * unit };
  return html`<g class=${path.player === null ? "path gone" : `path seat-${path.colour}`}>
    ${from && html`<${Arrow} from=${from} to=${end} unit=${unit} />`}
    <g transform=${`translate(${end.x} ${end.y}) scale(${unit})`}><g class="grow">
      ${path.player === null ? html`<path class="cross" d="M-9 -9L9 9M9 -9L-9 9" />` : html`<path class="seal" d=${shapeOf(path.player)} transform="scale(13)" /><text y="5.500">${path.n}</text>`}
    </g></g></g>`;
}

/** A bow with a head, from the middle of a region to just before its end. */
function Arrow({ from, to, unit }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = { x: (from.x + to.x) / 2 - dy * 0.16, y: (from.y + to.y) / 2 + dx * 0.16 };
  const way = Math.atan2(to.y - bend.y, to.x - bend.x);
  const tip = { x: to.x - Math.cos(way) * 15 * unit, y: to.y - Math.sin(way) * 15 * unit };
  const start = { x: from.x + (dx / far) * 20 * unit, y: from.y + (dy / far) * 20 * unit };
  const d = `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${tip.x} ${tip.y}`;
  const head = `translate(${tip.x} ${tip.y}) rotate(${(way * 180) / Math.PI}) scale(${unit})`;
  return html`<path class="bow under" d=${d} /><path class="bow" d=${d} /><path class="head" d="M8 0L-8 -8V8Z" transform=${head} />`;
}
