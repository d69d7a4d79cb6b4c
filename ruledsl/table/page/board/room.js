/** Where there is room for what is marked on a region: near a place, inside its border, and neither upon what lies there nor upon what is printed. */
import { settings } from "../settings.js";

/** Places that are tried lie so far apart, in units of the drawing. */
const STEP = 7;
/** What a place costs: for each square unit that is covered, for each side that is beyond the border, and for each unit away from where it would be best. */
const COVERS = 4;
const BEYOND = 900;
/** So far things stay apart. */
const APART = 1.5;

const pen = new OffscreenCanvas(1, 1).getContext("2d");

/** A box around a middle. */
export const box = (x, y, wide, high) => ({ left: x - wide / 2, top: y - high / 2, right: x + wide / 2, bottom: y + high / 2 });

const shared = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) + APART) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + APART);

/** The outline of a region, with the places inside it; worked out once. */
function insideOf(picture, place) {
  if (!place.inside) {
    const outline = picture.svg.querySelector(place.outline);
    const path = new Path2D(outline.getAttribute("d"));
    const bounds = outline.getBBox();
    const points = [];
    for (let x = bounds.x; x < bounds.x + bounds.width; x += STEP) for (let y = bounds.y; y < bounds.y + bounds.height; y += STEP) if (pen.isPointInPath(path, x, y)) points.push([x, y]);
    place.inside = { path, points, around: { left: bounds.x, top: bounds.y, right: bounds.x + bounds.width, bottom: bounds.y + bounds.height } };
  }
  return place.inside;
}

/** The symbols and numbers that are printed, as boxes; numbers grow with what is written on the board. */
export function printedOn(picture, grow) {
  const kept = `${grow} ${settings.numbers}`;
  if (picture.printed?.kept !== kept) {
    const marks = picture.svg.querySelector(".marks");
    const back = marks.getCTM().inverse();
    const boxes = [...marks.querySelectorAll(":scope > g > *")].map((thing) => {
      const { x, y, width, height } = thing.getBBox();
      const { a, d, e, f } = back.multiply(thing.getCTM());
      return { left: a * x + e, top: d * y + f, right: a * (x + width) + e, bottom: d * (y + height) + f };
    });
    picture.printed = { kept, boxes: boxes.filter((one) => one.right > one.left) };
  }
  return picture.printed.boxes;
}

/** The place nearest to one from which something reaches half its length to both sides and stays on a line. */
const within = (at, half, from, long) => Math.min(Math.max(at, from + half), from + long - half);

/** The best middle for something of one of these sizes, the best size first; the first one that covers nothing is taken, else what covers least. */
export function roomFor(picture, place, wish, sizes, taken) {
  const { path, points, around } = insideOf(picture, place);
  const [left, top, acrossAll, downAll] = picture.box;
  const near = taken.filter((one) => shared(one, around));
  let best = null;
  for (const [n, [wide, high]] of sizes.entries()) {
    for (const [wantedX, wantedY] of [[wish.x, wish.y], ...points]) {
      const x = within(wantedX, wide / 2, left, acrossAll); // what hangs over the rim of the drawing is cut off
      const y = within(wantedY, high / 2, top, downAll);
      const there = box(x, y, wide, high);
      const covers = near.reduce((sum, one) => sum + shared(one, there), 0);
      const known = covers * COVERS + Math.hypot(x - wish.x, y - wish.y);
      if (best && known >= best.cost) continue; // to ask a path is what takes time: it was a third of what a press costs the page
      const sides = [[there.left, y], [there.right, y], [x, there.top], [x, there.bottom]];
      const beyond = sides.filter(([at, down]) => !pen.isPointInPath(path, at, down)).length;
      const cost = known + beyond * BEYOND;
      if (!best || cost < best.cost) best = { x, y, n, cost, covers, there };
    }
    if (!best.covers) break;
  }
  return best;
}
