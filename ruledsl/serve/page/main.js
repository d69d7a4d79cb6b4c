/** The page: a lobby at `/`, a table at `/table/…`. */
import { html, render } from "./vendor/htm-preact.js";
import { applySettings } from "./settings.js";
import { loadWords } from "./words.js";
import { Lobby } from "./lobby/lobby.js";
import { TablePage } from "./table/table.js";
import { sitDown } from "./server.js";

async function start() {
  applySettings();
  await loadWords();
  const place = document.getElementById("page");
  place.replaceChildren();
  const table = location.pathname.match(/^\/table\/([^/]+)$/)?.[1];
  if (!table) {
    render(html`<${Lobby} />`, place);
    return;
  }
  let problem = "";
  if (location.hash.length > 1) problem = await sitDown(table, location.hash.slice(1));
  render(html`<${TablePage} id=${table} problem=${problem} />`, place);
}

start();
