/** The editor: CodeMirror with the margin, colours and keys of the workshop. */
import * as cm from "../vendor/codemirror.js";
import { t } from "../words.js";
import { colours } from "./colours.js";
import { formatted, mended, renamed, toFinding, told, untold } from "./language.js";
import { margin } from "./margin.js";

export const fromElsewhere = cm.Annotation.define();
const nonce = cm.EditorView.cspNonce.of(document.querySelector('meta[name="style-nonce"]').content);
const language = new cm.Compartment();
const reading = new cm.Compartment();

/** A line whose text goes on further in: `races:`, `rules: |`, `if …:`, `after …:`, `action NAME`. */
const BEGUN = /^(?!\s*#)(?:\s*action\b.*[^:\s]|.*(?::|[:] *[|>][+-]?|[{[(]))\s*(?:\s#.*)?$/;

/** YAML as far as its colours go: comments, keys, texts and numbers. What rules say is coloured by the language server. */
const yaml = cm.StreamLanguage.define({
  name: "ruledsl",
  token(stream) {
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"|^'[^']*'/)) return "string";
    if (/(?:^|[{,-])\s*$/.test(stream.string.slice(0, stream.pos)) && stream.match(/^[\w-]+(?=:(?:\s|$))/)) return "propertyName";
    if (stream.match(/^-?\d+\b/)) return "number";
    if (!stream.match(/^[\w-]+/)) stream.next();
    return null;
  },
  /** Of a new line: further in after what is begun there, else as deep as the line above. */
  indent(_, after, context) {
    if (context.simulatedBreak === null) return null;
    const above = context.lineAt(context.pos, -1).text;
    const [depth] = above.match(BEGUN.test(above) ? /^[ ]*(?:- +)*/ : /^ */);
    return depth.length + (BEGUN.test(above) ? 2 : 0);
  },
});
const look = cm.HighlightStyle.define(
  ["comment", "string", "propertyName", "number"].map((name) => ({ tag: cm.tags[name], class: `is-${name}` })),
);

/** A state for a file. `kept` is what `keptState` made of an earlier one. */
function stateFor(shop, path, text, kept) {
  const keys = [
    { key: "Tab", run: cm.acceptCompletion },
    { key: "Mod-s", run: () => (shop.keeper.save(), true), preventDefault: true },
    { key: "F2", run: renamed(shop), preventDefault: true },
    { key: "Shift-Alt-f", run: formatted(shop), preventDefault: true },
    { key: "Mod-.", run: mended(shop), preventDefault: true },
    { key: "Alt-i", run: told, preventDefault: true },
    { key: "F8", run: toFinding(shop) },
    { key: "Escape", run: untold },
  ];
  const extensions = [
    nonce,
    cm.keymap.of([...keys, ...cm.closeBracketsKeymap, ...cm.completionKeymap, ...cm.lintKeymap, ...cm.searchKeymap, ...cm.historyKeymap, cm.indentWithTab, ...cm.defaultKeymap]),
    [cm.lineNumbers(), cm.lintGutter(), margin, cm.history(), cm.highlightActiveLine(), cm.highlightSpecialChars(), cm.closeBrackets(), cm.search({ top: true })],
    [cm.highlightSelectionMatches(), cm.indentUnit.of("  "), yaml, cm.syntaxHighlighting(look), colours, cm.EditorView.lineWrapping],
    cm.EditorView.contentAttributes.of({ "aria-label": t("Text of {path}", { path }), "aria-describedby": "ways-out", spellcheck: "false" }),
    cm.EditorView.updateListener.of((update) => heard(shop, update)),
    language.of(shop.language?.extension(path) ?? []),
    reading.of(cm.EditorState.readOnly.of(shop.keeper.reads)),
  ];
  if (kept) {
    try {
      return cm.EditorState.fromJSON(kept, { extensions }, { history: cm.historyField });
    } catch {
      // What was kept is of another version; the text itself is as good.
    }
  }
  return cm.EditorState.create({ doc: text, extensions });
}

function heard(shop, update) {
  const { state } = update;
  if (update.docChanged) shop.typed(state.doc.toString(), update.transactions.some((one) => one.annotation(fromElsewhere)));
  const line = state.doc.lineAt(state.selection.main.head).number;
  if (line !== shop.line) shop.moved(line);
}

/** The one editor of the page, once it stands in it. */
export class Editor {
  constructor(shop, place) {
    this.shop = shop;
    this.view = new cm.EditorView({ parent: place, extensions: [nonce] });
    this.view.dom.hidden = true;
  }

  show(path, text, kept) {
    this.view.setState(stateFor(this.shop, path, text, kept));
    this.view.dom.hidden = false;
  }

  /** What is needed to go on later with this text, undoing included. */
  get kept() {
    return this.view.state.toJSON({ history: cm.historyField });
  }

  /** Another text instead, which can be undone like any other change; only what differs is exchanged, so that the cursor stays. */
  replace(text, where = {}) {
    const old = this.view.state.doc.toString();
    if (old === text) return;
    let from = 0;
    while (from < old.length && old[from] === text[from]) from += 1;
    let end = 0;
    while (end < Math.min(old.length, text.length) - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
    const changes = { from, to: old.length - end, insert: text.slice(from, text.length - end) };
    this.view.dispatch({ changes, annotations: [fromElsewhere.of(true), ...(where.undo === false ? [cm.Transaction.addToHistory.of(false)] : [])] });
  }

  connect() {
    if (this.shop.path) this.view.dispatch({ effects: language.reconfigure(this.shop.language?.extension(this.shop.path) ?? []) });
  }

  guard() {
    this.view.dispatch({ effects: reading.reconfigure(cm.EditorState.readOnly.of(this.shop.keeper.reads)) });
  }

  goTo(line) {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({ selection: { anchor: from }, effects: cm.EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  undo() {
    cm.undo(this.view);
  }

  redo() {
    cm.redo(this.view);
  }
}
