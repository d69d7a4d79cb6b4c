/** What the workshop's page uses of CodeMirror; everything else stays out of the bundle. */
export { EditorState, StateEffect, StateField, RangeSet, Compartment, Transaction, Annotation } from "@codemirror/state";
export {
  EditorView, Decoration, GutterMarker, gutter, lineNumbers, highlightActiveLine, highlightSpecialChars, drawSelection, dropCursor, keymap,
  showDialog, showTooltip, tooltips,
} from "@codemirror/view";
export { history, historyField, historyKeymap, defaultKeymap, indentWithTab, undo, redo, undoDepth, redoDepth } from "@codemirror/commands";
export { StreamLanguage, HighlightStyle, syntaxHighlighting, indentUnit, indentOnInput } from "@codemirror/language";
export { tags } from "@lezer/highlight";
export { setDiagnostics, lintGutter, lintKeymap, nextDiagnostic, openLintPanel } from "@codemirror/lint";
export { closeBrackets, closeBracketsKeymap, completionKeymap, acceptCompletion } from "@codemirror/autocomplete";
export { searchKeymap, highlightSelectionMatches, search } from "@codemirror/search";
export { LSPClient, LSPPlugin, hoverTooltips, serverCompletion, formatDocument } from "@codemirror/lsp-client";
