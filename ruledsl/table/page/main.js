/** The page: a lobby at `/`, a table at `/table/…`. */
import { html, render } from "./vendor/htm-preact.js";
import { applySettings, change } from "./settings.js";
import { loadWords, t } from "./words.js";
import { Lobby } from "./lobby/lobby.js";
import { TablePage } from "./table/table.js";
import { here, onMove } from "./reach.js";
import { sitDown } from "./server.js";

async function start() {
  const asked = new URLSearchParams(location.search).get("language");
  if (asked) change({ language: asked });
  applySettings();
  await loadWords("words");
  const place = document.getElementById("page");
  place.replaceChildren();
  await show(place);
  onMove(() => show(place));
}

async function show(place) {
  const { pathname, hash } = here();
  const table = pathname.match(/^\/table\/([^/]+)$/)?.[1];
  if (!table) {
    render(html`<${Lobby} wrong=${pathname === "/" ? "" : t("There is no such table.")} />`, place);
    return;
  }
  const problem = hash.length > 1 ? await sitDown(table, hash.slice(1)) : "";
  render(html`<${TablePage} key=${table} id=${table} problem=${problem} />`, place);
}

start();
