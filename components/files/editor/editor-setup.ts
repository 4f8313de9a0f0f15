import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml, yamlFrontmatter } from "@codemirror/lang-yaml";
import { defineLanguageFacet, Language, LanguageSupport } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, nextDiagnostic } from "@codemirror/lint";
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
import { GFM, parser } from "@lezer/markdown";
import { languageOf } from "#components/files/file-kind.ts";
import { editorLook } from "./editor-look.ts";
import { frontmatterHelp } from "./frontmatter-help.ts";

interface EditorSetup {
  readonly path: string;
  readonly ending: LineEnding;
  /** Called with the text after each edit. */
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** CodeMirror's phrases, written like the lab's own buttons. */
const phrases = {
  next: "Next",
  previous: "Previous",
  replace: "Replace",
  "replace all": "Replace all",
  "match case": "Match case",
  "by word": "Whole words",
};

/** Unicode tag characters, an invisible copy of ASCII; drawn like all other invisible characters. */
const tagCharacters = /[\u{e0000}-\u{e007f}]/gu;

/** Escape closes a tooltip that covers other lines (WCAG 1.4.13). */
const closeTooltip: KeyBinding = {
  key: "Escape",
  run: (view) => {
    if (!hasHoverTooltips(view.state)) return false;
    view.dispatch({ effects: closeHoverTooltips });
    return true;
  },
};

/** Shows the next finding. CodeMirror does nothing where the only finding is selected already, so one whose tooltip was closed could not be read again. */
const nextFinding: KeyBinding = {
  key: "F8",
  run: (view) => {
    if (nextDiagnostic(view)) return true;
    view.dispatch({ selection: { anchor: view.state.selection.main.from } });
    return nextDiagnostic(view);
  },
};

/** Applies the first fix of what is found in the cursor's line, and pressed again the next. */
const quickFix: KeyBinding = {
  key: "Mod-.",
  run: (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    let fix: (() => void) | undefined;
    forEachDiagnostic(view.state, ({ actions: [action] = [] }, from, to) => {
      if (action && from <= line.to && to >= line.from) fix ??= () => action.apply(view, from, to);
    });
    fix?.();
    return fix !== undefined;
  },
};

/** The editor's extensions. Tab is not bound, so it leaves the editor as it leaves any text box: nobody is trapped inside (WCAG 2.1.2). */
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
    ...(languageOf(path) === "markdown" ? [frontmatterHelp] : []),
    history(),
    search({ top: true }),
    highlightSpecialChars({ addSpecialChars: tagCharacters }),
    EditorState.phrases.of(phrases),
    EditorView.lineWrapping,
    tooltips({ tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
    keymap.of([save, closeTooltip, nextFinding, quickFix, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    ...(ending === "mixed" ? [EditorState.lineSeparator.of("\n")] : []),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Edit ${path}`, spellcheck: "false" }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.sliceDoc())),
    editorLanguage(path),
    editorLook,
  ];
}

// Not @codemirror/lang-markdown, which brings HTML, CSS and JavaScript along: twice the size of all the rest.
const data = defineLanguageFacet();
const markdown = new LanguageSupport(new Language(data, parser.configure(GFM), [], "markdown"));

/** Syntax highlighting for the formats that skills and state files are written in; anything else stays plain. */
function editorLanguage(path: string): Extension {
  const language = languageOf(path);
  if (language === "markdown") return yamlFrontmatter({ content: markdown });
  if (language === "yaml") return yaml();
  return language === "json" ? json() : [];
}

/** How the lines of a text end; `mixed`: in several ways, each of which has to be kept. */
export type LineEnding = "\n" | "\r\n" | "mixed";

export function lineEndingOf(text: string): LineEnding {
  if (!text.includes("\r")) return "\n";
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? "mixed" : "\r\n";
}

/** A file's text as the editor holds it, with `\n` line endings; a mixed text stays as it is. */
export function toEditor(text: string, ending: LineEnding): string {
  return ending === "\r\n" ? text.replaceAll("\r\n", "\n") : text;
}

/** The reverse of `toEditor`. */
export function fromEditor(text: string, ending: LineEnding): string {
  return ending === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
}
