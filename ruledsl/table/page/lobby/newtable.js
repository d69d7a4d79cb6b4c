/** A new table: packs, a map with its picture, variants, and who sits on each seat. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { leadTo, shared, shownFrom } from "../reach.js";
import { get, post } from "../server.js";
import { t } from "../words.js";
import { COLOURS } from "../table/menu.js";
import { BOTS } from "../table/model.js";
import { Sign } from "../table/players.js";

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
  const open = async () => {
    setOpening(true);
    try {
      const { table } = await post("/api/tables", { packs, map: form.map || null, players: form.players, variants: changed(form.variants, setup), seats: form.seats, analysis: form.analysis });
      location.assign(leadTo(`/table/${table}`));
    } catch (error) {
      setOpening(false);
      onProblem(error.message);
    }
  };
  return html`<section class="panel new"><h2>${t("A new table")}</h2>
    <${Packs} lobby=${lobby} packs=${packs} onChange=${setPacks} />
    ${refused && html`<p class="problem" role="alert">${refused}</p>`}
    ${packs.length > 0 && !setup && !refused && html`<p class="waits" role="status">${t("Combining {n} packs…", { n: packs.length })} <progress aria-hidden="true" /></p>`}
    ${setup && html`<${Players} setup=${setup} form=${form} lobby=${lobby} change=${change} />
      <${Maps} setup=${setup} packs=${packs} form=${form} change=${change} />
      <${Seats} lobby=${lobby} form=${form} change=${change} />
      <${Variants} setup=${setup} form=${form} change=${change} />
      <button class="option main go" disabled=${opening} onClick=${open}>${opening ? html`${t("Setting up the table…")} <progress aria-hidden="true" />` : t("Open the table")}</button>`}
  </section>`;
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
  const bot = lobby.bots[0]?.id ?? "mine";
  const fresh = (i) => ({ who: i ? bot : "mine", name: "", colour: i });
  return { seats: Array.from({ length: players }, (_, i) => old.seats[i] ?? fresh(i)) };
}

/** One game, and whatever goes with it: expansions of it, and other games for those who mix. */
function Packs({ lobby, packs, onChange }) {
  const known = new Map(lobby.packs.map((pack) => [pack.id, pack]));
  const isGame = (pack) => pack.alone && !pack.requires.some((id) => known.get(id)?.alone);
  const needs = (pack) => pack.requires.filter((id) => known.get(id)?.alone);
  const games = lobby.packs.filter(isGame);
  const main = packs.find((id) => games.some((game) => game.id === id));
  const fits = (pack) => needs(pack).every((id) => packs.includes(id));
  const more = lobby.packs.filter((pack) => pack.id !== main && (isGame(pack) || (pack.alone || pack.requires.length > 0) && fits(pack)));
  const toggle = (id) => {
    const next = packs.includes(id) ? packs.filter((some) => some !== id) : [...packs, id];
    onChange(next.filter((some) => needs(known.get(some)).every((need) => next.includes(need))));
  };
  const choice = (pack, kind, on, does) => html`<label key=${pack.id} class=${on ? "choice on" : "choice"}><input type=${kind} name=${kind} checked=${on} onChange=${does} /> ${pack.name}</label>`;
  return html`<fieldset><legend>${t("Game")}</legend><div class="choices">
      ${games.map((game) => choice(game, "radio", game.id === main, () => onChange([game.id])))}</div></fieldset>
    <details open=${packs.length > 1}><summary>${t("Expansions, and other games mixed in")}</summary><div class="choices">
      ${more.map((pack) => choice(pack, "checkbox", packs.includes(pack.id), () => toggle(pack.id)))}</div></details>`;
}

function Players({ setup, form, lobby, change }) {
  const set = (players) => change({ players, map: mapFor(form.map, setup, players), ...seated(form, players, lobby) });
  return html`<fieldset><legend>${t("Players")}</legend><div class="choices">
    ${setup.players.map((n) => html`<label class=${form.players === n ? "choice on" : "choice"}><input type="radio" name="players" checked=${form.players === n} onChange=${() => set(n)} /> ${n}</label>`)}
  </div></fieldset>`;
}

function Maps({ setup, packs, form, change }) {
  const maps = setup.maps.filter((map) => map.players.includes(form.players));
  const picture = (map) => `/map.svg?${new URLSearchParams({ packs: packs.join(","), map })}`;
  return html`<fieldset><legend>${t("Map")}</legend><div class="maps">
    ${maps.map(
      (map) => html`<label class=${form.map === map.id ? "map on" : "map"}>
        <input type="radio" name="map" checked=${form.map === map.id} onChange=${() => change({ map: map.id })} />
        <${Picture} path=${picture(map.id)} />
        <span>${map.name} <small>${map.rounds ? t("{n} rounds", { n: map.rounds }) : ""}${map.drawn ? ` · ${t("a new one for each game")}` : ""}</small></span></label>`,
    )}</div></fieldset>`;
}

function Picture({ path }) {
  const [source, setSource] = useState("");
  const [seen, setSeen] = useState("");
  useEffect(() => {
    let gone = false;
    shownFrom(path).then((found) => gone || setSource(found), () => {});
    return () => (gone = true);
  }, [path]);
  const shown = () => setSeen(path);
  return html`${seen !== path && html`<small class="drawing" role="status">${t("Drawing the map…")}</small>`}
    ${source && html`<img src=${source} alt="" loading="lazy" onLoad=${shown} onError=${shown} />`}`;
}

function Seats({ lobby, form, change }) {
  const set = (i, some) => change({ seats: form.seats.map((seat, n) => (n === i ? { ...seat, ...some } : seat)) });
  return html`<fieldset><legend>${t("Seats")}</legend><ol class="seat-list">
    ${form.seats.map(
      (seat, i) => html`<li><${Sign} player=${i} colour=${seat.colour} />
        <select aria-label=${t("Who sits in seat {n}", { n: i + 1 })} value=${seat.who} onChange=${(event) => set(i, { who: event.target.value })}>
          <option value="mine">${t("me, at this screen")}</option>${shared && html`<option value="open">${t("whoever has the link")}</option>`}
          ${lobby.bots.map((bot) => html`<option value=${bot.id}>${t("bot")}: ${t(BOTS[bot.id] ?? bot.name)}</option>`)}</select>
        <input placeholder=${t("Name")} aria-label=${t("Name of seat {n}", { n: i + 1 })} maxlength="24" value=${seat.name} onInput=${(event) => set(i, { name: event.target.value })} />
        <select aria-label=${t("Colour of seat {n}", { n: i + 1 })} value=${seat.colour} onChange=${(event) => set(i, { colour: +event.target.value })}>
          ${COLOURS.map((colour, n) => html`<option value=${n}>${t(colour)}</option>`)}</select></li>`,
    )}</ol></fieldset>`;
}

function Variants({ setup, form, change }) {
  if (!setup.variants.length) return null;
  const set = (id, option) => change({ variants: { ...form.variants, [id]: option } });
  return html`<details><summary>${t("Variants")}</summary><div class="variants">
    ${setup.variants.map(
      (variant) => html`<label>${variant.name} <select value=${form.variants[variant.id]} onChange=${(event) => set(variant.id, event.target.value)}>
        ${variant.options.map((option, n) => html`<option value=${option}>${variant.called[n]}</option>`)}</select></label>`,
    )}
    <label><input type="checkbox" checked=${form.analysis} onChange=${(event) => change({ analysis: event.target.checked })} /> ${t("A table for analysis: everything is open")}</label>
  </div></details>`;
}
