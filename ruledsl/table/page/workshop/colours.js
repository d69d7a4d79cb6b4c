/** Colours that the language server gives: what every word of a rule is. */
import * as cm from "../vendor/codemirror.js";

const QUIET = 300;
const setColours = cm.StateEffect.define();
const field = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(known, change) {
    const mapped = known.map(change.changes);
    return change.effects.reduce((found, effect) => (effect.is(setColours) ? effect.value : found), mapped);
  },
  provide: (self) => cm.EditorView.decorations.from(self),
});

export const colours = field;

/** Ask for the colours, when nobody has typed for a moment. */
export class Painter {
  constructor(client) {
    this.client = client;
  }

  soon(view) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.paint(view), QUIET);
  }

  async paint(view) {
    const plugin = cm.LSPPlugin.get(view);
    if (!plugin || plugin.client !== this.client) return;
    this.client.sync();
    const { doc } = view.state;
    const kinds = this.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes;
    const found = await this.client.request("textDocument/semanticTokens/full", { textDocument: { uri: plugin.uri } }).catch(() => null);
    if (view.state.doc !== doc || cm.LSPPlugin.get(view) !== plugin) return;
    if (!found) {
      this.soon(view);
      return;
    }
    view.dispatch({ effects: setColours.of(cm.Decoration.set(rangesOf(doc, found.data, kinds ?? []))) });
  }
}

/** Each colour says how far it is from the one before: lines, columns, then its length, its kind, and whether it declares. */
function rangesOf(doc, data, kinds) {
  const ranges = [];
  let line = 1;
  let column = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    column = data[i] ? data[i + 1] : column + data[i + 1];
    line += data[i];
    if (line > doc.lines) break;
    const from = doc.line(line).from + column;
    const to = Math.min(from + data[i + 2], doc.length);
    if (from < to) ranges.push(cm.Decoration.mark({ class: `is-${kinds[data[i + 3]]}${data[i + 4] ? " is-declared" : ""}` }).range(from, to));
  }
  return ranges;
}
