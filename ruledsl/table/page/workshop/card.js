/** The card of the tile under the cursor, as the text stands. While the text has errors the last one stays, marked as old. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";

export function Card({ shop }) {
  const [shown, setShown] = useState({ paper: null, path: "", old: false, problem: "" });
  useEffect(() => {
    let gone = false;
    const stale = (problem) => !gone && setShown((was) => ({ ...was, old: true, problem }));
    shop.ask("card", { path: shop.path, line: shop.line }).then(
      (found) => {
        if (gone) return;
        if (found.findings) stale(found.findings[0]?.text ?? "");
        else {
          setShown({ ...found, path: shop.path, old: false, problem: "" });
          if (found.tile !== shop.tile) shop.set({ tile: found.tile });
        }
      },
      (error) => stale(error.message || t("The server does not answer.")),
    );
    return () => (gone = true);
  }, [shop.pack, shop.path, shop.settled]);
  const looking = !shown.old && (shown.paper === null || (!shown.paper && shown.path !== shop.path));
  return html`<div class=${`card-panel ${shown.old ? "old" : ""}`}>
    ${shown.old && html`<p class="problem" role="status">${shown.paper ? `${t("This is the card from before the error.")} ` : ""}<span lang="en">${shown.problem}</span></p>`}
    ${shown.paper ? html`<${Paper} address=${shown.paper} />` : looking ? html`<p class="hint">${t("Drawing the card…")}</p>` : !shown.old && html`<p class="hint">${t("The card of your tile will appear here. Begin with New tile… beside the text.")}</p>`}
    ${shown.paper && html`<div class="row"><${Printed} shop=${shop} job="sheets" more=${{ tile: shop.tile }} label=${t("Sheet of this tile, to print and cut out")} /><${Printed} shop=${shop} job="sheets" label=${t("Sheets of the whole pack")} /><${Printed} shop=${shop} job="rulebook" label=${t("Rulebook of the pack")} /></div>
      ${shown.summary === "none" && html`<p class="hint">${t("Nothing on this tile says what it does yet. Say it in a line summary: below its name.")}</p>`}
      ${shown.summary === "new" && html`<p class="hint">${t("Nothing on this tile says what it does yet. Say it in its line summary: in place of the sentence there.")}</p>`}`}
  </div>`;
}

/** A page made of the pack: it may run and load nothing, and is as high as what is in it. */
function Paper({ address }) {
  const frame = useRef(null);
  const fit = () => {
    const inside = frame.current?.contentDocument?.querySelector("main");
    if (inside) frame.current.style.height = `${inside.getBoundingClientRect().height + 2}px`;
  };
  useEffect(() => {
    const watching = new ResizeObserver(fit);
    watching.observe(frame.current);
    return () => watching.disconnect();
  }, []);
  return html`<iframe class="paper" ref=${frame} title=${t("The card as it will be printed")} src=${address} sandbox="allow-same-origin" onLoad=${fit}></iframe>`;
}

/** Opens a paper in a tab of its own. */
function Printed({ shop, job, more, label }) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    const tab = globalThis.open("about:blank", "_blank");
    setBusy(true);
    try {
      const { paper, findings } = await shop.ask(job, more);
      if (!paper) throw new Error(findings?.[0]?.text ?? t("There is nothing to print."));
      tab.location = paper;
    } catch (error) {
      tab?.close();
      shop.say(error.message || t("The server does not answer."));
    }
    setBusy(false);
  };
  return html`<button class="option small" disabled=${busy} onClick=${open}>${label}</button>`;
}
