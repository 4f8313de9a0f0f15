import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import { checkStored } from "./check-stored.ts";
import { contentsOf } from "./contents.ts";

/**
 * What is stored under an address with the messages of all conversations, fully validated; `undefined` where nothing is. Rejects as the
 * storage does, and with `record-damaged` where the record does not say what is mounted.
 */
export async function readWhole(storage: WorkspaceStorage, id: string): Promise<WorkspaceContents | undefined> {
  const loaded = await storage.load(id);
  return loaded && contentsOf(await checkStored(storage, loaded, loaded.conversations.keys()));
}
