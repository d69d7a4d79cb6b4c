/** What there is to say of the region that is pointed at or was chosen: what lies there, what it would cost and why, what can be done, and why not. */
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { t } from "../words.js";
import { Choice, saidOf } from "./brings.js";
import { isPlacing } from "./model.js";
import { Picture } from "./market.js";
import { announce } from "./state.js";
import { ShowRules, Sum, Why } from "./why.js";

/** Beside a region with less room than this there is more above it or below it. */
const ENOUGH = 240;
/** So far it stays from the region and from the rim of the board. */
const GAP = 10;
/** So high it is in any case: more of it can be scrolled to. */
const LEAST = 110;

export function Here({ state, region, held }) {
  const [about, setAbout] = useState(null);
  useEffect(() => {
    setAbout(null);
    let gone = false;
    const timer = setTimeout(async () => {
      const found = await state.about(region);
      if (gone) return;
      setAbout(found);
      if (held && !found.options?.length && found.not?.length) announce(found.not[0].why.short);
    }, held ? 0 : 140);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [region, held, state.view.made]);
  const place = useRef(null);
  useLayoutEffect(() => {
    if (!held || !state.byKeys) return undefined;
    const { current } = place;
    current.querySelector(".option")?.focus();
    return () => current.contains(document.activeElement) && regionOf(region)?.focus();
  }, [region, held]);
  const { view, table } = state;
  const symbols = (table.map.regions[region]?.traits ?? []).filter(printed);
  const offered = (view.ask?.mine ? view.ask.options : []).filter((option) => option.target?.type === "region" && option.target.id === region);
  const options = isPlacing(state) ? [] : offered; // tokens are placed by counters, not here
  useLayoutEffect(() => stand(place.current, region));
  return html`<section ref=${place} class=${`here ${held ? "held" : ""}`} aria-label=${table.map.regions[region]?.name ?? region}>
    <div class="here-head"><h3>${view.regions[region]?.text ?? region}</h3>
      ${held && html`<button class="close" onClick=${() => state.set({ selected: null })} aria-label=${t("Close")}><${Icon} name="close" /></button>`}</div>
    ${symbols.length > 0 && html`<p class="hint">${symbols.map((id) => table.traits[id] ?? id).join(" · ")}</p>`}
    <${Lying} table=${table} region=${view.regions[region]} />
    ${held &&
    options.map(
      (option) => html`<div class="row" key=${option.id}>
        <${Choice} state=${state} option=${option} kind="main" />
        <button class="quiet" onClick=${() => state.try(option)}>${t("Preview")}</button>
      </div>`,
    )}
    ${!held && options.map((option) => html`<p class="press" key=${option.id}>${[option.label, ...saidOf(state, option)].join(" · ")}</p>`)}
    ${!offered.length && about && html`<${Refusal} not=${about.not ?? []} held=${held} asked=${view.ask?.mine} />`}
    ${about?.cost && !mineAlready(view, region) && html`<div class="cost"><p class="answer">${t("To conquer it costs {n} [token.many]", { n: about.cost.result })}</p><${Sum} lines=${about.cost.lines} /></div>`}
    ${held && about && html`<${ShowRules} />`}
    ${about?.error && html`<p class="hint">${about.error}</p>`}
  </section>`;
}

/** Is there a mark for this symbol on the map? What is not printed there needs no name. */
const printed = (id) => document.querySelector(`svg.board .mark[data-trait="${CSS.escape(id)}"]`);

/** A region as the map draws it. */
const regionOf = (id) => document.querySelector(`svg.board .region[data-region="${CSS.escape(id)}"]`);

const mineAlready = (view, region) => view.peoples.some((people) => people.player === view.seat && people.regions.includes(region));

/** Why nothing can be done there: what would have to change first, and behind it everything that stands against it. */
function Refusal({ not, held, asked }) {
  if (!not.length) return asked && html`<p class="not hint">${t("Nothing can be done here now.")}</p>`;
  return html`<div class="not"><p class="answer">${not[0].why.short}</p>
    ${held && html`<div class="all">${not.map(({ why }) => html`<${Why} why=${why} />`)}</div>`}</div>`;
}

/** Stand beside the region, on the side of it where there is room, and never upon it: moved as a picture is, so that nothing else moves. A sheet (on a phone) is as high as the rest of the page. */
function stand(element, region) {
  const there = regionOf(region)?.getBoundingClientRect();
  const board = document.querySelector(".board-frame")?.getBoundingClientRect();
  if (!there || !board) return;
  element.style.setProperty("--sheet", `${Math.floor(Math.max(innerHeight - there.bottom, LEAST))}px`);
  const [left, right, above, below] = [there.left - board.left, board.right - there.right, there.top - board.top, board.bottom - there.bottom].map((room) => room - 2 * GAP);
  element.style.setProperty("--wide", `${Math.floor(Math.max(left, right))}px`);
  const beside = Math.max(left, right) >= ENOUGH;
  element.style.setProperty("--high", `${Math.floor(Math.max(beside ? board.height - 2 * GAP : Math.max(above, below), LEAST))}px`);
  element.classList.toggle("across", !beside);
  const { offsetWidth: wide, offsetHeight: high } = element;
  const kept = (at, least, most) => Math.min(Math.max(at, least), Math.max(most, least));
  const x = beside ? (right >= left ? there.right + GAP : there.left - GAP - wide) : kept((there.left + there.right - wide) / 2, board.left + GAP, board.right - GAP - wide);
  const y = beside ? kept((there.top + there.bottom - high) / 2, board.top + GAP, board.bottom - GAP - high) : below >= above ? there.bottom + GAP : there.top - GAP - high;
  if (!element.offsetParent) return; // a sheet stands at the bottom of the page
  const middle = element.offsetParent.getBoundingClientRect();
  element.style.setProperty("--at", `${Math.round(x - middle.left)}px ${Math.round(y - middle.top)}px`);
}

/** The pieces and tiles that lie on a region, with what they do. */
function Lying({ table, region }) {
  const pieces = Object.keys(region?.pieces ?? {}).map((id) => table.pieces[id]).filter((piece) => piece?.summary || piece?.rules?.length);
  const tiles = (region?.tiles ?? []).map((id) => table.tiles[id]).filter(Boolean);
  if (!pieces.length && !tiles.length) return null;
  return html`<dl class="lying">
    ${pieces.map((piece) => html`<div><dt><${Picture} emblem=${piece.emblem} /> ${piece.name}</dt><${Does} thing=${piece} /></div>`)}
    ${tiles.map((tile) => html`<div><dt>${tile.name}</dt><${Does} thing=${tile} /></div>`)}
  </dl>`;
}

/** In short what a thing does; what has no summary says its rules, in English where a pack lacks texts for them. */
const Does = ({ thing }) => html`<dd lang=${thing.summary ? undefined : thing.rules_language}>${thing.summary || thing.rules.join(" ")}</dd>`;
