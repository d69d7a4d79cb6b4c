/** The tables, in a worker: Python with ruledsl, which answers what a server would. Of several tabs one has them, and answers for the others. */
import { spawn } from "./spawn.js";
import { keeper } from "./storage.js";
import { DATA, begun, known } from "./python.js";

/** Pages of one origin share what is kept there; each folder has its own. */
const NAME = `ruledsl ${new URL(".", import.meta.url).pathname}`;
const ME = crypto.getRandomValues(new Uint32Array(2)).join("-");
const tabs = new BroadcastChannel(NAME);

/** Questions of this page that nobody has answered; what it has said at sockets where nothing was heard; sockets where something was; questions
 *  that other tabs have asked here; and the tables once they are here. */
const open = new Map();
const silent = new Map();
const heard = new Set();
const asked = new Set();
let tables = null;

/** With this code a socket is closed that was lost. */
const LOST = 1006;

const told = (stage) => postMessage({ stage });

async function lead() {
  told("loading");
  const python = await begun();
  const keep = await keeper(python.FS, DATA, NAME);
  const found = python.pyimport("ruledsl.table.standalone.inside").begin(DATA, keep, known, spawn);
  told("ready");
  return found;
}

/** Answer a message of a page: of this one, or of another one `from` another tab. */
async function handle({ id, socket, path, body, open: address, say, close }, from, answer) {
  const here = await tables;
  const number = `${from} ${socket}`;
  if (id && asked.has(`${from} ${id}`)) return;
  asked.add(`${from} ${id}`);
  if (id) answer({ id, answer: await here.ask(path, body ?? undefined) });
  else if (address) here.open(number, address, (message) => answer({ socket, heard: message }), (ended) => answer({ socket, ended }));
  else if (say) here.say(number, say);
  else if (close) here.close(number);
}

/** Something for this page. */
function hear(data) {
  if (data.id) open.delete(data.id);
  else {
    silent.delete(data.socket);
    heard[data.ended === undefined ? "add" : "delete"](data.socket);
  }
  postMessage(data);
}

function ask(data) {
  if (tables) handle(data, ME, hear);
  else tabs.postMessage({ ...data, from: ME });
}

onmessage = ({ data }) => {
  if (data.id) open.set(data.id, data);
  else if (data.open) silent.set(data.socket, [data]);
  else silent.get(data.socket)?.push(data);
  ask(data);
};

tabs.onmessage = ({ data }) => {
  if (data.from && tables) handle(data, data.from, (said) => tabs.postMessage({ ...said, to: data.from }));
  else if (data.to === ME) hear(data);
  else if (data.leads && !tables) again();
};

/** Another tab has the tables from now on: what nobody has answered is asked again, and sockets have to be opened again. */
function again() {
  for (const socket of heard) hear({ socket, ended: LOST });
  for (const data of [...open.values(), ...[...silent.values()].flat()]) ask(data);
}

/** As long as this tab is there it has the tables. */
function leads(lock) {
  if (!lock) return undefined;
  tables = lead();
  tables.catch((problem) => {
    console.error(problem);
    told("broken");
  });
  tabs.postMessage({ leads: true });
  again();
  return new Promise(() => {});
}

/** Without TLS a browser may not tell which tabs there are: then each has tables of its own. */
if (!navigator.locks) leads(true);
else {
  navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
    if (lock) return leads(lock);
    told("ready");
    navigator.locks.request(NAME, leads);
    return undefined;
  });
}
