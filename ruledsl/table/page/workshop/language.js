/** The language server, spoken to as every editor does: findings with their fixes, completion, meanings, renaming, layout. */
import * as cm from "../vendor/codemirror.js";
import { socketTo } from "../reach.js";
import { t } from "../words.js";
import { Painter } from "./colours.js";

const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const PAUSE = 1500;
const PATIENCE = 60000;
const PLAIN = new Set(["P", "CODE", "PRE", "EM", "STRONG", "UL", "OL", "LI", "BR", "DEL", "H1", "H2", "H3", "BLOCKQUOTE", "HR"]);
const colouring = { textDocument: { semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] } } };

/** What is said about names holds texts of packs: of its HTML only what sets type stays, without attributes. */
function plain(html) {
  const read = new DOMParser().parseFromString(html, "text/html").body;
  for (const element of [...read.querySelectorAll("*")].reverse()) {
    if (!PLAIN.has(element.tagName)) element.replaceWith(...(element.tagName === "SCRIPT" || element.tagName === "STYLE" ? [] : element.childNodes));
    else for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  return new XMLSerializer().serializeToString(read).replace(/^<body[^>]*>|<\/body>$/g, "");
}

/** One connection after another to the server; `client` is null while there is none. */
export class Language {
  constructor(shop) {
    this.shop = shop;
    this.client = null;
    this.open();
  }

  open() {
    const socket = socketTo("/api/workshop/language");
    let hears = () => {};
    const transport = {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      subscribe: (handler) => (hears = handler),
      unsubscribe: () => (hears = () => {}),
    };
    socket.onmessage = (event) => hears(event.data);
    socket.onopen = () => this.begin(transport);
    socket.onclose = () => {
      this.client = null;
      this.shop.editor?.connect();
      setTimeout(() => this.open(), PAUSE);
    };
  }

  begin(transport) {
    const client = new cm.LSPClient({
      rootUri: this.shop.root,
      timeout: PATIENCE,
      sanitizeHTML: plain,
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, found) => this.heard(client, found),
        "window/logMessage": () => true,
      },
      extensions: [
        cm.serverCompletion({ override: true }),
        cm.hoverTooltips(),
        meaning,
        { clientCapabilities: colouring },
        cm.EditorView.updateListener.of((update) => update.docChanged && this.typed(client, update.view)),
      ],
    });
    this.painter = new Painter(client);
    client.connect(transport);
    client.initializing.then(() => {
      this.client = client;
      this.shop.editor?.connect();
      if (this.shop.editor) this.painter.soon(this.shop.editor.view);
    }, () => {});
  }

  uri(path) {
    return `${this.shop.root}/${path.split("/").map(encodeURIComponent).join("/")}`;
  }

  path(uri) {
    return uri.startsWith(`${this.shop.root}/`) ? uri.slice(this.shop.root.length + 1).split("/").map(decodeURIComponent).join("/") : "";
  }

  extension(path) {
    if (this.client && this.shop.editor) this.painter.soon(this.shop.editor.view);
    return this.client ? this.client.plugin(this.uri(path), "ruledsl") : [];
  }

  /** Tell the server at once that the text is another one, so that findings come while one types. */
  typed(client, view) {
    clearTimeout(this.timer);
    const { [this.shop.path]: known, ...findings } = this.shop.findings;
    if (known && !known.length) this.shop.set({ findings }); // what was right before says nothing of what is typed now
    this.timer = setTimeout(() => client.sync(), 120);
    this.painter.soon(view);
  }

  /** Files were written, by this page or by others. */
  wrote(paths) {
    this.client?.notification("workspace/didChangeWatchedFiles", { changes: paths.map((path) => ({ uri: this.uri(path), type: 2 })) });
  }

  heard(client, { uri, version, diagnostics }) {
    const path = this.path(uri);
    const file = client.workspace.getFile(uri);
    if (file && version != null && version !== file.version) return true;
    this.shop.set({ findings: { ...this.shop.findings, [path]: diagnostics } });
    const view = file?.getView();
    if (view) this.show(client, view, diagnostics);
    return true;
  }

  /** Findings in the text, at once; their fixes as soon as the server has said them. */
  async show(client, view, diagnostics) {
    const plugin = cm.LSPPlugin.get(view);
    const { doc } = view.state;
    const { syncedDoc: sent, unsyncedChanges: since } = plugin;
    const at = (place) => since.mapPos(Math.min(plugin.fromPosition(place, sent), sent.length)); // an end may lie behind the last line
    const shown = (fixes) =>
      cm.setDiagnostics(view.state, diagnostics.map((one) => ({
        from: at(one.range.start),
        to: at(one.range.end),
        severity: SEVERITIES[one.severity ?? 1],
        source: one.code,
        message: one.message,
        actions: (fixes.get(keyOf(one)) ?? []).map((fix) => ({ name: fix.title, apply: () => this.apply(fix.edit) })),
      })));
    view.dispatch(shown(new Map()));
    if (!diagnostics.length) return;
    const everywhere = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
    const asked = { textDocument: { uri: plugin.uri }, range: everywhere, context: { diagnostics, only: ["quickfix"] } };
    const actions = await client.request("textDocument/codeAction", asked).catch(() => null);
    if (!actions || view.state.doc !== doc || this.client !== client) return;
    const fixes = new Map();
    for (const fix of actions) for (const one of fix.diagnostics ?? []) fixes.set(keyOf(one), [...(fixes.get(keyOf(one)) ?? []), fix]);
    if (!fixes.size) return;
    view.dispatch(shown(fixes));
    const path = this.path(plugin.uri);
    this.shop.set({ findings: { ...this.shop.findings, [path]: diagnostics.map((one) => ({ ...one, fixes: fixes.get(keyOf(one)) ?? [] })) } });
  }

  /** Edits in files, the open one or others. */
  async apply(edit) {
    const { shop } = this;
    for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
      const path = this.path(uri);
      const put = (doc) => edits.map(({ range, newText }) => ({ from: placeIn(doc, range.start), to: placeIn(doc, range.end), insert: newText }));
      if (path === shop.path) {
        const { view } = shop.editor;
        view.dispatch({ changes: put(view.state.doc), userEvent: "input.language" });
      } else if (path) {
        await shop.rewrite(path, (text) => {
          const state = cm.EditorState.create({ doc: text });
          return state.update({ changes: put(state.doc) }).state.doc.toString();
        });
      }
    }
  }
}

