/** My tables: what is played there, who decides, and the board as it stands. */
import { html } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { leadTo } from "../reach.js";
import { post } from "../server.js";
import { t } from "../words.js";
import { called } from "../table/characters.js";
import { Sign } from "../table/players.js";
import { Picture } from "./cover.js";

/** So many tables are shown with their boards, each of which has to be read. */
const DRAWN = 6;

export function Mine({ tables, reload }) {
  const forget = async (table) => {
    await post("/api/forget", { table });
    reload();
  };
  return html`<section class="mine" aria-label=${t("My tables")}><h2>${t("My tables")}</h2><ul class="my-tables">
    ${tables.map(
      (table, i) => html`<li key=${table.table} class=${table.yours ? "yours" : ""}>
        <a href=${leadTo(`/table/${table.table}`)}>
          ${i < DRAWN && html`<span class="small-board"><${Picture} what=${`/map.svg?table=${table.table}&held=${table.made}`} /></span>`}
          <span class="about-table"><b>${table.title}</b><${Turn} table=${table} />
            <span class="sitting">${table.players.map((seat, n) => html`<span><${Sign} player=${n} colour=${seat.colour} />${called(seat, n)}</span>`)}</span></span></a>
        <button class="quiet close" onClick=${() => forget(table.table)} aria-label=${t("Forget {title}", { title: table.title })}><${Icon} name="close" /></button>
      </li>`,
    )}</ul></section>`;
}

function Turn({ table }) {
  if (table.over) return html`<span class="tag">${t("over")}</span>`;
  if (table.yours) return html`<span class="tag">${t("your turn")}</span>`;
  return html`<span class="tag">${t("{name} decides", { name: called(table.players[table.asked], table.asked) })}</span>`;
}
