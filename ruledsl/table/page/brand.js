/** What the page is called, its mark, and its icons. */
import { html } from "./vendor/htm-preact.js";
import { ICONS } from "./vendor/icons.js";
import { leadTo } from "./reach.js";
import { t } from "./words.js";

export const NAME = "Tableland";

/** What stands in the browser's tab: these words, then the name. */
export function entitle(...words) {
  document.title = [...words, NAME].join(" · ");
}

/** The mark with the name beside it; it leads to the lobby. */
export function Home() {
  return html`<a class="home" href=${leadTo("/")} title=${t("To the lobby")}><${Mark} /><span>${NAME}</span></a>`;
}

/** A tableland with a token on it: the shapes of `icon.svg`. */
export function Mark() {
  return html`<svg class="mark" viewBox="2 3 28 26" aria-hidden="true"><circle cx="16" cy="9.500" r="5" fill="#d8452f" stroke="#fff8e6" stroke-width="1.600" />
    <path d="M3.500 15H28.500L26 19.500H6Z" fill="#b5c65f" /><path d="M7 19.500H25L27 28H20.500Q20.500 23 16 23Q11.500 23 11.500 28H5Z" fill="#d99a4e" /></svg>`;
}

/** An icon by what it means; a control with nothing else in it needs a label. */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name].map(([tag, values]) => html`<${tag} ...${values} />`)}</svg>`;
}
