import { failureOf } from "#lib/failure.ts";
import { readText } from "#lib/vfs/files.ts";
import { type Core, workspaceRecord } from "#lib/workspace/core.ts";
import type { Draft } from "#lib/workspace/state.ts";
import { draftAt, draftKey, isInConflict } from "#lib/workspace/tree/drafts.ts";
import { writeFiles } from "./write-files.ts";

/** Notes what a person has typed into a file; text that is the file's own again is no draft any more. */
export async function changeDraft(core: Core, path: string, text: string): Promise<void> {
  const { base, saving } = typedAt(core, path) ?? { base: textAt(core, path) };
  if (text === base && saving === undefined) putDraft(core, keyOf(core, path), undefined);
  else putDraft(core, keyOf(core, path), { base, text, ...(saving !== undefined && { saving }) });
  await keepDrafts(core);
}

export async function dropDraft(core: Core, path: string): Promise<void> {
  putDraft(core, keyOf(core, path), undefined);
  await keepDrafts(core);
}

/** Bases a draft on the file as it is now, so that saving the draft replaces that. */
export async function keepDraft(core: Core, path: string): Promise<void> {
  const draft = typedAt(core, path);
  if (!draft) return;
  putDraft(core, keyOf(core, path), { ...draft, base: textAt(core, path) });
  await keepDrafts(core);
}

/**
 * Writes a draft into its file, as an edit of the person's own that the harness notices by its own rules. Nothing
 * happens where the file has become something else meanwhile, and what cannot be written stays a draft that says why.
 */
export async function saveDraft(core: Core, path: string): Promise<void> {
  const draft = typedAt(core, path);
  if (!draft || draft.saving !== undefined || isInConflict(draft, textAt(core, path))) return;
  const { base, text } = draft;
  // By the time the write is done, another harness may show the file at another path.
  const key = keyOf(core, path);
  putDraft(core, key, { base, text, saving: text });
  try {
    await writeFiles(core, [{ path, text }]);
    // What was typed meanwhile is now based on the text that was saved.
    settleDraft(core, key, { base: text });
  } catch (caught) {
    const failure = failureOf(caught);
    settleDraft(core, key, { base, ...(failure && { failure }) });
    if (!failure) throw caught;
  }
  await keepDrafts(core);
}

/** Ends a saving: a draft with the text of `after.base` is removed. One that was dropped meanwhile stays dropped. */
function settleDraft(core: Core, key: string, after: Pick<Draft, "base" | "failure">): void {
  const text = core.store.getState().drafts.get(key)?.text;
  if (text !== undefined) putDraft(core, key, text === after.base ? undefined : { ...after, text });
}

function typedAt({ store }: Core, path: string): Draft | undefined {
  return draftAt(store.getState(), path);
}

function keyOf({ store }: Core, path: string): string {
  return draftKey(store.getState().files, path);
}

function putDraft({ store }: Core, key: string, draft: Draft | undefined): void {
  const drafts = new Map(store.getState().drafts);
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  store.setState({ drafts });
}

function textAt({ store }: Core, path: string): string | undefined {
  return readText(store.getState().files, path);
}

const waiting = new WeakMap<Core, Promise<void>>();

/** Saves the drafts with the workspace's record. While one save is under way, all that is typed waits for the next one. */
function keepDrafts(core: Core): Promise<void> {
  const next =
    waiting.get(core) ??
    core.saver.flush().then(() => {
      waiting.delete(core);
      return core.saver.saveDrafts(workspaceRecord(core));
    });
  waiting.set(core, next);
  return next;
}
