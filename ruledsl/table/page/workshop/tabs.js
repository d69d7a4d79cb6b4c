/** Several tabs on one file: one writes, the others follow what it writes, until it is closed or one of them takes over. */
const OFTEN = 150;

export class Tabs {
  /** `follow(text, version, saved)` is called in a tab that reads, `changed()` when it may write or may no longer. */
  constructor(root, { follow, changed, tell }) {
    Object.assign(this, { root, follow, changed, tell });
    this.path = "";
    this.writes = true;
    this.channel = new BroadcastChannel(`ruledsl.workshop:${root}`);
    this.channel.onmessage = ({ data }) => this.heard(data);
  }

  heard(data) {
    if (data.path !== this.path) return;
    if (data.ask && this.writes) this.say();
    else if (!data.ask && !this.writes) this.follow(data);
  }

  /** Another file is open. Resolves when it is known whether this tab writes it. */
  async open(path) {
    this.leave?.();
    this.waiting?.abort();
    this.path = path;
    if (!navigator.locks) return;
    await this.claim({ ifAvailable: true });
    if (!this.writes) {
      this.ask();
      this.queue();
    }
  }

  ask() {
    this.channel.postMessage({ path: this.path, ask: true });
  }

  /** Hold the lock of the file as long as it is open here; resolves when it is held, or somebody else holds it. */
  claim(how) {
    const { path } = this;
    return new Promise((known) => {
      const held = navigator.locks.request(`ruledsl.workshop:${this.root}/${path}`, how, (lock) => {
        this.turn(path, Boolean(lock));
        known();
        return lock ? new Promise((leave) => (this.leave = leave)) : undefined;
      });
      held.catch((error) => {
        if (!how.signal) this.turn(path, false);
        if (error.name === "AbortError" && !how.signal && this.path === path) this.queue();
        known();
      });
    });
  }

  queue() {
    this.waiting = new AbortController();
    this.claim({ signal: this.waiting.signal });
  }

  turn(path, writes) {
    if (path !== this.path || writes === this.writes) return;
    this.writes = writes;
    this.changed();
  }

  /** This tab writes from now on, and the other one follows. */
  takeOver() {
    this.waiting?.abort();
    return this.claim({ steal: true });
  }

  say() {
    this.channel.postMessage({ path: this.path, ...this.tell() });
  }

  /** The text has changed here. */
  soon() {
    if (!this.writes || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.say();
    }, OFTEN);
  }
}
