/** The page's own words. Their English form is the key; `words/LANGUAGE.json` has the others, and what is missing there stays English. */
import { language } from "./settings.js";

let words = {};

export async function loadWords() {
  const wanted = language();
  words = {};
  if (wanted === "en") return;
  try {
    const answer = await fetch(`/page/words/${encodeURIComponent(wanted)}.json`);
    if (answer.ok) words = await answer.json();
  } catch {
    // The server is away; English will do until it is back.
  }
}

/** A text in the reader's language; `{name}` in it is filled in. */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
