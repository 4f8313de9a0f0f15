import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { listFolder } from "./served-files.ts";

/** Folders that are watched at once: each takes a place in a table of the system that all programs share. */
const mostWatched = 1000;

/** Milliseconds after a change in which others belong to it: an editor writes, renames and deletes for one save. */
const pause = 150;

/**
 * Tells when something below a folder has changed, until it is aborted. A folder of which nobody may look at more is watched as far as it goes:
 * pages read again when their person comes back to them, too.
 */
export function watchFolder(root: string, onChange: () => void, signal: AbortSignal): void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const { folders } = await listFolder(root);
    if (signal.aborted) return;
    const wanted = new Set(folders.slice(0, mostWatched));
    for (const [folder, watcher] of watchers) if (!wanted.has(folder)) drop(folder, watcher);
    for (const folder of wanted) if (!watchers.has(folder)) add(folder);
  }

  function add(folder: string): void {
    try {
      const watcher = watch(join(root, folder), { persistent: false }, changed);
      watcher.on("error", () => drop(folder, watcher));
      watchers.set(folder, watcher);
    } catch {
      // It is gone, or the system watches no more: what is in it is read when the page is come back to.
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
