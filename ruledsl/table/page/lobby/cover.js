/** Covers: a game's own board with the heads of its races on tokens; and pictures of maps. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { coverOf, shownFrom } from "../reach.js";
import { t } from "../words.js";
import { Emblem, shapeOf } from "../board/tokens.js";

/** A picture that may take a while, from where `find` says; `what` names it. */
export function Picture({ what, find = shownFrom }) {
  const [source, setSource] = useState("");
  const [seen, setSeen] = useState("");
  useEffect(() => {
    let gone = false;
    find(what).then((found) => gone || setSource(found), () => {});
    return () => (gone = true);
  }, [what]);
  const shown = () => setSeen(what);
  return html`${seen !== what && html`<small class="drawing" role="status">${t("Drawing the map…")}</small>`}
    ${source && html`<img src=${source} alt="" loading="lazy" onLoad=${shown} onError=${shown} />`}`;
}

/** The map of some packs. */
export const mapOf = (packs, map) => `/map.svg?${new URLSearchParams({ packs: packs.join(","), map })}`;

/** Heads of races, each on a token of its own colour and shape, from the `first` on. */
export function Heads({ heads, first = 0 }) {
  return html`<span class="heads" aria-hidden="true">${heads.map(
    (head, i) => html`<svg class=${`seat-${i + first}`} viewBox="-1.200 -1.200 2.400 2.400"><path class="token" d=${shapeOf(i + first)} /><g transform="scale(.74)"><${Emblem} emblem=${head} /></g></svg>`,
  )}</span>`;
}

/** The cover of a game. */
export function Cover({ pack }) {
  return html`<span class="cover"><${Picture} what=${mapOf([pack.id], pack.board)} find=${(path) => coverOf(pack.id, path)} /><${Heads} heads=${pack.heads} />
    <span class="cover-text"><b id=${`name-${pack.id}`}>${pack.name}</b><span id=${`about-${pack.id}`}>${pack.summary}</span></span></span>`;
}
