/** Whose land it is: the regions of a people as one territory, tinted and with a rim inside its outer border; hatched where it is not in full force. */
import { html } from "../vendor/htm-preact.js";

export function Land({ picture, view, peoples }) {
  const held = new Map();
  for (const [id, { holder }] of Object.entries(view.regions)) if (holder && picture.regions.has(id)) held.set(holder, [...(held.get(holder) ?? []), id]);
  return html`<g class="territories">${[...held].map(([race, own], n) => html`<${Territory} key=${race} ...${{ picture, own, n }} people=${peoples(race)} />`)}</g>`;
}

function Territory({ picture, own, people, n }) {
  const inside = new Set(own);
  const rim = picture.seams.filter(([sides]) => sides.filter((id) => inside.has(id)).length === 1).map(([, d]) => d);
  const outlines = own.map((id) => html`<use key=${id} href=${picture.regions.get(id).outline} />`);
  return html`<g class=${`territory seat-${people.colour} ${people.full ? "active" : "declined"}`}>
    <clipPath id=${`land-${n}`}>${outlines}</clipPath>
    ${!people.full && html`<pattern id=${`hatch-${n}`} width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 7H14" /></pattern>`}
    <g class="tint" style=${people.full ? undefined : { fill: `url(#hatch-${n})` }}>${outlines}</g>
    <path class="rim" clip-path=${`url(#land-${n})`} d=${rim.join("")} />
  </g>`;
}
