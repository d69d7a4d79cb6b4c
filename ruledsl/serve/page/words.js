/** The page's own words. Their English form is the key; `words/LANGUAGE.json` has the others, and what is missing there stays English. */
import { language } from "./settings.js";

let words = {};
let forms = new Intl.PluralRules("en");

export async function loadWords() {
  const wanted = language();
  words = {};
  try {
    const answer = await fetch(new URL(`words/${encodeURIComponent(wanted)}.json`, import.meta.url));
    if (answer.ok) words = await answer.json();
    forms = new Intl.PluralRules(answer.ok ? wanted : "en");
  } catch {
    // The server is away, or nobody speaks that; English will do.
  }
}

/** A text in the reader's language; `{name}` in it is filled in. Of one with several forms the one that goes with the number `n`. */
export function t(text, values = {}) {
  const found = words[text] ?? text;
  const said = typeof found === "string" ? found : (found[forms.select(values.n)] ?? found.other);
  return said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
