/** How strong the tile is beside those of the box. */
import { html } from "../vendor/htm-preact.js";

export function Fair({ shop }) {
  return html`<p class="hint">Nothing to compare in ${shop.pack || "this folder"} yet.</p>`;
}
