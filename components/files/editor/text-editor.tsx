import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import code from "#components/ui/code/code.module.css";
import type { DraftProblem } from "#lib/editing/draft-standing.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { changeBetween, editorMarks } from "./editor-marks.ts";
import { editorSetup, fromEditor, type LineEnding, toEditor } from "./editor-setup.ts";
import styles from "./file-editor.module.css";
import { harnessOf } from "./frontmatter-help.ts";

interface TextEditorProps {
  readonly path: string;
  readonly text: string;
  /** Line ending of the text; a text with another line ending needs a new editor. */
  readonly ending: LineEnding;
  /** Where the last link led: to a 1-based line, or to the file as a whole. */
  readonly asked: { readonly line?: number } | undefined;
  /** Whether the editor takes the focus when it is mounted. */
  readonly takesFocus: boolean;
  readonly isReadOnly: boolean;
  /** The chosen harness's findings in the text, as far as they are known. */
  readonly problems: readonly DraftProblem[];
  readonly harness: Profile;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/**
 * Focuses the editor, at once or when the dialog has closed that the file was made in: before, nothing under it takes the focus, and as it
 * closes it gives the focus to the button that opened it.
 */
function focusUnderDialogs(editor: EditorView): void {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  if (dialog) dialog.addEventListener("close", () => editor.focus(), { once: true });
  else editor.focus();
}

/** The editor itself. When `text` changes from outside, the editor's content is replaced. */
export function TextEditor(props: TextEditorProps) {
  const { path, ending, asked, isReadOnly, problems, harness, onChange, onSave } = props;
  const shown = toEditor(props.text, ending);
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [readOnly] = useState(() => new Compartment());
  const [chosen] = useState(() => new Compartment());
  const save = useEffectEvent(() => onSave());
  const report = useEffectEvent((text: string) => {
    if (text !== shown) onChange(fromEditor(text, ending));
  });
  const create = useEffectEvent((parent: HTMLElement) => {
    const setup = editorSetup({ path, ending, onChange: (text) => report(text), onSave: () => save() });
    const state = EditorState.create({ doc: shown, extensions: [setup, readOnly.of([]), chosen.of([])] });
    const created = new EditorView({ parent, state });
    if (props.takesFocus) focusUnderDialogs(created);
    return created;
  });
  useLayoutEffect(() => {
    const created = box.current && create(box.current);
    view.current = created;
    return () => created?.destroy();
  }, []);
  useEffect(() => {
    if (view.current && asked?.line !== undefined) showLine(view.current, asked.line);
  }, [asked]);
  useEffect(() => {
    if (view.current) replaceText(view.current, shown);
  }, [shown]);
  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }, [readOnly, isReadOnly]);
  useEffect(() => {
    view.current?.dispatch({ effects: chosen.reconfigure(harnessOf.of(harness)) });
  }, [chosen, harness]);
  useEffect(() => {
    const state = view.current?.state;
    if (!state) return;
    const mend = (editor: EditorView, text: string) => replaceText(editor, toEditor(text, ending));
    const marks = editorMarks(problems, state.doc, { harness: harness.label, ...(!isReadOnly && { mend }) });
    view.current?.dispatch(setDiagnostics(state, marks));
  }, [problems, harness, isReadOnly, ending]);
  return <div ref={box} className={`${code.palette} ${styles.editor}`} />;
}

function showLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

/** Replaces the text as a single step of the undo history. */
function replaceText(view: EditorView, text: string): void {
  const changes = changeBetween(view.state.sliceDoc(), text);
  if (changes) view.dispatch({ changes });
}
