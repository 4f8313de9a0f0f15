import { type FSWatcher, watch } from "node:fs";
import { basename, join } from "node:path";
import { listFolder } from "./served-files.ts";

/** The most folders that are watched at once: each takes an entry in a system table that all programs share. */
const mostWatched = 1000;

/** Milliseconds in which further changes count as the same one: an editor writes, renames and deletes for one save. */
const pause = 150;

/**
 * Calls `onChange` once it watches a folder, and when something below it has changed, until aborted. Where no more folders can be watched, the
 * rest goes unwatched: pages also read again when their person returns to them.
 */
export function watchFolder(root: string, onChange: () => void, signal: AbortSignal): void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const { folders } = await listFolder(root);
    if (signal.aborted) return;
    const wanted = new Set(folders.slice(0, mostWatched));
    for (const [folder, watcher] of watchers) if (!wanted.has(folder)) drop(folder, watcher);
    const unwatched = [...wanted].filter((folder) => !watchers.has(folder));
    for (const folder of unwatched) add(folder);
    // Nobody was told what changed in them before they were watched.
    if (unwatched.length > 0) onChange();
  }

  function add(folder: string): void {
    try {
      const at = join(root, folder);
      const watcher = watch(at, { persistent: false }, (event, name) => {
        // The folder itself was deleted or moved, and another may have its name by now; or a file in it has that name.
        if (event === "rename" && name === basename(at)) drop(folder, watcher);
        changed();
      });
      watcher.on("error", () => drop(folder, watcher));
      watchers.set(folder, watcher);
    } catch {
      // It is gone, or the system watches no more: its contents are read when the person returns to the page.
    }
  }

  function drop(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (watchers.get(folder) === watcher) watchers.delete(folder);
  }

  function changed(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (signal.aborted) return;
      onChange();
      void renew();
    }, pause);
  }

  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  });
  void renew();
}
