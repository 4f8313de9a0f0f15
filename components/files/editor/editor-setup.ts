import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import { editorLanguage } from "./editor-language.ts";
import { editorLook } from "./editor-look.ts";
import type { LineEnding } from "./line-endings.ts";

interface EditorSetup {
  readonly path: string;
  readonly ending: LineEnding;
  /** Given each text that the person makes. */
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** CodeMirror's words, written like the lab's own buttons. */
const phrases = {
  next: "Next",
  previous: "Previous",
  replace: "Replace",
  "replace all": "Replace all",
  "match case": "Match case",
  "by word": "Whole words",
};

/** Characters of a second, hidden alphabet, drawn like all others that cannot be seen. */
const tagCharacters = /[\u{e0000}-\u{e007f}]/gu;

/** What is said of a line would hide others for as long as the pointer rests (WCAG 1.4.13). */
const closeTooltip: KeyBinding = {
  key: "Escape",
  run: (view) => {
    if (!hasHoverTooltips(view.state)) return false;
    view.dispatch({ effects: closeHoverTooltips });
    return true;
  },
};

/**
 * What the editor can do. Tab is not bound and leaves it, as it leaves any text box: nobody is trapped inside
 * (WCAG 2.1.2).
 */
export function editorSetup({ path, ending, onChange, onSave }: EditorSetup): Extension {
  const save: KeyBinding = {
    key: "Mod-s",
    preventDefault: true,
    run: () => {
      onSave();
      return true;
    },
  };
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    search({ top: true }),
    highlightSpecialChars({ addSpecialChars: tagCharacters }),
    EditorState.phrases.of(phrases),
    EditorView.lineWrapping,
    tooltips({ tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
    keymap.of([save, closeTooltip, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
    ...(ending === "mixed" ? [EditorState.lineSeparator.of("\n")] : []),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Edit ${path}`, spellcheck: "false" }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.sliceDoc())),
    editorLanguage(path),
    editorLook,
  ];
}
