import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { type EditorState, type Extension, Facet, StateEffect, StateField } from "@codemirror/state";
import {
  closeHoverTooltips,
  type EditorView,
  hoverTooltip,
  type KeyBinding,
  keymap,
  showTooltip,
  type Tooltip,
} from "@codemirror/view";
import { describeField, type FieldFacts, fieldUse, fieldValues } from "#lib/harness/describe/describe-field.ts";
import { frontmatterFields } from "#lib/harness/describe/fields.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fieldNote } from "./field-note.ts";
import { frontmatterKeys, frontmatterPlace } from "./frontmatter-place.ts";

/** The chosen harness. */
export const harnessOf = Facet.define<Profile, Profile | undefined>({ combine: ([chosen]) => chosen });

/** Completes the names and values of frontmatter fields, and explains them: on hover, and by Mod-i. */
export const frontmatterHelp: Extension = [
  autocompletion({ override: [completeField], icons: false, tooltipClass: () => "field-list" }),
  hoverTooltip((view, pos) => noteAt(view.state, pos), { hideOnChange: true }),
  noteField(),
];

/** The completions at the cursor: keys that are not used yet, those that the chosen harness reads first. */
export function completeField({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const place = frontmatterPlace(state.doc, pos);
  const profile = state.facet(harnessOf);
  if (!place || !profile || (place.from === pos && !explicit)) return null;
  if (place.kind === "key") {
    const options = keyOptions(profile, frontmatterKeys(state.doc), place);
    return { from: place.from, to: place.to, options, validFor: /^[\w-]*$/ };
  }
  const options = fieldValues(profile, profiles, place.key).map((label): Completion => ({ label }));
  return options.length === 0 ? null : { from: place.from, to: place.to, options, validFor: /^[\w-]*$/ };
}

function keyOptions(
  profile: Profile,
  there: readonly string[],
  { key, hasValue }: { readonly key: string; readonly hasValue: boolean },
): readonly Completion[] {
  const missing = frontmatterFields.filter((field) => field.key === key || !there.includes(field.key));
  return missing.map((field, index): Completion => {
    const isIgnored = fieldUse(profile, field.key) === "ignored";
    return {
      label: field.key,
      detail: isIgnored ? `not read by ${profile.label}` : "",
      info: () => infoOf(field.key),
      apply: hasValue ? field.key : `${field.key}: `,
      // Options that match the typed text equally well are sorted by this boost alone.
      boost: (isIgnored ? 0 : 50) - index,
    };
  });
}

function infoOf(key: string): HTMLElement | null {
  const facts = describeField(profiles, key);
  return facts ? fieldNote(facts) : null;
}

interface FoundField {
  readonly facts: FieldFacts;
  readonly from: number;
  readonly to: number;
}

/** The frontmatter field at `pos`. */
export function fieldAt({ doc }: EditorState, pos: number): FoundField | undefined {
  const place = frontmatterPlace(doc, pos);
  const facts = place && describeField(profiles, place.key);
  return facts && { facts, from: place.from, to: place.to };
}

function noteAt(state: EditorState, pos: number): Tooltip | null {
  const found = fieldAt(state, pos);
  if (!found) return null;
  const { facts, from, to } = found;
  return { pos: from, end: to, above: false, create: (view) => ({ dom: noteIn(view, facts) }) };
}

/** The note's links can be reached by Tab, so Escape has to close it from there too. */
function noteIn(view: EditorView, facts: FieldFacts): HTMLElement {
  const dom = fieldNote(facts);
  dom.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    view.dispatch({ effects: [showNote.of(null), closeHoverTooltips] });
    view.focus();
  });
  return dom;
}

const showNote = StateEffect.define<Tooltip | null>();

/** The note opened by key: it stays until Escape, or until the cursor or the text changes. */
function noteField(): Extension {
  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update(before, transaction) {
      for (const effect of transaction.effects) if (effect.is(showNote)) return effect.value;
      return transaction.docChanged || transaction.selection ? null : before;
    },
    provide: (field) => showTooltip.from(field),
  });
  const keys: readonly KeyBinding[] = [
    {
      key: "Mod-i",
      run: (view) => {
        const note = noteAt(view.state, view.state.selection.main.head);
        if (note) view.dispatch({ effects: showNote.of(note) });
        return note !== null;
      },
    },
    {
      key: "Escape",
      run: (view) => {
        if (!view.state.field(shown)) return false;
        view.dispatch({ effects: showNote.of(null) });
        view.focus();
        return true;
      },
    },
  ];
  return [shown, keymap.of(keys)];
}
