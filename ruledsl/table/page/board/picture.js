/** The drawing of a map in the page: fetched once or given as text, put in as it is, with layers of the page's own between its parts. */
import { request } from "../reach.js";

const NS = "http://www.w3.org/2000/svg";

/** What is known of a drawing: the element, its regions by id with the place of their tokens, its borders with the regions on their sides, layers for land that is held, lights and tokens, its usual view. */
export async function fetchPicture(source) {
  const text = source.startsWith("<") ? source : await fetched(source);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  if (svg.localName !== "svg") throw new Error("no drawing");
  const regions = new Map();
  for (const group of svg.querySelectorAll("[data-region]")) {
    const { region, x, y, r, outline } = group.dataset;
    regions.set(region, { id: region, group, x: +x, y: +y, r: +r, outline });
  }
  const seams = [...svg.querySelectorAll("[data-between]")].map((path) => [path.dataset.between.split(" "), path.getAttribute("d")]);
  const land = layer("land");
  svg.insertBefore(land, svg.querySelector(".marks"));
  const lights = layer("lights");
  svg.insertBefore(lights, svg.querySelector(".marks"));
  const tokens = layer("tokens");
  tokens.setAttribute("aria-hidden", "true"); // the names of the regions say what lies there
  svg.append(tokens);
  const box = svg.getAttribute("viewBox").split(" ").map(Number);
  svg.setAttribute("role", "group");
  svg.setAttribute("tabindex", "-1"); // a browser lets Tab stop at a drawing that listens for focus: its regions are enough
  return { svg, regions, seams, land, lights, tokens, box, size: +(svg.dataset.size || 1) };
}

async function fetched(url) {
  const answer = await request(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

function layer(name) {
  const group = document.createElementNS(NS, "g");
  group.setAttribute("class", name);
  return group;
}

/** The region nearest in a direction, for the arrow keys; what lies aside counts as farther away. */
export function neighbourTowards(regions, from, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const region of regions.values()) {
    const ahead = (region.x - from.x) * dx + (region.y - from.y) * dy;
    const aside = Math.abs((region.x - from.x) * dy) + Math.abs((region.y - from.y) * dx);
    if (ahead > 4 && ahead + 2.2 * aside < least) {
      best = region;
      least = ahead + 2.2 * aside;
    }
  }
  return best;
}
