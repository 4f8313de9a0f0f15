import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Notice } from "#lib/skills/notice.ts";
import code from "./code-view.module.css";
import { editorMarks } from "./editor-marks.ts";
import { editorSetup } from "./editor-setup.ts";
import styles from "./file-editor.module.css";
import { fromEditor, type LineEnding, toEditor } from "./line-endings.ts";

interface TextEditorProps {
  readonly path: string;
  readonly text: string;
  /** Of the text; for another one, another editor is needed. */
  readonly ending: LineEnding;
  /** 1-based line to show at first. */
  readonly line: number | undefined;
  /** Whether it takes the focus as it comes. */
  readonly takesFocus: boolean;
  readonly isReadOnly: boolean;
  /** What was found in the file. */
  readonly notices: readonly Notice[];
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** A text to be edited. It shows `text` whenever that becomes another than what stands in it. */
export function TextEditor(props: TextEditorProps) {
  const { path, ending, isReadOnly, notices, onChange, onSave } = props;
  const shown = toEditor(props.text, ending);
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [readOnly] = useState(() => new Compartment());
  const save = useEffectEvent(() => onSave());
  const report = useEffectEvent((text: string) => {
    if (text !== shown) onChange(fromEditor(text, ending));
  });
  const create = useEffectEvent((parent: HTMLElement) => {
    const setup = editorSetup({ path, ending, onChange: (text) => report(text), onSave: () => save() });
    return createView(parent, shown, [setup, readOnly.of([])], props);
  });
  useLayoutEffect(() => {
    const created = box.current && create(box.current);
    view.current = created;
    return () => created?.destroy();
  }, []);
  useEffect(() => {
    if (view.current) replaceText(view.current, shown);
  }, [shown]);
  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }, [readOnly, isReadOnly]);
  useEffect(() => {
    const state = view.current?.state;
    if (state) view.current?.dispatch(setDiagnostics(state, editorMarks(notices, state.doc)));
  }, [notices]);
  return <div ref={box} className={`${code.palette} ${styles.editor}`} />;
}

function createView(
  parent: HTMLElement,
  doc: string,
  extensions: readonly Extension[],
  { line, takesFocus }: Pick<TextEditorProps, "line" | "takesFocus">,
): EditorView {
  const view = new EditorView({ parent, state: EditorState.create({ doc, extensions }) });
  if (line !== undefined) {
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }
  if (takesFocus) view.focus();
  return view;
}

/** As one step that can be taken back. */
function replaceText(view: EditorView, text: string): void {
  const { state } = view;
  if (state.sliceDoc() !== text) view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
}
