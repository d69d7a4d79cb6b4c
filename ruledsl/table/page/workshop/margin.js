/** The margin of the editor: which rules a scenario has reached, and which none has. */
import * as cm from "../vendor/codemirror.js";
import { t } from "../words.js";

class Mark extends cm.GutterMarker {
  constructor(reached, title) {
    super();
    Object.assign(this, { reached, title });
  }

  eq(other) {
    return other.reached === this.reached && other.title === this.title;
  }

  toDOM() {
    const mark = document.createElement("span");
    mark.className = this.reached ? "reached" : "unreached";
    mark.textContent = this.reached ? "✓" : "○";
    mark.title = this.title;
    return mark;
  }
}

const setMarks = cm.StateEffect.define();
const marks = cm.StateField.define({
  create: () => cm.RangeSet.empty,
  update(known, change) {
    const mapped = known.map(change.changes);
    return change.effects.reduce((found, effect) => (effect.is(setMarks) ? effect.value : found), mapped);
  },
});

export const margin = [marks, cm.gutter({ class: "margin", markers: (view) => view.state.field(marks) })];

/** Show the clauses of the file that is open: `{line, reached}` each. Several of a line are one mark, reached if all are. */
export function showMarks(view, clauses) {
  const lines = new Map();
  for (const { line, reached } of clauses) lines.set(line, (lines.get(line) ?? true) && reached);
  const { doc } = view.state;
  const found = [...lines].filter(([line]) => line <= doc.lines).sort(([one], [other]) => one - other);
  const ranges = found.map(([line, reached]) => new Mark(reached, reached ? t("A scenario has reached this rule.") : t("No scenario has reached this rule.")).range(doc.line(line).from));
  view.dispatch({ effects: setMarks.of(cm.RangeSet.of(ranges)) });
}
