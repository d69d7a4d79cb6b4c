/** The scenarios of the pack. */
import { html } from "../vendor/htm-preact.js";

export function Scenarios({ shop }) {
  return html`<p class="hint">No scenarios of ${shop.pack || "this folder"} yet.</p>`;
}
