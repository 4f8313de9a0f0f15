import { useEffect, useState } from "react";
import { failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { openStorage, type StorageOutlook, storageOutlook } from "#lib/storage/persistence.ts";
import type { AsideRecords } from "#lib/storage/storage-aside.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { openChannel } from "#lib/storage/workspace-channel.ts";

export interface StoredWorkspaces {
  /** Last used first; absent until they are read. */
  readonly workspaces?: readonly StoredWorkspace[];
  /** Workspaces, and parts of them, that could not be read. */
  readonly aside: readonly AsideRecords[];
  readonly outlook?: StorageOutlook;
  /** What went wrong, in a sentence. */
  readonly note?: string;
  readonly remove: (id: string) => Promise<void>;
  readonly removeAside: (aside: AsideRecords) => Promise<void>;
}

/** The workspaces kept in this browser. */
export function useStoredWorkspaces(): StoredWorkspaces {
  const [workspaces, setWorkspaces] = useState<readonly StoredWorkspace[]>();
  const [aside, setAside] = useState<readonly AsideRecords[]>([]);
  const [outlook, setOutlook] = useState<StorageOutlook>();
  const [note, setNote] = useState<string>();
  async function attempt(work: () => Promise<void>) {
    try {
      await work();
    } catch (caught) {
      setNote(failureParts(failureOrThrow(caught)).what);
    }
  }
  async function load() {
    const storage = await openStorage();
    const stored = await storage.list();
    setAside(await storage.aside());
    setWorkspaces([...stored].sort((a, b) => b.usedAt - a.usedAt));
    setOutlook(await storageOutlook());
  }
  async function remove(id: string) {
    await attempt(async () => {
      await (await openStorage()).remove(id);
      tellTabs(id);
      await load();
    });
  }
  async function removeAside(one: AsideRecords) {
    await attempt(async () => {
      await (await openStorage()).removeAside(one);
      if (one.isWhole) tellTabs(one.workspaceId);
      await load();
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page stands
  useEffect(() => void attempt(load), []);
  return {
    ...(workspaces && { workspaces }),
    aside,
    ...(outlook && { outlook }),
    ...(note && { note }),
    remove,
    removeAside,
  };
}

/** Keeps a tab that has the workspace open from writing it again after it was deleted. */
function tellTabs(id: string) {
  const channel = openChannel(id);
  channel.post("removed");
  channel.close();
}
