/** The lobby: my tables, and a new one. */
import { html, useEffect, useReducer, useState } from "../vendor/htm-preact.js";
import { leadTo, workshop } from "../reach.js";
import { Home, Icon, entitle } from "../brand.js";
import { get, post } from "../server.js";
import { t } from "../words.js";
import { Looks } from "../table/menu.js";
import { Dialog } from "../table/why.js";
import { NewTable } from "./newtable.js";
import { Sent } from "./sent.js";

export function Lobby({ wrong }) {
  const [lobby, setLobby] = useState(null);
  const [problem, setProblem] = useState("");
  const [looks, setLooks] = useState(false);
  const [, redraw] = useReducer((n) => n + 1, 0);
  const load = () => get("/api/lobby").then(setLobby, (error) => setProblem(error.message));
  useEffect(() => {
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
      <${Upload} onProblem=${setProblem} />
      ${lobby.installs && html`<${Sent} onProblem=${setProblem} reload=${load} />`}
    </main>
    ${looks && html`<${Dialog} title=${t("Menu")} onClose=${() => setLooks(false)}>
      <${Looks} state=${{ set: redraw, ask, speak: load }} languages=${lobby.languages} /></${Dialog}>`}
  </div>`;
}

function Mine({ tables, reload }) {
  const forget = async (table) => {
    await post("/api/forget", { table });
    reload();
  };
  return html`<section class="panel"><h2>${t("My tables")}</h2><ul class="my-tables">
    ${tables.map(
      (table) => html`<li key=${table.table} class=${table.yours ? "yours" : ""}>
        <a href=${leadTo(`/table/${table.table}`)}><b>${table.title}</b> <span>${table.players.filter(Boolean).join(", ")}</span></a>
        <span class="tag">${table.over ? t("over") : table.yours ? t("your turn") : t("{n} choices", { n: table.made })}</span>
        <button class="quiet" onClick=${() => forget(table.table)} aria-label=${t("Forget {title}", { title: table.title })}><${Icon} name="close" /></button>
      </li>`,
    )}</ul></section>`;
}

function Upload({ onProblem }) {
  const send = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    try {
      const { table } = await post("/api/upload", await file.text());
      location.assign(leadTo(`/table/${table}`));
    } catch (error) {
      onProblem(error.message);
    }
  };
  return html`<section class="panel"><h2>${t("A saved game")}</h2>
    <label class="upload">${t("Go on from a file")} <input type="file" accept=".json,application/json" onChange=${send} /></label></section>`;
}
