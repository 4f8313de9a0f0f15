import type { WorkspaceChannel } from "#lib/storage/workspace-channel.ts";
import { claimWriting, type WriterLock } from "#lib/storage/writer-lock.ts";
import { type Core, ignoreClosing, isFollowing, type WorkspaceChat } from "#lib/workspace/core.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";
import { contentsOf } from "#lib/workspace/keeping/contents.ts";
import { dropArrivals } from "#lib/workspace/sources/arriving.ts";
import { followStoredFolders, readFolders, unfollowFolders } from "#lib/workspace/sources/live-mounts.ts";
import type { Visit } from "./arrival.ts";
import { arrive, arriveFirst } from "./arrive.ts";
import { loadStored, setBrokenAside } from "./load-stored.ts";
import { showStored } from "./restore.ts";

/** Milliseconds from a save to its reading in a read-only tab: one answer is saved several times in a row. */
const settling = 150;

/** Opens the workspace, and lets one tab of it write and all others show what that has saved. */
export function electWriter(core: Core, chat: WorkspaceChat, channel: WorkspaceChannel, visit: Visit): WriterLock {
  let work = Promise.resolve();
  let soon: ReturnType<typeof setTimeout> | undefined;
  /** Runs one step after another: a reading that ended after a later one would show an old state. */
  function inOrder(step: () => Promise<void>): void {
    work = work.then(() => (core.closed.aborted ? undefined : step())).catch((caught) => ignoreClosing(core, caught));
  }

  const lock = claimWriting({
    workspaceId: core.store.getState().id,
    channel,
    flush: async () => {
      // A step that closing interrupts may already have given the saver something.
      if (core.closed.aborted) await work;
      await settle(core, chat);
    },
    onChange: (writes) => inOrder(() => (writes ? lead(core, chat, visit) : follow(core, chat))),
  });
  channel.on("saved", () => {
    clearTimeout(soon);
    soon = setTimeout(() => inOrder(() => catchUp(core)), settling);
  });
  channel.on("removed", () => core.saver.giveUp({ code: "storage-gone" }));
  inOrder(() => arrive(core, visit, lock.first));
  return lock;
}

/** Ends what is under way, and waits until everything said and written is saved. */
async function settle(core: Core, chat: WorkspaceChat): Promise<void> {
  core.mounting?.abort();
  dropArrivals(core);
  chat.open?.stop();
  await whenSaved(core);
}

/** Resolves when all that was begun is done, and is on the disk or cannot be. */
async function whenSaved(core: Core): Promise<void> {
  await Promise.allSettled(core.changes);
  await core.saver.flush();
}

/** Another tab saves the workspace from now on. */
async function follow(core: Core, chat: WorkspaceChat): Promise<void> {
  core.saver.begin(false);
  core.mounting?.abort();
  dropArrivals(core);
  chat.restart();
  unfollowFolders(core);
  delete core.read;
  await catchUp(core);
}

/** This tab saves the workspace from now on, beginning with what the other has saved. */
async function lead(core: Core, chat: WorkspaceChat, visit: Visit): Promise<void> {
  await catchUp(core);
  chat.restart();
  const { read } = core;
  if (read) await setBrokenAside(core, read);
  core.saver.begin(true, read && contentsOf(read));
  delete core.read;
  if (!read) return arriveFirst(core, visit);
  followStoredFolders(core, read);
  readFolders(core);
}

/** Shows what the other tab has saved. */
async function catchUp(core: Core): Promise<void> {
  if (!isFollowing(core)) return;
  const stored = await loadStored(core);
  if (!stored || !isFollowing(core)) return;
  core.saver.begin(false, contentsOf(stored));
  if (await showStored(core, stored)) await refresh(core, "load");
  const { phase } = core.store.getState();
  if (phase.kind !== "offered") core.store.setState({ phase: { kind: "ready" } });
}
