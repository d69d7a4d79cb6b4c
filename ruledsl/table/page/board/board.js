/** The board: the drawing with lights and tokens, to be looked at, pointed at, dragged on, and walked through with the arrow keys. */
import { html, render, useEffect, useLayoutEffect, useReducer, useRef, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { t } from "../words.js";
import { Camera } from "./camera.js";
import { fetchPicture, neighbourTowards } from "./picture.js";
import { Land } from "./land.js";
import { Marks } from "./marks.js";
import { Paths } from "./paths.js";
import { printedOn } from "./room.js";
import { covered, Region } from "./tokens.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `lit` maps regions to how they are lit; `amounts` are tokens that are about to be placed; `marks` maps regions to what is marked there (`marks.js`), `paths` are what a turn did (`paths.js`); `says` tells of a region to those who hear the page; `draggable` says whether tokens may be moved by dragging. */
export function Board({ table, view, before, peoples, lit, marked, amounts, marks, paths, says, draggable, onTap, onPoint, onDrag }) {
  const holder = useRef(null);
  const [picture, setPicture] = useState(null);
  const [problem, setProblem] = useState("");
  const now = useRef({});
  now.current = { onTap, onPoint, onDrag, draggable, view };
  useEffect(() => {
    let gone = false;
    fetchPicture(table.map.svg).then(
      (found) => !gone && setPicture(found),
      (error) => !gone && setProblem(error.message),
    );
    return () => (gone = true);
  }, [table.map.svg]);
  const camera = useRef(null);
  const [, redraw] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => {
    if (!picture) return undefined;
    holder.current.replaceChildren(picture.svg);
    camera.current = new Camera(picture.svg, picture.box, {
      tapped: (target, event) => now.current.onTap(regionAt(target), event),
      grabbed: (event) => grab(event, picture, now.current),
      measured: redraw,
    });
    const stop = listen(picture, camera.current, now);
    return () => stop();
  }, [picture]);
  useLayoutEffect(() => {
    if (!picture) return;
    name(picture, says ?? ((id) => view.regions[id]?.text ?? id));
    wait(picture, [...lit.keys()].filter((id) => /offered|placed/.test(lit.get(id))));
  });
  useLayoutEffect(() => {
    if (!picture) return;
    render(html`<${Land} ...${{ picture, view, peoples }} />`, picture.land);
    render(html`<${Lights} ...${{ picture, lit, marked }} />`, picture.lights);
    const tokens = { picture, table, view, before, peoples, amounts, marks, camera: camera.current };
    render(html`<${Tokens} ...${tokens} /><${Paths} picture=${picture} paths=${paths ?? []} />`, picture.tokens);
  });
  useEffect(() => {
    const place = marked && picture?.regions.get(marked[0]);
    if (place) camera.current.lookAt(place);
  }, [marked?.join(" "), picture]);
  return html`<div class="board-frame">
    <div class="board-holder" ref=${holder}>${problem ? html`<p class="problem">${problem}</p>` : ""}</div>
    <div class="zoom" role="group" aria-label=${t("Zoom")}>
      <button onClick=${() => camera.current?.zoom(1 / 1.4)} aria-label=${t("Zoom in")} title=${t("Zoom in")}><${Icon} name="add" /></button>
      <button onClick=${() => camera.current?.zoom(1.4)} aria-label=${t("Zoom out")} title=${t("Zoom out")}><${Icon} name="less" /></button>
      <button onClick=${() => camera.current?.whole()} aria-label=${t("Whole map")} title=${t("Whole map")}><${Icon} name="whole" /></button>
    </div>
  </div>`;
}

const regionAt = (target) => target.closest?.("[data-region]")?.dataset.region ?? null;

/** Texts of the regions for those who hear the page. */
function name(picture, says) {
  for (const { id, group } of picture.regions.values()) {
    const said = says(id);
    if (group.getAttribute("aria-label") !== said) group.setAttribute("aria-label", said);
    group.setAttribute("role", "button");
  }
}

/** Let Tab enter the map where somebody was before, or where something can be pressed, if it cannot be there. */
function wait({ svg, regions }, lit) {
  const last = svg.querySelector('[tabindex="0"]')?.dataset.region;
  if (last && (svg.contains(document.activeElement) || !lit.length || lit.includes(last))) return;
  enterAt(regions, lit[0] ?? regions.keys().next().value);
}

/** Of all regions Tab comes to one. */
function enterAt(regions, id) {
  for (const region of regions.values()) region.group.setAttribute("tabindex", region.id === id ? "0" : "-1");
}

