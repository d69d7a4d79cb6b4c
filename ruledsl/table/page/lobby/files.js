/** Files from elsewhere, dropped anywhere on the page or chosen: a saved game, or a pack, which is shown before it is installed. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { leadTo, sentHere } from "../reach.js";
import { inBase64, onDrop, post } from "../server.js";
import { t } from "../words.js";
import { tableWith } from "./newtable.js";
import { Sent } from "./sent.js";

const OF_PACKS = /\.(ruledsl|zip)$/i;

export function Files({ installs, onProblem, reload }) {
  const [busy, setBusy] = useState("");
  const [found, setFound] = useState(null);
  const chooser = useRef(null);
  const during = async (said, work) => {
    setBusy(said);
    onProblem("");
    try {
      await work();
    } catch (error) {
      setFound(null);
      onProblem(error.message);
    }
    setBusy("");
  };
  const ask = async (data, more) => setFound({ data, ...(await post("/api/packs", { data, ...more })) });
  const send = (data) =>
    during(t("Checking and trying it…"), async () => {
      await ask(data, { glance: true });
      await ask(data, {});
    });
  const install = () =>
    during(t("Installing it…"), async () => {
      await ask(found.data, { agreed: found.pack.digest });
      await reload();
    });
  const play = () =>
    during(t("Setting up the table…"), async () => {
      if (!found.installed) await ask(found.data, { agreed: found.pack.digest });
      location.assign(leadTo(`/table/${await tableWith(found.pack.id)}`));
    });
  const open = (file) =>
    during(t("Reading the game…"), async () => {
      const { table } = await post("/api/upload", await file.text());
      location.assign(leadTo(`/table/${table}`));
    });
  const take = async (file) => {
    if (!file) return;
    if (!OF_PACKS.test(file.name)) await open(file);
    else if (installs) await send(await inBase64(file));
    else onProblem(t("This server takes no packs; install it where the server runs."));
  };
  useEffect(() => onDrop(take), [installs]);
  useEffect(() => {
    const data = installs && sentHere();
    if (!data) return;
    history.replaceState(null, "", leadTo("/"));
    send(data);
  }, []);
  return html`<section class="bring"><${Icon} name="open" />
    <p><b>${installs ? t("A saved game, or a pack from somebody else?") : t("A saved game?")}</b> <span>${t("Drop its file anywhere on this page.")}</span></p>
    <button class="option" disabled=${Boolean(busy)} onClick=${() => chooser.current.click()}>${t("Choose a file")}</button>
    <input ref=${chooser} type="file" hidden accept=${`.json,application/json${installs ? ",.ruledsl,.zip" : ""}`} onChange=${({ target }) => take(target.files[0]).then(() => (target.value = ""))} />
    ${busy && html`<p role="status">${busy}</p>`}
    ${found && html`<${Sent} found=${found} busy=${busy} onPlay=${play} onInstall=${install} onClose=${() => setFound(null)} />`}
  </section>`;
}
