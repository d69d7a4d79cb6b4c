/** What a browser remembers of its reader: language, light or dark, animation, what is shown of the side. */
const KEY = "ruledsl.settings";
const STANDARD = { language: "", theme: "auto", motion: true, sound: false, call: false, rules: false, numbers: true, guide: true, told: [], tips: [] };

function read() {
  try {
    return { ...STANDARD, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...STANDARD };
  }
}

export const settings = read();

/** Keep some settings and make them visible. */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser may forbid to keep anything; then it holds for this page only.
  }
  applySettings();
}

export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.numbers = settings.numbers ? "on" : "off";
  root.dataset.rules = settings.rules ? "on" : "off";
  root.dataset.motion = settings.motion ? "on" : "off";
  root.lang = language();
}

/** The languages that there are: the table of the server (`naming/languages.py`), which this document has with it. */
const TABLE = JSON.parse(document.querySelector("meta[name=languages]").content);
const OURS = new Map([...TABLE.languages.map((tag) => [tag.toLowerCase(), tag]), ...Object.entries(TABLE.also)]);

/** The language for somebody who prefers these tags, looked up as the server does (RFC 4647). */
export function nearest(wanted) {
  for (const tag of wanted) {
    const parts = tag.trim().replaceAll("_", "-").toLowerCase().split("-");
    while (parts.length) {
      const found = OURS.get(parts.join("-"));
      if (found) return found;
      parts.pop();
      if (parts.at(-1)?.length === 1) parts.pop();
    }
  }
  return TABLE.standard;
}

/** The language that was chosen, or the nearest to those of the browser. */
export function language() {
  return nearest(settings.language ? [settings.language] : navigator.languages ?? [navigator.language ?? ""]);
}
