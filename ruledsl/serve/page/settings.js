/** What a browser remembers of its reader: language, light or dark, animation, what is shown of the side. */
const KEY = "ruledsl.settings";
const STANDARD = { language: "", theme: "auto", motion: true, sound: true, rules: false, numbers: false, guide: true, told: [] };

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

/** The language that was chosen, or the first one of the browser. */
export function language() {
  return settings.language || (navigator.language || "en").slice(0, 2);
}
