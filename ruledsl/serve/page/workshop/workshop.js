/** The page of the workshop: files, the editor, and panels beside it. */
import { html, render, useEffect, useReducer, useState } from "../vendor/htm-preact.js";
import { applySettings } from "../settings.js";
import { PANELS } from "./panels.js";
import { Shop } from "./shop.js";

function Workshop() {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const [shop] = useState(() => new Shop(redraw));
  useEffect(() => {
    shop.look().catch((error) => shop.set({ problem: error.message }));
  }, []);
  return html`<div class="workshop">
    <header class="bar"><a class="home" href="/">ruledsl</a><h1 class="title">Workshop</h1></header>
    ${shop.problem && html`<p class="problem" role="alert">${shop.problem}</p>`}
    <main class="rooms">
      <nav class="files" aria-label="Files">${Object.entries(shop.packs).map(([pack, files]) => html`<section key=${pack}><h2>${pack || "Pack"}</h2><ul>
        ${files.map((path) => html`<li><button class="quiet" aria-current=${path === shop.path ? "true" : undefined} onClick=${() => shop.open(path)}>${path.slice(pack ? pack.length + 1 : 0)}</button></li>`)}</ul></section>`)}</nav>
      <section class="writing" aria-label="Text"><textarea aria-label="Text" value=${shop.text} onInput=${(event) => shop.typed(event.target.value)}></textarea></section>
      <${Panels} shop=${shop} />
    </main>
  </div>`;
}

function Panels({ shop }) {
  const open = PANELS.find((panel) => panel.id === shop.tab) ?? PANELS[0];
  return html`<aside class="panels">
    <div class="tabs" role="tablist" aria-label="Beside the text">${PANELS.map(
      (panel) => html`<button role="tab" id=${`tab-${panel.id}`} aria-controls="panel" aria-selected=${panel === open} onClick=${() => shop.set({ tab: panel.id })}>${panel.title}</button>`,
    )}</div>
    <div id="panel" role="tabpanel" aria-labelledby=${`tab-${open.id}`} tabindex="0"><${open.component} key=${open.id} shop=${shop} /></div>
  </aside>`;
}

applySettings();
const place = document.getElementById("page");
place.replaceChildren();
render(html`<${Workshop} />`, place);
