import { failureOrThrow } from "#lib/failure.ts";
import type { Loss } from "#lib/state/state.ts";
import type { KnownMounts } from "#lib/storage/storage-load.ts";
import type { BrokenRecord, LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import type { Keeping } from "./keeping.ts";

/**
 * Reads and validates what is stored under this address; `broken` lists the records that cannot be read. `undefined`
 * when nothing is stored, and when reading fails as a whole, which `storage` then shows.
 * @param known what was read before, which is not read again
 */
export async function loadStored(
  keeping: Keeping,
  known: KnownMounts | undefined,
): Promise<LoadedWorkspace | undefined> {
  try {
    const storage = await keeping.storage;
    const loaded = await storage.load(keeping.workspaceId, known);
    return loaded && (await (await import("./check-stored.ts")).checkStored(storage, loaded));
  } catch (caught) {
    const failure = failureOrThrow(caught);
    // A save would overwrite what could not be read.
    keeping.giveUp(failure);
    return undefined;
  }
}

/**
 * Moves unreadable records to where no save overwrites them, and reports them. Where that fails, nothing is saved any
 * more. Call it before the first save, in the tab that saves.
 */
export async function setBrokenAside(keeping: Keeping, { workspace, broken }: LoadedWorkspace): Promise<void> {
  if (broken.length === 0) return;
  keeping.lose(...lossesOf(broken));
  try {
    await (await keeping.storage).setAside(workspace.id, broken);
  } catch (caught) {
    keeping.giveUp(failureOrThrow(caught));
  }
}

/** The losses to report, without unreadable files of a source: `damaged` reports them with other lost files. */
function lossesOf(broken: readonly BrokenRecord[]): readonly Loss[] {
  const count = (kind: string) => broken.filter(({ key }) => key[0] === kind).length;
  return [
    ...(count("conversation") > 0 ? [{ kind: "conversation" } as const] : []),
    ...(count("edit") > 0 ? [{ kind: "edits", count: count("edit") } as const] : []),
    ...(count("workspace") > 0 ? [{ kind: "state" } as const] : []),
  ];
}
