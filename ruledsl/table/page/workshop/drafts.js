/** What this browser keeps of texts: as they stand, from which version they come, and how to undo. It outlives reloads, crashes and the server. */
const PREFIX = "ruledsl.draft:";
const MOST_HISTORY = 400_000;

export class Drafts {
  constructor(root) {
    this.key = (path) => `${PREFIX}${root}/${path}`;
  }

  /** `{state, version, dirty}`, or null. */
  of(path) {
    try {
      const found = JSON.parse(localStorage.getItem(this.key(path)));
      return typeof found?.state?.doc === "string" ? found : null;
    } catch {
      return null;
    }
  }

  /** Keep one; the oldest ones that are saved go first where there is no room, and then the history. False if it cannot be kept at all. */
  keep(path, state, version, dirty) {
    const whole = JSON.stringify({ state, version, dirty, at: Date.now() });
    if (whole.length < MOST_HISTORY && (this.put(path, whole) || (this.clear() && this.put(path, whole)))) return true;
    return this.put(path, JSON.stringify({ state: { doc: state.doc, selection: state.selection }, version, dirty, at: Date.now() }));
  }

  put(path, text) {
    try {
      localStorage.setItem(this.key(path), text);
      return true;
    } catch {
      return false;
    }
  }

  /** Forget all that is on the disk too. */
  clear() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const saved = keys.filter((key) => localStorage.getItem(key).includes('"dirty":false'));
    saved.forEach((key) => localStorage.removeItem(key));
    return saved.length > 0;
  }

  forget(path) {
    localStorage.removeItem(this.key(path));
  }
}
