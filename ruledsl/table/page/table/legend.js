/** What the drawing means: each terrain with its pattern and each symbol with its mark, taken from the drawing itself. */
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { Picture } from "./market.js";

/** Pieces of copies look like their originals. */
const isOriginal = ([, piece]) => !piece.copy_of;

export function Legend({ table }) {
  return html`<section><h3>${t("Legend")}</h3><ul class="legend">
    ${Object.entries(table.traits).map(([id, name]) => html`<${Entry} key=${id} id=${id} name=${name} />`)}
    ${Object.entries(table.pieces).filter(isOriginal).map(([id, piece]) => html`<li key=${`piece ${id}`}><span class="symbol"><${Picture} emblem=${piece.emblem} /></span> ${piece.name}</li>`)}
  </ul></section>`;
}

function Entry({ id, name }) {
  const sample = useRef(null);
  const trait = `[data-trait="${CSS.escape(id)}"]`;
  const ground = document.querySelector(`svg.board .ground${trait}`);
  const mark = ground ? null : document.querySelector(`svg.board .mark${trait}`);
  useLayoutEffect(() => {
    if (!mark) return;
    const copy = mark.cloneNode(true);
    copy.removeAttribute("transform");
    sample.current.replaceChildren(copy);
  }, [id]);
  if (!ground && !mark) return null;
  return html`<li><svg ref=${sample} viewBox=${ground ? "0 0 60 40" : "-16 -16 32 32"} class=${ground ? "sample wide" : "sample"} fill="none" aria-hidden="true">
    ${ground && html`<rect width="60" height="40" rx="6" fill=${ground.getAttribute("fill")} /><use href=${`#motif-${ground.dataset.motif}`} transform="translate(20 23)" /><use href=${`#motif-${ground.dataset.motif}`} transform="translate(42 20)" />`}</svg> ${name}</li>`;
}
