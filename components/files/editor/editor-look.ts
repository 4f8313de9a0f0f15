import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colours of the source view (`code.module.css`). */
const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta, tags.quote, tags.processingInstruction], color: "var(--ink-3)" },
  { tag: [tags.keyword, tags.heading], color: "var(--keyword)" },
  { tag: [tags.string, tags.monospace], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--literal)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.url, tags.link], color: "var(--name)" },
  { tag: [tags.heading, tags.strong], fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
]);

const layout = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
  ".cm-content": { padding: "8px 0 24px", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "0" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "40px", fontSize: "11.5px" },
  ".cm-specialChar": { color: "var(--bad)" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 32px 8px 12px", fontFamily: "var(--sans)" },
  ".cm-panel.cm-search label": { fontSize: "12.5px" },
  // Hidden: a regular expression can block the page for minutes, and the editor has no multiple selections.
  ".cm-panel.cm-search :is(label:has([name=re]), [name=select])": { display: "none" },
  ".cm-textfield, .cm-button": {
    minHeight: "24px",
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius-s)",
    background: "var(--card)",
    color: "var(--ink)",
    fontSize: "12.5px",
  },
  ".cm-panel button[name=close]": { width: "24px", height: "24px", color: "var(--ink)" },
  ".cm-searchMatch": { backgroundColor: "var(--t1-bg)", outline: "1px solid var(--t1)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--t3-bg)", outline: "1px solid var(--t3)" },
  ".cm-tooltip": {
    maxWidth: "min(480px, 90vw)",
    border: "1px solid var(--line-2)",
    borderRadius: "var(--radius-m)",
    backgroundColor: "var(--card)",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "220px", fontFamily: "var(--mono)", fontSize: "12.5px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", gap: "12px", padding: "3px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--pressed)",
    color: "var(--ink)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "650" },
  ".cm-completionDetail": {
    marginLeft: "auto",
    color: "var(--ink-2)",
    fontFamily: "var(--sans)",
    fontStyle: "normal",
    fontSize: "12px",
  },
  ".cm-tooltip.cm-completionInfo": { width: "250px", padding: "0" },
  ".cm-field-note": {
    padding: "8px 12px",
    maxHeight: "min(320px, 45vh)",
    overflowY: "auto",
    fontFamily: "var(--sans)",
    fontSize: "12.5px",
    lineHeight: "1.45",
    whiteSpace: "normal",
  },
  ".cm-field-note strong": { fontFamily: "var(--mono)", fontWeight: "650" },
  ".cm-field-note :is(p, ul)": { margin: "4px 0 0" },
  ".cm-field-note ul": { paddingLeft: "16px" },
  ".cm-field-uses, .cm-field-sources": { color: "var(--ink-2)" },
  ".cm-field-sources a": { color: "var(--ink)", textDecoration: "underline" },
  ".cm-diagnosticAction": {
    minHeight: "24px",
    margin: "4px 6px 2px 0",
    padding: "2px 8px",
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--card)",
    color: "var(--ink)",
  },
  ".cm-diagnosticSource": { color: "var(--ink-2)", opacity: "1", fontSize: "11.5px" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "normal" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--t1)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--line-2)" },
});

/** The editor's theme, made of the lab's tokens, for light and dark alike. */
export const editorLook = [layout, syntaxHighlighting(colours)];
