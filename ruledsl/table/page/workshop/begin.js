/** An empty workshop: an invitation, with tiles to begin from. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { Heads } from "../lobby/cover.js";
import { get } from "../server.js";
import { t } from "../words.js";

/** The pack that is made for whoever begins with a tile, and what is put before the tile's name. */
const FIRST = "my_first_pack";
const OWN = "my_";

export function Begin({ shop, done }) {
  const [game, setGame] = useState(null);
  const [busy, setBusy] = useState("");
  useEffect(() => {
    const first = ({ packs }) => setGame(packs.find((pack) => pack.alone && pack.starts.length));
    get("/api/workshop/offers").then(first, (error) => shop.say(error.message));
  }, []);
  const begin = async (tile) => {
    setBusy(tile);
    shop.set({ beginning: true }); // until the tile is there, its pack alone is nothing to look at
    try {
      await shop.make({ what: "pack", pack: "", id: FIRST, requires: [game.id] });
      await shop.make({ what: "copy", pack: FIRST, id: OWN + tile, source: tile });
      done();
    } catch (error) {
      shop.say(error.message);
      setBusy("");
    } finally {
      shop.set({ beginning: false });
    }
  };
  return html`<section class="inviting" aria-label=${t("Make a tile of your own")}><h2>${t("Make a tile of your own")}</h2>
    <p>${t("Take one of these three and change it: its name, its number, what it can do. The card, the scenarios and a board to try it on follow as you type.")}</p>
    <ul class="three">${(game?.starts ?? []).map(
      ({ id, name, kind, summary, emblem }, i) => html`<li key=${id}><div class="portrait">${emblem ? html`<${Heads} heads=${[emblem]} first=${i} />` : html`<${Icon} name="tile" />`}</div>
        <h3>${name}</h3><small>${kind} · ${game.name}</small><p>${summary}</p>
        <button class="option main" disabled=${Boolean(busy)} onClick=${() => begin(id)}>${busy === id ? t("Making it…") : t("Begin with {name}", { name })}</button></li>`,
    )}</ul>
    <p class="hint"><${Icon} name="open" /> ${t("Or drop a pack that somebody has sent you anywhere on this page.")}</p>
  </section>`;
}
