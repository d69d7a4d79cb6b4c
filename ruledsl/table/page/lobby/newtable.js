/** A new table: packs, a map with its picture, variants, and who sits on each seat. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { leadTo, shared } from "../reach.js";
import { get, post } from "../server.js";
import { t } from "../words.js";
import { COLOURS, HowToPlay } from "../table/menu.js";
import { Lessons } from "../table/lesson.js";
import { LEVELS, character, iconOf, manner } from "../table/characters.js";
import { Tile } from "../table/market.js";
import { Sign } from "../table/players.js";
import { Dialog } from "../table/why.js";
import { Cover, Heads, Picture, mapOf } from "./cover.js";

/** Who chooses several packs presses one after the other: only what they end with is combined. In milliseconds. */
const CHOSEN = 400;

export function NewTable({ lobby, onProblem }) {
  const first = lobby.packs.find((pack) => pack.alone);
  const [packs, setPacks] = useState(first ? [first.id] : []);
  const [setup, setSetup] = useState(null);
  const [refused, setRefused] = useState("");
  const [opening, setOpening] = useState(false);
  const [form, setForm] = useState({ players: 0, map: "", variants: {}, seats: [], analysis: false });
  const change = (some) => setForm((old) => ({ ...old, ...some }));
  useEffect(() => {
    let gone = false;
    setSetup(null);
    setRefused("");
    if (!packs.length) return undefined;
    const combine = async () => {
      try {
        const found = await get("/api/setup", { packs: packs.join(",") });
        if (gone) return;
        setSetup(found);
        setForm((old) => fitting(old, found, lobby));
      } catch (error) {
        if (!gone) setRefused(error.message);
      }
    };
    const timer = setTimeout(combine, packs.length > 1 ? CHOSEN : 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [packs.join(",")]);
  const begin = async (path, body) => {
    setOpening(true);
    try {
      const { table } = await post(path, body);
      location.assign(leadTo(`/table/${table}`));
    } catch (error) {
      setOpening(false);
      onProblem(error.message);
    }
  };
  const open = () => begin("/api/tables", { packs, map: form.map || null, players: form.players, variants: changed(form.variants, setup), seats: form.seats, analysis: form.analysis });
  const teach = ({ pack, id }) => begin("/api/lessons", { pack, lesson: id });
  const map = setup?.maps.find((some) => some.id === form.map);
  const names = packs.map((id) => lobby.packs.find((pack) => pack.id === id)?.name ?? id);
  return html`<section class="new" aria-label=${t("A new table")}><h2>${t("A new table")}</h2>
    <${Packs} lobby=${lobby} packs=${packs} onChange=${setPacks} onProblem=${onProblem} />
    <${Lessons} packs=${lobby.packs.filter((pack) => packs.includes(pack.id))} onBegin=${teach} busy=${opening} />
    ${refused && html`<p class="problem" role="alert">${refused}</p>`}
    ${packs.length > 0 && !setup && !refused && html`<p class="waits" role="status">${t("Combining {n} packs…", { n: packs.length })} <progress aria-hidden="true" /></p>`}
    ${setup && html`<div class="setting"><${Maps} setup=${setup} packs=${packs} form=${form} change=${change} />
        <div class="panel"><${Players} setup=${setup} form=${form} lobby=${lobby} change=${change} /><${Seats} lobby=${lobby} form=${form} change=${change} /></div></div>
      <${Variants} setup=${setup} form=${form} change=${change} />
      <div class="open-table"><p><b>${names.join(" + ")}</b><span>${inShort(setup, form, map)}</span></p>
        <${HowToPlay} of=${{ packs: packs.join(",") }} kind="quiet rules-of" />
        <button class="option main go" disabled=${opening} onClick=${open}>${opening ? html`${t("Setting up the table…")} <progress aria-hidden="true" />` : t("Open the table")}</button></div>`}
  </section>`;
}

/** What is set up, in short; the only map is not named. */
const inShort = ({ maps }, { players }, map) =>
  [t("{n} players", { n: players }), maps.filter((some) => some.players.includes(players)).length > 1 && map?.name, map?.rounds && t("{n} rounds", { n: map.rounds })].filter(Boolean).join(" · ");

/** A new table for a reader against bots, with this pack on the game that it builds on, or else on the first one. */
export async function tableWith(pack) {
  const lobby = await get("/api/lobby");
  const alone = lobby.packs.find((some) => some.id === pack)?.alone;
  const packs = alone ? [pack] : [lobby.packs.find((some) => some.alone).id, pack];
  const setup = await get("/api/setup", { packs: packs.join(",") });
  const { players, map, seats } = fitting({ seats: [] }, setup, lobby);
  return (await post("/api/tables", { packs, players, map, seats })).table;
}

/** The options that somebody has chosen instead of the usual ones. */
function changed(variants, setup) {
  const usual = new Map(setup.variants.map((variant) => [variant.id, variant.chosen]));
  return Object.fromEntries(Object.entries(variants).filter(([id, option]) => usual.get(id) !== option));
}

/** A form that fits what these packs can be played with. */
function fitting(old, setup, lobby) {
  const players = setup.players.includes(old.players) ? old.players : (setup.players.find((n) => n === 3) ?? setup.players[0]);
  const variants = Object.fromEntries(setup.variants.map((variant) => [variant.id, variant.chosen]));
  return { ...old, players, variants, ...seated(old, players, lobby), map: mapFor(old.map, setup, players) };
}

function mapFor(map, setup, players) {
  const there = setup.maps.filter((some) => some.players.includes(players));
  return there.some((some) => some.id === map) ? map : (there[0]?.id ?? "");
}

function seated(old, players, lobby) {
  const bot = lobby.bots.find((some) => some.level === "fair").id;
  const fresh = (i) => ({ who: i ? bot : "mine", name: "", colour: i });
  return { seats: Array.from({ length: players }, (_, i) => old.seats[i] ?? fresh(i)) };
}

/** One game, and whatever goes with it: expansions of it, and other games for those who mix. */
function Packs({ lobby, packs, onChange, onProblem }) {
  const known = new Map(lobby.packs.map((pack) => [pack.id, pack]));
  const isGame = (pack) => pack.alone && !pack.requires.some((id) => known.get(id)?.alone);
  const needs = (pack) => pack.requires.filter((id) => known.get(id)?.alone);
  const games = lobby.packs.filter(isGame);
  const main = packs.find((id) => games.some((game) => game.id === id));
  const fits = (pack) => needs(pack).every((id) => packs.includes(id));
  const all = (id) => [id, ...(known.get(id)?.requires ?? []).flatMap(all)];
  const mixes = (pack) => all(pack.id).some((id) => all(main).includes(id)); // what shares nothing is another game
  const more = lobby.packs.filter((pack) => pack.id !== main && mixes(pack) && (isGame(pack) || ((pack.alone || pack.requires.length > 0) && fits(pack))));
  const toggle = (id) => {
    const next = packs.includes(id) ? packs.filter((some) => some !== id) : [...packs, id];
    onChange(next.filter((some) => needs(known.get(some)).every((need) => next.includes(need))));
  };
  const game = (pack) => html`<label key=${pack.id} class=${pack.id === main ? "game on" : "game"}>
    <input type="radio" name="game" aria-labelledby=${`name-${pack.id}`} aria-describedby=${`about-${pack.id}`} checked=${pack.id === main} onChange=${() => onChange([pack.id])} /><${Cover} pack=${pack} /></label>`;
  const extra = (pack) => html`<div key=${pack.id} class=${packs.includes(pack.id) ? "extra on" : "extra"}><label>
    <input type="checkbox" aria-labelledby=${`name-${pack.id}`} aria-describedby=${`about-${pack.id}`} checked=${packs.includes(pack.id)} onChange=${() => toggle(pack.id)} />
    <span class="extra-head"><b id=${`name-${pack.id}`}>${pack.name}</b>${pack.heads.length ? html`<${Heads} heads=${pack.heads} />` : html`<${Icon} name=${pack.board ? "map" : "tile"} />`}</span><small id=${`about-${pack.id}`}>${pack.summary}</small></label>
    ${pack.cards > 0 && html`<${Cards} pack=${pack} game=${main} onProblem=${onProblem} />`}</div>`;
  return html`<fieldset><legend class="unseen">${t("Game")}</legend><div class="games">${games.map(game)}</div></fieldset>
    ${more.length > 0 && html`<details open=${packs.length > 1}><summary>${t("Expansions, and other games mixed in")} <small>${t("{n} to choose from", { n: more.length })}</small></summary>
      <div class="extras">${more.map(extra)}</div></details>`}`;
}

/** What a pack brings to a game, as cards to read. */
function Cards({ pack, game, onProblem }) {
  const [shown, setShown] = useState(null);
  const look = async () => {
    setShown({ tiles: [] });
    try {
      const found = await get("/api/cards", { packs: game, pack: pack.id });
      setShown((open) => open && found);
    } catch (error) {
      setShown(null);
      onProblem(error.message);
    }
  };
  return html`<button class="quiet" onClick=${look} aria-label=${`${t("{n} cards", { n: pack.cards })}: ${pack.name}`}>${t("{n} cards", { n: pack.cards })}</button>
    ${shown && html`<${Dialog} title=${pack.name} onClose=${() => setShown(null)}>
      ${shown.tiles.map((tile) => html`<${Tile} table=${shown} tile=${tile} />`)}${!shown.tiles.length && html`<progress aria-label=${pack.name} />`}</${Dialog}>`}`;
}

function Players({ setup, form, lobby, change }) {
  const set = (players) => change({ players, map: mapFor(form.map, setup, players), ...seated(form, players, lobby) });
  return html`<fieldset><legend>${t("Players")}</legend><div class="choices">
    ${setup.players.map((n) => html`<label class=${form.players === n ? "choice on" : "choice"}><input type="radio" name="players" checked=${form.players === n} onChange=${() => set(n)} />${n}</label>`)}
  </div></fieldset>`;
}

function Maps({ setup, packs, form, change }) {
  const maps = setup.maps.filter((map) => map.players.includes(form.players));
  return html`<fieldset class="of-maps"><legend class="unseen">${t("Map")}</legend><div class=${maps.length > 1 ? "maps" : "maps one"}>
    ${maps.map(
      (map) => html`<label class=${form.map === map.id ? "map on" : "map"}>
        <input type="radio" name="map" checked=${form.map === map.id} onChange=${() => change({ map: map.id })} />
        <${Picture} what=${mapOf(packs, map.id)} />
        <span><b>${map.name}</b> <small>${map.rounds ? t("{n} rounds", { n: map.rounds }) : ""}${map.drawn ? ` · ${t("a new one for each game")}` : ""}</small></span></label>`,
    )}</div></fieldset>`;
}

function Seats({ lobby, form, change }) {
  const set = (i, some) => change({ seats: form.seats.map((seat, n) => (n === i ? { ...seat, ...some } : seat)) });
  const about = (who) => (who === "mine" ? t("You, or somebody beside you") : who === "open" ? t("You get a link to send") : manner(who));
  return html`<fieldset><legend>${t("Seats")}</legend><ol class="seat-list">
    ${form.seats.map(
      (seat, i) => html`<li><${Sign} player=${i} colour=${seat.colour} /><span class="who"><${Icon} name=${iconOf(seat.who)} />
          <select aria-label=${t("Who sits in seat {n}", { n: i + 1 })} value=${seat.who} onChange=${(event) => set(i, { who: event.target.value })}>
            <option value="mine">${t("me, at this screen")}</option>${shared && html`<option value="open">${t("whoever has the link")}</option>`}
            <optgroup label=${t("Bots")}>${lobby.bots.map((bot) => html`<option value=${bot.id}>${t(LEVELS[bot.level])} · ${character(bot.id)}</option>`)}</optgroup></select></span>
        <small class="about-seat">${about(seat.who)}</small>
        <input placeholder=${t("Name")} aria-label=${t("Name of seat {n}", { n: i + 1 })} maxlength="24" value=${seat.name} onInput=${(event) => set(i, { name: event.target.value })} />
        <select aria-label=${t("Colour of seat {n}", { n: i + 1 })} value=${seat.colour} onChange=${(event) => set(i, { colour: +event.target.value })}>
          ${COLOURS.map((colour, n) => html`<option value=${n}>${t(colour)}</option>`)}</select></li>`,
    )}</ol></fieldset>`;
}

function Variants({ setup, form, change }) {
  const set = (id, option) => change({ variants: { ...form.variants, [id]: option } });
  return html`<details><summary>${t("Variants")}</summary><div class="variants">
    ${setup.variants.map(
      (variant) => html`<fieldset class="variant"><legend>${variant.name}</legend>${variant.summary && html`<p class="hint">${variant.summary}</p>`}<div class="choices">
        ${variant.options.map((option, n) => html`<label class=${form.variants[variant.id] === option ? "choice on" : "choice"}>
          <input type="radio" name=${variant.id} checked=${form.variants[variant.id] === option} onChange=${() => set(variant.id, option)} />${variant.called[n]}</label>`)}</div></fieldset>`,
    )}
    <label class="variant"><input type="checkbox" checked=${form.analysis} onChange=${(event) => change({ analysis: event.target.checked })} /> <b>${t("A table for analysis: everything is open")}</b>
      <span class="hint">${t("Everybody sees everything, and every choice can be taken back.")}</span></label>
  </div></details>`;
}
