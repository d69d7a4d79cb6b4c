/** A board to try the tile on: what is laid there, and what every region would cost and bring, by the text as it stands. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Board } from "../board/board.js";
import { leadTo } from "../reach.js";
import { signed } from "../table/brings.js";
import { character } from "../table/characters.js";
import { peoplesOf } from "../table/model.js";
import { Why } from "../table/why.js";
import { t } from "../words.js";
import { spelled } from "./files.js";
import { trialOf } from "./trial.js";

export function TryIt({ shop }) {
  const trial = trialOf(shop);
  useEffect(() => {
    trial.follow();
  }, [shop.pack, shop.settled]);
  if (!trial.found) return html`<p class=${trial.problem ? "problem" : "hint"} role="status" lang=${trial.problem ? "en" : undefined}>${trial.problem || t("The board is being laid out…")}</p>`;
  return html`<div class=${`trial ${trial.old ? "old" : ""}`}>
    <${Setting} trial=${trial} />
    <p class=${trial.problem ? "problem" : "hint"} role="status">${trial.old && `${t("These numbers are from before.")} `}<span lang=${trial.problem ? "en" : undefined}>${trial.problem || (trial.old ? "" : t("On the map: what a region costs, and what it brings at the end of the turn. Numbers follow the text."))}</span>
      <button class="quiet" onClick=${() => trial.afresh()} title=${t("Begin again, with the tile under the cursor")}>${t("Lay out again")}</button></p>
    <${Ground} trial=${trial} />
    <${Brush} trial=${trial} />
    <${Chosen} trial=${trial} />
    <${PlayOn} trial=${trial} />
    <${Numbers} trial=${trial} />
  </div>`;
}

// ── who plays where ──

function Pick({ label, value, options, onPick }) {
  return html`<label class="pick">${label} <select value=${value} onChange=${(event) => onPick(event.target.value)}>
    ${options.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}
  </select></label>`;
}

const sizeOf = (list, id) => list.find((tile) => tile.id === id)?.size ?? 0;

function Setting({ trial }) {
  const { position, choices, found } = trial;
  const [mine, other] = position.peoples;
  const stages = found.table.stages.slice(0, -1);
  const small = { id: "", name: t("a small map") };
  const bear = (key, id) =>
    trial.change(({ peoples: [people] }) => {
      people[key] = id;
      if (!id) delete people[key];
      people.hand = sizeOf(choices.races, people.race) + sizeOf(choices.powers, people.power);
    });
  return html`<fieldset class="setting"><legend class="unseen">${t("Who plays where")}</legend>
    ${mine && html`<${Pick} label=${t("You")} value=${mine.race} options=${choices.races} onPick=${(id) => bear("race", id)} />
      <${Pick} label=${t("with")} value=${mine.power ?? ""} options=${[{ id: "", name: t("none") }, ...choices.powers]} onPick=${(id) => bear("power", id)} />
      <${Pick} label=${t("who are")} value=${mine.stage ?? stages[0]?.id} options=${stages} onPick=${(id) => trial.change((next) => staged(next, id, stages[0].id, choices.phase))} />
      <label class="pick">${t("in hand")} <input type="number" min="0" max="99" value=${mine.hand ?? 0} onChange=${(event) => trial.change((next) => (next.peoples[0].hand = Math.max(0, Math.trunc(+event.target.value) || 0)))} /></label>`}
    ${other && html`<${Pick} label=${t("against")} value=${other.race} options=${choices.races} onPick=${(id) => trial.change((next) => (next.peoples[1].race = id))} />`}
    <${Pick} label=${t("on")} value=${typeof position.map === "string" ? position.map : ""} options=${[small, ...choices.maps]} onPick=${(id) => trial.change((next) => moved(next, id || choices.small))} />
  </fieldset>`;
}

/** A people in another stage of its life; only in the first one it takes part in what is asked here. */
function staged(position, stage, first, phase) {
  position.peoples[0].stage = stage;
  delete position.phase;
  if (stage === first && phase) position.phase = phase;
}

/** The same peoples on another map, with nothing laid there yet. */
function moved(position, map) {
  position.map = map;
  position.regions = {};
  for (const people of position.peoples) people.at = {};
}

// ── the board ──

function Ground({ trial }) {
  const { table, view, regions } = trial.found;
  const look = peoplesOf(view, null, table);
  const marks = new Map(Object.entries(regions).map(([id, about]) => [id, marksOf(about, view.regions[id].holder === trial.found.people, look(trial.found.people))]));
  const lit = new Map(Object.keys(regions).filter((id) => regions[id].options.length).map((id) => [id, "offered"]));
  if (trial.selected) lit.set(trial.selected, "selected");
  return html`<div class="ground"><${Board} table=${table} view=${view} before=${null} peoples=${look} lit=${lit} marks=${marks}
    onTap=${(id, event) => id && pressed(trial, id, event)} onPoint=${(id) => id && id !== trial.selected && trial.set({ selected: id })} /></div>`;
}

