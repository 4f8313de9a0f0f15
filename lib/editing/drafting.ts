import { failureOf } from "#lib/failure.ts";
import { draftAt, draftKey, isInConflict } from "#lib/state/drafts.ts";
import type { Draft } from "#lib/state/state.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import { readText } from "#lib/vfs/files.ts";
import type { Editing } from "./editing.ts";

export interface DraftNeeds {
  readonly typed: Typed;
  readonly tree: Tree;
  readonly editing: Editing;
}

/**
 * Records the text that a person has typed into a file; where it equals the file's text again, the draft is removed.
 */
export async function changeDraft(needs: DraftNeeds, path: string, text: string): Promise<void> {
  const { base, saving } = typedAt(needs, path) ?? { base: textAt(needs, path) };
  if (text === base && saving === undefined) needs.typed.put(keyOf(needs, path), undefined);
  else needs.typed.put(keyOf(needs, path), { base, text, ...(saving !== undefined && { saving }) });
  await needs.typed.keep();
}

export async function dropDraft(needs: DraftNeeds, path: string): Promise<void> {
  needs.typed.put(keyOf(needs, path), undefined);
  await needs.typed.keep();
}

/** Rebases a draft on the current file, so that saving the draft replaces that. */
export async function keepDraft(needs: DraftNeeds, path: string): Promise<void> {
  const draft = typedAt(needs, path);
  if (!draft) return;
  needs.typed.put(keyOf(needs, path), { ...draft, base: textAt(needs, path) });
  await needs.typed.keep();
}

/**
 * Writes a draft into its file, as an edit of the person's own that the harness notices by its own rules. Does nothing
 * where the file has changed meanwhile; where writing fails, the draft stays and says why.
 */
export async function saveDraft(needs: DraftNeeds, path: string): Promise<void> {
  const draft = typedAt(needs, path);
  if (!draft || draft.saving !== undefined || isInConflict(draft, textAt(needs, path))) return;
  const { base, text } = draft;
  // By the time the write is done, another harness may show the file at another path.
  const key = keyOf(needs, path);
  needs.typed.put(key, { base, text, saving: text });
  try {
    await needs.editing.write([{ path, text }]);
    // Text typed meanwhile is now based on the saved text.
    settleDraft(needs, key, { base: text });
  } catch (caught) {
    const failure = failureOf(caught);
    settleDraft(needs, key, { base, ...(failure && { failure }) });
    if (!failure) throw caught;
  }
  await needs.typed.keep();
}

/** Ends a save: a draft whose text equals `after.base` is removed. A draft dropped meanwhile stays dropped. */
function settleDraft(needs: DraftNeeds, key: string, after: Pick<Draft, "base" | "failure">): void {
  const text = needs.typed.state().drafts.get(key)?.text;
  if (text !== undefined) needs.typed.put(key, text === after.base ? undefined : { ...after, text });
}

function typedAt(needs: DraftNeeds, path: string): Draft | undefined {
  return draftAt({ ...needs.tree.state(), ...needs.typed.state() }, path);
}

function keyOf(needs: DraftNeeds, path: string): string {
  return draftKey(needs.tree.state().files, path);
}

function textAt(needs: DraftNeeds, path: string): string | undefined {
  return readText(needs.tree.state().files, path);
}