/** Pointing with the mouse, and walking with the keys; the answer ends both. */
function listen(picture, camera, now) {
  const { svg, regions } = picture;
  let pointed = null;
  const point = (id) => {
    if (id === pointed) return;
    pointed = id;
    now.current.onPoint(id);
  };
  const over = (event) => event.pointerType === "mouse" && point(regionAt(event.target));
  const leave = (event) => event.pointerType === "mouse" && point(null);
  const focus = (event) => {
    const id = regionAt(event.target);
    if (!id) return;
    enterAt(regions, id);
    if (event.target.matches(":focus-visible")) {
      camera.lookAt(regions.get(id));
      point(id);
    }
  };
  const blur = (event) => svg.contains(event.relatedTarget) || point(null);
  const key = (event) => {
    const id = regionAt(event.target);
    const way = WAYS[event.key];
    if (way && id) {
      neighbourTowards(regions, regions.get(id), ...way)?.group.focus();
    } else if ((event.key === "Enter" || event.key === " ") && id) {
      now.current.onTap(id, event);
    } else if (event.key === "+" || event.key === "-") {
      camera.zoom(event.key === "+" ? 1 / 1.4 : 1.4, regions.get(id));
    } else {
      return;
    }
    event.preventDefault();
  };
  const all = { pointerover: over, pointerleave: leave, focusin: focus, focusout: blur, keydown: key };
  for (const [kind, does] of Object.entries(all)) svg.addEventListener(kind, does);
  return () => {
    for (const [kind, does] of Object.entries(all)) svg.removeEventListener(kind, does);
  };
}

/** Tokens in the hand of the pointer, if there is something to move where it was pressed. */
function grab(event, picture, { draggable, onDrag }) {
  const from = regionAt(event.target);
  if (!from || !draggable?.(from)) return null;
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  ghost.setAttribute("class", "ghost");
  ghost.setAttribute("r", 16 * picture.size);
  const to = (e) => document.elementsFromPoint(e.clientX, e.clientY).map(regionAt).find(Boolean);
  return {
    move(point) {
      if (!ghost.isConnected) picture.svg.append(ghost);
      ghost.setAttribute("cx", point.x);
      ghost.setAttribute("cy", point.y);
    },
    drop(_, e) {
      ghost.remove();
      const found = to(e);
      if (found && found !== from) onDrag(from, found, e.shiftKey);
    },
    cancel: () => ghost.remove(),
  };
}

function Lights({ picture, lit, marked }) {
  const use = (id, kind) => {
    const place = picture.regions.get(id);
    return place && html`<use key=${`${id} ${kind}`} href=${place.outline} class=${kind} data-region=${id} />`;
  };
  const all = [...lit, ...(marked ?? []).map((id) => [id, "marked"])];
  const lines = all.filter(([, kind]) => kind.trim() !== "pointed");
  return html`<g>${lines.map(([id]) => use(id, "casing"))}${all.map(([id, kind]) => use(id, `light ${kind}`))}</g>`;
}

function Tokens({ picture, table, view, before, peoples, amounts, marks, camera }) {
  const drawn = [];
  const taken = marks.size ? [...printedOn(picture, camera.grow)] : [];
  const inForce = new Set(before?.peoples.filter((people) => people.full).map((people) => people.race));
  for (const place of picture.regions.values()) {
    const region = view.regions[place.id];
    if (!region) continue;
    const delta = amounts?.[place.id] ?? 0;
    const people = region.holder ? peoples(region.holder) : null;
    const others = Object.entries(region.others ?? {}).map(([id, count]) => [peoples(id), count]);
    const old = before?.regions[place.id];
    const changed = Boolean(old) && key(old) !== key(region);
    const from = changed && region.holder && old.holder !== region.holder ? source(picture, view, before, region.holder, place) : null;
    const flips = Boolean(people && !people.full && inForce.has(region.holder));
    // A token that changes is drawn anew, so that it can be seen to arrive or to turn over.
    const onTiles = region.tiles.flatMap((id) => Object.entries(view.tiles[id]?.pieces ?? {}));
    const unique = `${place.id} ${key(region)} ${onTiles} ${people?.full}`;
    const what = { place, table, people, others, unit: picture.size, region: { ...region, onTiles, tokens: region.tokens + delta } };
    drawn.push(html`<${Region} key=${unique} ...${{ ...what, changed, from, flips, delta }} />`);
    if (marks.size) taken.push(...covered(what, camera));
  }
  return html`<g>${drawn}${marks.size > 0 && html`<${Marks} ...${{ picture, marks, taken, camera }} />`}</g>`;
}

const key = (region) => JSON.stringify([region.holder, region.tokens, region.pieces, region.tiles, region.others]);

/** Whence tokens came: the nearest region that their people held before, or the rim of the board. */
function source(picture, view, before, holder, place) {
  const held = [...picture.regions.values()].filter((other) => before.regions[other.id]?.holder === holder);
  const far = (other) => Math.hypot(other.x - place.x, other.y - place.y);
  if (held.length) return held.reduce((a, b) => (far(a) <= far(b) ? a : b));
  const [x, y, w, h] = picture.box;
  const rims = [{ x, y: place.y }, { x: x + w, y: place.y }, { x: place.x, y }, { x: place.x, y: y + h }];
  return rims.reduce((a, b) => (far(a) <= far(b) ? a : b));
}
