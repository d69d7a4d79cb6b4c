/** The tiles of other packs that behave most like one, and what tells it from them. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";

const HARDLY = 0.5;
const FAINT = 0.05;
/** For each part: it has more, it has less, and it differs here in one way and there in the other. */
const DIFFERS = {
  cost: ["regions cost it {n} more", "regions cost it {n} less", "regions cost it something else"],
  income: ["its regions yield {n} more", "its regions yield {n} less", "its regions yield something else"],
  defence: ["its regions cost others {n} more", "its regions cost others {n} less", "its regions cost others something else"],
  number: ["its number is {n} larger", "its number is {n} smaller"],
};
const OTHERWISE = { reach: "it can attack other regions", actions: "it has other actions", course: "turns come to something else" };
const SAME = { cost: "what regions cost it", income: "what its regions yield", defence: "what its regions cost others" };

/** `found` is the answer of the job "like". */
export function Alike({ found }) {
  const [nearest] = found.alike;
  return html`<section class="alike" aria-label=${t("What is it like?")}>
    ${found.problem && html`<p class="problem" lang="en">${found.problem}</p>`}
    ${nearest && html`<p class="verdict" role="status">${nearest.off < HARDLY ? t("In these positions hardly anything tells it from {name}.", nearest) : t("It is most like {name}.", nearest)}</p>`}
    <dl>${found.alike.map((one) => html`<dt key=${one.tile}>${one.name}</dt><dd>${told(one)}</dd>`)}</dl>
    ${nearest && html`<p class="hint">${t("Compared in eight positions, with the tiles of the box: what regions cost and yield, what can be attacked, which actions there are, and what some turns come to.")}</p>`}
  </section>`;
}

/** What it has in common with another tile, and what differs. */
function told({ parts, more }) {
  const same = Object.keys(SAME).filter((part) => parts[part] < FAINT);
  const other = Object.keys(DIFFERS).filter((part) => parts[part] >= FAINT);
  const differs = [
    ...other.map((part) => differing(part, more[part])),
    ...Object.keys(OTHERWISE).filter((part) => parts[part] >= FAINT).map((part) => t(OTHERWISE[part])),
  ];
  return [
    same.length > 0 && t("The same: {parts}.", { parts: same.map((part) => t(SAME[part])).join(", ") }),
    differs.length > 0 && t("Different: {parts}.", { parts: differs.join(", ") }),
  ].filter(Boolean).join(" ");
}

function differing(part, more) {
  const [larger, smaller, neither] = DIFFERS[part];
  if (Math.abs(more) < FAINT) return t(neither);
  return t(more > 0 ? larger : smaller, { n: String(Math.round(Math.abs(more) * 10) / 10) });
}