const keyOf = ({ range, code, message }) => `${range.start.line}:${range.start.character}:${code}:${message}`;

function placeIn(doc, { line, character }) {
  if (line >= doc.lines) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.from + character, found.to);
}

/** Another name for what is at the cursor, everywhere at once. */
export const renamed = (shop) => (view) => {
  const plugin = cm.LSPPlugin.get(view);
  const word = view.state.wordAt(view.state.selection.main.head);
  if (!plugin || !word) return false;
  const old = view.state.sliceDoc(word.from, word.to);
  const { close, result } = cm.showDialog(view, { label: t("New name"), input: { name: "name", value: old }, focus: true, submitLabel: t("Rename"), class: "renaming" });
  result.then(async (form) => {
    view.dispatch({ effects: close });
    view.focus();
    if (!form) return;
    plugin.client.sync();
    const asked = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(word.from), newName: form.elements.namedItem("name").value };
    try {
      await shop.language.apply(await plugin.client.request("textDocument/rename", asked));
    } catch (error) {
      shop.say(error.message);
    }
  });
  return true;
};

/** The findings of a line of the open file, with what mends them. */
export const findingsAt = (shop, line) => (shop.findings[shop.path] ?? []).filter(({ range }) => range.start.line < line && line <= range.end.line + 1);

/** Mend what is found at the cursor, if it is known how. */
export const mended = (shop) => () => {
  const fix = findingsAt(shop, shop.line).flatMap((one) => one.fixes ?? [])[0];
  if (fix) shop.language.apply(fix.edit);
  else shop.say(t("This line has nothing that can be fixed automatically."));
  return true;
};

/** To the next finding after the cursor, and from the last one to the first; what it says stands below the text. */
export const toFinding = (shop) => (view) => {
  const { doc, selection } = view.state;
  const places = (shop.findings[shop.path] ?? []).map(({ range }) => ({ anchor: placeIn(doc, range.start), head: placeIn(doc, range.end) }));
  places.sort((one, other) => one.anchor - other.anchor);
  const next = places.find(({ anchor }) => anchor > selection.main.from) ?? places[0];
  if (next) view.dispatch({ selection: next, scrollIntoView: true });
  else shop.say(t("There are no findings in this file."));
  return true;
};

export const formatted = (shop) => (view) => {
  if (!shop.language?.client) return false;
  return cm.formatDocument(view);
};

// ── what a name means, by the keyboard ──

const setMeaning = cm.StateEffect.define();
const meaning = cm.StateField.define({
  create: () => null,
  update(known, change) {
    const said = change.effects.find((effect) => effect.is(setMeaning));
    if (said) return said.value;
    return change.docChanged || change.selection ? null : known;
  },
  provide: (self) => [cm.showTooltip.from(self), cm.EditorView.focusChangeEffect.of((_, focused) => (focused ? null : setMeaning.of(null)))],
});

/** The same as the pointer's bubble says, at the cursor; it goes when the cursor moves, the text changes, and by Escape. */
export function told(view) {
  const plugin = cm.LSPPlugin.get(view);
  if (!plugin) return false;
  const pos = view.state.selection.main.head;
  plugin.client.sync();
  plugin.client.request("textDocument/hover", { textDocument: { uri: plugin.uri }, position: plugin.toPosition(pos) }).then((found) => {
    if (cm.LSPPlugin.get(view) !== plugin || view.state.selection.main.head !== pos) return;
    const text = found ? plugin.docToHTML(found.contents, "markdown") : t("There is nothing to say about this word.");
    const create = () => {
      const dom = Object.assign(document.createElement("div"), { className: "cm-lsp-documentation told", role: "status" });
      dom.append(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
      return { dom };
    };
    view.dispatch({ effects: setMeaning.of({ pos, above: true, create }) });
  }, () => {});
  return true;
}

export function untold(view) {
  if (!view.state.field(meaning, false)) return false;
  return view.dispatch({ effects: setMeaning.of(null) }), true;
}
