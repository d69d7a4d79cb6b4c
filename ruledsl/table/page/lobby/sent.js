/** A pack from somebody else: dropped here or chosen, shown, and installed when one agrees. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { leadTo, sentHere, workshop } from "../reach.js";
import { inBase64, onDrop, post } from "../server.js";
import { t } from "../words.js";
import { Dialog } from "../table/why.js";

export function Sent({ onProblem, reload }) {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState(null);
  const send = async (data, agreed) => {
    setBusy(true);
    setFound(null);
    onProblem("");
    try {
      const { pack, installed } = await post("/api/packs", { data, agreed });
      if (installed) reload();
      setFound({ data, pack, installed });
    } catch (error) {
      onProblem(error.message);
    }
    setBusy(false);
  };
  const take = async (file) => file && send(await inBase64(file), "");
  useEffect(() => onDrop(take), []);
  useEffect(() => {
    const data = sentHere();
    if (!data) return;
    history.replaceState(null, "", leadTo("/"));
    send(data, "");
  }, []);
  return html`<section class="panel"><h2>${t("A pack from somebody else")}</h2>
    <label class="upload">${t("Choose its file, or drop it anywhere on this page")} <input type="file" accept=".ruledsl,.zip" disabled=${busy} onChange=${({ target }) => take(target.files[0])} /></label>
    ${busy && html`<p role="status">${t("Checking and trying it…")}</p>`}
    ${found && html`<${Dialog} title=${found.pack.name} onClose=${() => setFound(null)}><${About} pack=${found.pack} />
      ${found.installed ? html`<p role="status">${t("Installed. Choose it for a new table.")}</p>` : html`<div class="row"><button class="option main" onClick=${() => send(found.data, found.pack.digest)}>${t("Install it")}</button>
        ${workshop && html`<a class="option" href=${`${workshop}#/?pack=${found.data.replaceAll("+", "-").replaceAll("/", "_")}`}>${t("Open it in the workshop")}</a>`}</div>`}</${Dialog}>`}
  </section>`;
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
