/** The lobby: my tables, and a new one. */
import { html, useEffect, useReducer, useState } from "../vendor/htm-preact.js";
import { workshop } from "../reach.js";
import { Home, Icon, entitle } from "../brand.js";
import { get } from "../server.js";
import { t } from "../words.js";
import { Looks } from "../table/menu.js";
import { Dialog } from "../table/why.js";
import { Files } from "./files.js";
import { Mine } from "./mine.js";
import { NewTable } from "./newtable.js";

export function Lobby({ wrong }) {
  const [lobby, setLobby] = useState(null);
  const [problem, setProblem] = useState("");
  const [looks, setLooks] = useState(false);
  const [, redraw] = useReducer((n) => n + 1, 0);
  const load = () => get("/api/lobby").then(setLobby, (error) => setProblem(error.message));
  useEffect(() => {
    entitle();
    load();
    const timer = setInterval(() => !document.hidden && load(), 15000);
    return () => clearInterval(timer);
  }, []);
  if (!lobby) return html`<main class="alone"><p>${problem || "…"}</p></main>`;
  const ask = () => Promise.resolve(null);
  return html`<div class="lobby">
    <header class="bar"><${Home} /><h1 class="title">${t("The lobby")}</h1>
      <div class="menu">${workshop && html`<a class="quiet" href=${workshop}>${t("Workshop")}</a>`}<button class="quiet" onClick=${() => setLooks(true)}><${Icon} name="menu" /> <span>${t("Menu")}</span></button></div></header>
    <main>
      ${(problem || wrong) && html`<p class="problem" role="alert">${problem || wrong}</p>`}
      ${lobby.mine.length > 0 && html`<${Mine} tables=${lobby.mine} reload=${load} />`}
      <${NewTable} lobby=${lobby} onProblem=${setProblem} />
      <${Files} installs=${lobby.installs} onProblem=${setProblem} reload=${load} />
    </main>
    ${looks && html`<${Dialog} title=${t("Menu")} onClose=${() => setLooks(false)}>
      <${Looks} state=${{ set: redraw, ask, speak: load }} languages=${lobby.languages} /></${Dialog}>`}
  </div>`;
}