function pressed(trial, id, event) {
  trial.set({ selected: id });
  trial.put(id, trial.away || event.shiftKey);
}

/** What a region costs whoever does not hold it, and below that what it brings. */
function marksOf({ cost, income }, held, people) {
  const price = !held && cost ? [{ kind: "takes", tokens: cost.result, people }] : [];
  return income?.result ? [...price, { kind: "brings", coins: income.result }] : price;
}

function Brush({ trial }) {
  const { choices, position, found } = trial;
  const peoples = position.peoples.map(({ race }, place) => ({ id: `people ${place}`, name: t("[token.a] of {race}", { race: found.table.tiles[race]?.name ?? race }) }));
  const pieces = choices.pieces.map(({ id, name }) => ({ id: `piece ${id}`, name }));
  const tiles = choices.tiles.map(({ id, name }) => ({ id: `tile ${id}`, name }));
  return html`<div class="row">
    <${Pick} label=${t("A press on a region lays down")} value=${trial.brush} options=${[...peoples, ...pieces, ...tiles, { id: "look", name: t("nothing: only look") }]} onPick=${(brush) => trial.set({ brush })} />
    <label><input type="checkbox" checked=${trial.away} onChange=${(event) => trial.set({ away: event.target.checked })} /> ${t("takes away (or with Shift)")}</label>
  </div>`;
}

// ── numbers ──

function Numbers({ trial }) {
  const { view, regions, total } = trial.found;
  return html`<div class="numbers">
    ${total && html`<details><summary>${t("At the end of the turn: {n} [coin.many]", { n: total.result })}</summary><${Why} why=${total} /></details>`}
    ${Object.keys(regions).map((id) => html`<${Row} key=${id} text=${view.regions[id].text} about=${regions[id]} held=${view.regions[id].holder === trial.found.people} />`)}
  </div>`;
}

function Row({ text, about, held }) {
  const { cost, income, options } = about;
  return html`<details>
    <summary><span>${text}</span>${!held && cost && html` <span class="tag">${t("costs")} <b>${cost.result}</b></span>`}${income && html` <span class="tag">${t("brings")} <b>${income.result}</b></span>`}
      ${options.filter(({ coins }) => coins).map(({ coins }) => html` <span class="tag">${t("at once")} <b>${signed(coins)}</b></span>`)}</summary>
    <${Reasons} about=${about} held=${held} />
  </details>`;
}

/** The region that was pressed or pointed at, next to the board. */
function Chosen({ trial }) {
  const { view, regions, people } = trial.found;
  const seen = view.regions[trial.selected];
  return seen && html`<section class="chosen" aria-label=${seen.text}><h3>${seen.text}</h3><${Reasons} about=${regions[trial.selected]} held=${seen.holder === people} /></section>`;
}

function Reasons({ about: { cost, income, options, not }, held }) {
  return html`${!held && cost && html`<${Why} why=${cost} />`}${income && html`<${Why} why=${income} />`}
    ${options.map(({ id, label, then, coins }) => html`<p class="then" key=${id}>${label}: ${t("then")} <b>${then}</b>${coins ? `, ${t("{n} [coin.many] at once", { n: signed(coins) })}` : ""}</p>`)}
    ${!options.length && not.map(({ action, why }) => html`<${Why} key=${action} why=${why} />`)}`;
}

// ── playing on ──

function PlayOn({ trial }) {
  const [bot, setBot] = useState("greedy");
  const [name, setName] = useState("what_was_played");
  const bots = trial.choices.bots.map((id) => ({ id, name: character(id) }));
  return html`<section class="play-on"><h3>${t("Play on from here")}</h3>
    <div class="row"><${Pick} label=${t("against the bot")} value=${bot} options=${bots} onPick=${setBot} />
      <button class="option small main" disabled=${trial.busy || trial.old} onClick=${() => trial.play(bot)}>${t("Play on")}</button>
      ${trial.table && html`<a class="option small" href=${leadTo(`/table/${trial.table}`)} target="_blank">${t("To the table")}</a>`}</div>
    ${trial.table && html`<div class="row"><label class="pick">${t("Keep what was played as the scenario")} <input value=${name} maxlength="100" onInput=${({ target }) => setName((target.value = spelled(target.value)))} /></label>
      <button class="option small" disabled=${trial.busy || !name} onClick=${() => trial.keep(name.replace(/_+$/, ""))}>${t("Keep")}</button></div>`}
    <p role="status">${trial.said}</p>
  </section>`;
}
