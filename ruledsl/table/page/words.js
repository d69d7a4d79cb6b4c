/** The page's own words. Their English form is the key; `words/LANGUAGE.json` has the others (those of the workshop are in its own folder), and what is missing there stays English. */
import { language } from "./settings.js";

/** A language for translators: English with an accent on every letter, so that what has none cannot be translated. */
const PSEUDO = "en-XA";
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀćđéƒǵħíĵķłḿńóṕɋřśťúṽẃẋýźÁɃĆĐÉƑǴĦÍĴĶŁḾŃÓṔɊŘŚŤÚṼẂẊÝŹ";
const accented = (text) => text.replace(/\{\w+\}|[A-Za-z]/g, (found) => ACCENTED[PLAIN.indexOf(found)] ?? found);

/** A noun in a text, or words of which one agrees with its gender: `[coin.many]`, `[coin|this|that]`. */
const NOUN = /\[([A-Za-z][A-Za-z_.]*)(?:\|([^|\]]*)\|([^|\]]*))?\]/g;

let words = {};
let nouns = {};
let forms = new Intl.PluralRules("en");

/** Load the words of the reader's language from these folders. */
export async function loadWords(...folders) {
  const wanted = language() === PSEUDO ? "en" : language();
  const found = await Promise.all(folders.map((folder) => wordsIn(folder, wanted)));
  words = Object.assign({}, ...found);
  forms = new Intl.PluralRules(found.includes(null) ? "en" : wanted);
}

async function wordsIn(folder, wanted) {
  try {
    const answer = await fetch(new URL(`${folder}/${encodeURIComponent(wanted)}.json`, import.meta.url));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // The server is away, or nobody speaks that; English will do.
  }
}

/** Call things as a game does: its nouns by name and form, in the reader's language. */
export function useNouns(those) {
  nouns = those ?? {};
}

function noun(_, name, ...gendered) {
  const lower = name.toLowerCase();
  if (gendered[0] !== undefined) return gendered[nouns[`${lower}.gender`] ?? 0];
  const said = nouns[lower] ?? lower.split(".")[0];
  return name === lower ? said : said[0].toUpperCase() + said.slice(1);
}

/** A number without its sign, which decides nothing about the form. */
const sizeOf = (n) => Number(String(n).replace(/^[+−-]/, ""));

/** A text in the reader's language; `{name}` in it is filled in. Of one with several forms the one that goes with the number `n`. */
export function t(text, values = {}) {
  const found = words[text] ?? text;
  const said = typeof found === "string" ? found : (found[forms.select(sizeOf(values.n))] ?? found.other);
  const named = said.replace(NOUN, noun);
  return (language() === PSEUDO ? accented(named) : named).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
