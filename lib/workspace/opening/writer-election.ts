import { contentsOf } from "#lib/keeping/contents.ts";
import { ignoreClosing } from "#lib/keeping/keeping.ts";
import { loadStored, setBrokenAside } from "#lib/keeping/load-stored.ts";
import type { WorkspaceChannel } from "#lib/storage/workspace-channel.ts";
import { claimWriting, type WriterLock } from "#lib/storage/writer-lock.ts";
import type { Visit } from "./arrival.ts";
import { type ArriveNeeds, arrive } from "./arrive.ts";
import { arriveFirst } from "./arrive-first.ts";
import { damagedIn, mendDamaged, showStored, takeUp } from "./restore.ts";

/** Milliseconds between a save and its reading in a read-only tab: one answer is saved several times in a row. */
const settling = 150;

/** Opens the workspace, and lets one tab of it write while all others show what that has saved. */
export function electWriter(needs: ArriveNeeds, channel: WorkspaceChannel, visit: Visit): WriterLock {
  let work = Promise.resolve();
  /** Whether a reading of what the other tab has saved is to begin. */
  let isToRead = false;
  /** Runs one step after another: readings that overtake each other would show an old state. */
  function inOrder(step: () => Promise<void>): void {
    work = work
      .then(() => (needs.closed.aborted ? undefined : step()))
      .catch((caught) => ignoreClosing(needs.closed, caught));
  }

  function readSaved(): Promise<void> {
    isToRead = false;
    return catchUp(needs);
  }

  const lock = claimWriting({
    workspaceId: needs.keeping.workspaceId,
    channel,
    flush: async () => {
      // A step that closing interrupts may already have passed something to the saver.
      if (needs.closed.aborted) await work;
      await settle(needs);
    },
    onChange: (writes) => inOrder(() => (writes ? lead(needs, visit.incoming) : follow(needs))),
  });
  channel.on("saved", () => {
    // If each save began the wait anew, a tab that saves all the time would never be followed.
    if (isToRead) return;
    isToRead = true;
    setTimeout(() => inOrder(readSaved), settling);
  });
  channel.on("removed", () => needs.keeping.giveUp({ code: "storage-gone" }));
  inOrder(() => arrive(needs, visit, lock.first));
  return lock;
}

/** Ends what is under way, and waits until all messages and writes are saved. */
async function settle(needs: ArriveNeeds): Promise<void> {
  needs.activity.cancel();
  needs.sources.deliveries.dropAll();
  needs.chat.endTurn();
  await needs.keeping.settled();
}

/** Makes this tab read-only, since another tab saves the workspace from now on. */
async function follow(needs: ArriveNeeds): Promise<void> {
  needs.keeping.begin(false);
  needs.last.box = needs.composer.state();
  needs.activity.cancel();
  needs.sources.deliveries.dropAll();
  needs.chat.restart();
  needs.sources.folders.unfollowAll();
  delete needs.last.read;
  await catchUp(needs);
}

/** Makes this tab save the workspace from now on, starting from what the other has saved. */
async function lead(needs: ArriveNeeds, brought: Visit["incoming"]): Promise<void> {
  await catchUp(needs);
  needs.chat.restart();
  const { read } = needs.last;
  if (read) await setBrokenAside(needs.keeping, read);
  needs.keeping.begin(true, read && contentsOf(read));
  delete needs.last.read;
  if (!read) return arriveFirst(needs, brought);
  takeUp(needs, read);
  needs.sources.folders.followStored(read);
  needs.sources.folders.readAll();
  await mendDamaged(needs, damagedIn(needs.tree.state().mounts, read));
}

/** Shows what the other tab has saved. */
async function catchUp(needs: ArriveNeeds): Promise<void> {
  if (!needs.keeping.isFollowing()) return;
  const stored = await loadStored(needs.keeping, needs.last.read?.mounts);
  if (!stored || !needs.keeping.isFollowing()) return;
  needs.keeping.begin(false, contentsOf(stored));
  if (await showStored(needs, stored)) await needs.harness.refresh("load");
  const { phase } = needs.slice.get();
  if (phase.kind !== "offered") needs.slice.set({ phase: { kind: "ready" } });
}
