/** A pack from somebody else: shown, and installed when one agrees. */
import { html } from "../vendor/htm-preact.js";
import { workshop } from "../reach.js";
import { t } from "../words.js";
import { Dialog } from "../table/why.js";

export function Sent({ found: { data, pack, installed }, agree, onClose }) {
  return html`<${Dialog} title=${pack.name} onClose=${onClose}><${About} pack=${pack} />
    ${installed ? html`<p role="status">${t("Installed. Choose it for a new table.")}</p>` : html`<div class="row"><button class="option main" onClick=${agree}>${t("Install it")}</button>
      ${workshop && html`<a class="option" href=${`${workshop}#/?pack=${data.replaceAll("+", "-").replaceAll("/", "_")}`}>${t("Open it in the workshop")}</a>`}</div>`}</${Dialog}>`;
}

function About({ pack }) {
  const rows = [
    [t("Pack"), `${pack.id} ${pack.version}`],
    [t("Authors"), pack.authors.join(", ")],
    [t("Licence"), pack.licence],
    [t("Homepage"), pack.homepage],
    [t("Digest"), pack.digest],
  ];
  return html`<dl class="about-pack">${rows.map(([name, text]) => html`<dt>${name}</dt><dd>${text || t("not said")}</dd>`)}</dl>`;
}
