/** The card of the tile under the cursor, as the text stands. While the text has errors the last one stays, marked as old. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";

export function Card({ shop }) {
  const [shown, setShown] = useState({ paper: "", old: false, problem: "" });
  useEffect(() => {
    let gone = false;
    if (shop.pack === null) return undefined;
    shop.ask("card", { path: shop.path, line: shop.line }).then(
      (found) => {
        if (gone) return;
        if (found.findings) setShown((was) => ({ ...was, old: true, problem: found.findings[0]?.text ?? "" }));
        else setShown({ paper: found.paper, old: false, problem: "", tile: found.tile });
      },
      (error) => !gone && setShown((was) => ({ ...was, old: true, problem: error.message })),
    );
    return () => (gone = true);
  }, [shop.pack, shop.path, shop.settled, shop.line]);
  return html`<div class=${`card-panel ${shown.old ? "old" : ""}`}>
    ${shown.old && html`<p class="problem" role="status">The text has an error; this is the card from before. ${shown.problem}</p>`}
    ${shown.paper ? html`<iframe class="paper" title="The card as it will be printed" src=${shown.paper} sandbox="allow-same-origin"></iframe>` : html`<p class="hint">Here stands the card of the tile that you write.</p>`}
  </div>`;
}
