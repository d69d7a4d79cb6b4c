/** Typefaces and icons for the page, from their packages into its folder of vendored files. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

const INTO = new URL("../../ruledsl/table/page/vendor/", import.meta.url);
const PACKAGES = new URL("node_modules/", import.meta.url);

const FACES = {
  "fraunces.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2",
  "source-sans.woff2": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  "source-sans-italic.woff2": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-italic.woff2",
};

/** The icons of the page by what they mean there (docs/looks.md), with their names in Lucide. */
const ICONS = {
  add: "plus",
  back: "chevron-left",
  bell: "bell",
  bot: "bot",
  chat: "message-circle",
  clever: "compass",
  close: "x",
  coins: "coins",
  copy: "copy",
  first: "chevron-first",
  game: "dices",
  gladly: "heart",
  glum: "frown",
  last: "chevron-last",
  laugh: "laugh",
  less: "minus",
  link: "link",
  map: "map",
  menu: "menu",
  on: "chevron-right",
  open: "folder-open",
  pause: "pause",
  person: "user",
  play: "play",
  praise: "thumbs-up",
  quick: "zap",
  redo: "redo-2",
  replay: "history",
  rules: "book-open",
  send: "send-horizontal",
  skilled: "graduation-cap",
  skipback: "chevrons-left",
  skipon: "chevrons-right",
  strong: "crown",
  tile: "puzzle",
  undo: "undo-2",
  waiting: "hourglass",
  whole: "maximize",
  wild: "dice-5",
  wonder: "sparkles",
  yes: "check",
};

const PART = /<(path|circle|rect|line|polyline|ellipse)\b([^>]*?)\/>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

function partsOf(name) {
  const text = readFileSync(new URL(`lucide-static/icons/${name}.svg`, PACKAGES), "utf-8");
  return [...text.matchAll(PART)].map(([, tag, rest]) => [tag, Object.fromEntries([...rest.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, value]))]);
}

for (const [file, from] of Object.entries(FACES)) copyFileSync(new URL(from, PACKAGES), new URL(file, INTO));
const lines = Object.entries(ICONS).map(([meaning, name]) => `  ${meaning}: ${JSON.stringify(partsOf(name))},\n`);
writeFileSync(new URL("icons.js", INTO), `export const ICONS = {\n${lines.join("")}};\n`);
