/** The WebSocket of a table. It comes back to its table by itself, and every request gets its answer or an error. */
import { shared, socketTo } from "../reach.js";
import { language } from "../settings.js";

const PAUSES = [500, 1000, 2000, 4000, 5000];
const FINAL = new Set([4003, 4004]);
/** After so long a silence the server is asked whether it is there, and so long it may take to say so; in milliseconds. */
const SILENCE = 25000;
const PATIENCE = 6000;
/** How often this is looked at. */
const LOOK = 2000;

export class Connection {
  /** `heard(message)` gets what the server says of its own accord, `changed(state)` "open", "lost" or "ended". */
  constructor(table, heard, changed) {
    this.table = table;
    this.heard = heard;
    this.changed = changed;
    this.waiting = new Map();
    this.next = 1;
    this.tries = 0;
    this.closed = false;
    this.onOnline = () => this.retryNow();
    addEventListener("online", this.onOnline);
    this.onSight = () => document.hidden || this.probe();
    document.addEventListener("visibilitychange", this.onSight);
    this.looking = setInterval(() => this.look(), LOOK);
    this.open();
  }

  /** Is the server still there? A network that is cut, or a computer that slept, ends a connection without a word. */
  probe() {
    const { socket } = this;
    if (!shared || this.probing || socket.readyState !== WebSocket.OPEN) return;
    this.probing = true;
    const patience = this.waiting.size ? SILENCE : PATIENCE; // what it is asked already may take a while
    const over = setTimeout(() => this.drop(socket), patience);
    const done = () => {
      clearTimeout(over);
      this.probing = false;
    };
    this.ask({ type: "here" }).then(done, done);
  }

  /** Is it silent for too long? A connection that does not come about is given up, too. */
  look() {
    if (document.hidden || Date.now() - this.heardAt < SILENCE) return;
    if (this.socket.readyState === WebSocket.CONNECTING) this.drop(this.socket);
    else this.probe();
  }

  /** Give up a connection that may never say that it has ended. */
  drop(socket) {
    if (socket !== this.socket || socket.readyState === WebSocket.CLOSED) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.lost({ code: 0 });
  }

  open() {
    this.heardAt = Date.now();
    this.socket = socketTo(`/table/${this.table}/socket?language=${encodeURIComponent(language())}`);
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
  }

  take(message) {
    this.heardAt = Date.now();
    if (this.tries || message.type === "table") this.changed("open");
    this.tries = 0;
    const request = this.waiting.get(message.re);
    if (request && (message.type === "answer" || message.type === "error")) {
      this.waiting.delete(message.re);
      if (message.type === "answer") request.resolve(message);
      else request.reject(Object.assign(new Error(message.text), { code: message.code }));
    } else {
      this.heard(message);
    }
  }

  lost(event) {
    for (const { reject } of this.waiting.values()) reject(Object.assign(new Error(""), { code: "lost" }));
    this.waiting.clear();
    if (this.closed) return;
    if (FINAL.has(event.code)) {
      this.changed("ended", event.code);
      return;
    }
    this.changed("lost");
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), pause);
  }

  retryNow() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(Object.assign(new Error(""), { code: "lost" }));
        return;
      }
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.looking);
    document.removeEventListener("visibilitychange", this.onSight);
    removeEventListener("online", this.onOnline);
    this.socket.close();
  }
}
