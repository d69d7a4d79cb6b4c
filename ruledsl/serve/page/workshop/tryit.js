/** A board to try the tile on. */
import { html } from "../vendor/htm-preact.js";

export function TryIt({ shop }) {
  return html`<p class="hint">Nothing to try in ${shop.pack || "this folder"} yet.</p>`;
}
