/** How this page reaches its tables: in a worker of this browser, by messages. It stands in the place of the file of the same name of `ruledsl serve`. */
import { t } from "./words.js";

const worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
const sockets = new Map();
let next = 1;

worker.onmessage = ({ data }) => {
  if (data.socket) sockets.get(data.socket)?.hear(data);
  else if (data.id) {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  } else show(data.stage);
};

/** What there is to say of the worker, until it is ready. */
const SAID = {
  loading: "Loading the rules…",
  broken: "This browser cannot load the rules.",
};

function show(stage) {
  const root = document.documentElement;
  root.dataset.worker = stage;
  if (stage === "ready") navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch((problem) => console.warn(problem));
  document.getElementById("stage").textContent = SAID[stage] ? t(SAID[stage]) : "";
}

/** Do other browsers reach these tables, by links? */
export const shared = false;

/** Where the page is: its path and the words behind `?`; all of it stands behind `#`, since no server knows it. */
export const here = () => new URL(`/${location.hash.slice(1).replace(/^[/\\]+/, "")}`, location.origin);

/** What leads to a place of the page, from it or from the workshop beside it. */
export const leadTo = (path) => `${location.pathname.endsWith("/workshop.html") ? "index.html" : ""}#${path}`;

/** Say when the page is somewhere else without having been loaded anew. */
export const onMove = (moved) => addEventListener("hashchange", moved);

/** The response to a request. */
export async function request(path, { body = null } = {}) {
  const [status, type, name, text] = await asked(path, body);
  const headers = { "content-type": type, ...(name && { "content-disposition": `attachment; filename="${name}"` }) };
  return new Response(text, { status, headers });
}

function asked(path, body) {
  const id = next++;
  worker.postMessage({ id, path, body });
  return new Promise((resolve) => waiting.set(id, ({ answer }) => resolve(JSON.parse(answer))));
}

/** What shows a page of HTML that was made, in a frame or a tab. */
export async function paperFrom(path) {
  return URL.createObjectURL(await (await request(path)).blob());
}

/** The workshop, if this page has one. */
export const workshop = document.querySelector('meta[name="workshop"]')?.content ?? "";

/** The pack that stands in the address, as text in base64. */
export const sentHere = () => (here().searchParams.get("pack") ?? "").replaceAll("-", "+").replaceAll("_", "/");

/** A link with a pack in it. */
export const linkWith = (pack) => new URL(`../index.html#/?pack=${pack}`, import.meta.url).href;

/** What a picture is shown from. */
export async function shownFrom(path) {
  return `data:image/svg+xml,${encodeURIComponent(await (await request(path)).text())}`;
}

/** The covers that come with the page, by pack. */
const COVERS = new Set(document.querySelector('meta[name="covers"]')?.content.split(" "));

/** What the cover of a pack is shown from; `path` draws its map. */
export const coverOf = async (pack, path) => (COVERS.has(pack) ? new URL(`../covers/${pack}.svg`, import.meta.url).href : shownFrom(path));

/** A socket to a table: what the page uses of a `WebSocket`. */
class Socket {
  constructor(path) {
    this.number = next++;
    this.readyState = WebSocket.OPEN;
    sockets.set(this.number, this);
    worker.postMessage({ socket: this.number, open: path });
    queueMicrotask(() => this.onopen?.());
  }

  hear({ heard, ended }) {
    if (ended === undefined) {
      this.onmessage({ data: heard });
      return;
    }
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.number);
    this.onclose({ code: ended });
  }

  send(text) {
    worker.postMessage({ socket: this.number, say: text });
  }

  close() {
    worker.postMessage({ socket: this.number, close: true });
  }
}

export const socketTo = (path) => new Socket(path);
