import { useEffect, useEffectEvent, useRef } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { withFile } from "#lib/share/link-query.ts";
import { openPaths } from "#lib/state/open-files.ts";

/** What a history entry of this tab shows; stored in its state, beside the router's own data. */
interface Entry {
  /** Path of the open file; absent if none. */
  readonly path?: string;
  /** Position among this workspace's history entries. */
  readonly index: number;
}

const stateKey = "skillground";

/**
 * Puts the open file into the address, and gives each opened file a history entry: going back closes it and shows what was there before, in
 * the end the workspace without a file, and only then leaves.
 */
export function useFileHistory(): void {
  const { openFile, closeFile, linkedFile } = useActions();
  const selection = useWorkspace((state) => state.selection);
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const current = useRef<Entry>(undefined);
  const follow = useEffectEvent(() => {
    const path = selection.file?.path;
    const at = current.current;
    // Another line of the same file, or a file closed by hand: neither gets a history entry.
    const isSame = path === at?.path || (at?.path !== undefined && !openPaths(selection).includes(at.path));
    const index = at?.index ?? entryOf(history.state).index;
    if (!at || isSame || path === undefined) note({ index, ...(path !== undefined && { path }) }, "replace");
    else note({ index: index + 1, path }, "push");
  });
  function note(entry: Entry, how: "push" | "replace"): void {
    current.current = entry;
    const address = location.pathname + withFile(location.search, linkedFile()) + location.hash;
    if (how === "replace" && isNoted(entry) && address === location.pathname + location.search + location.hash) return;
    const state = { ...(history.state as object | null), [stateKey]: entry };
    if (how === "push") history.pushState(state, "", address);
    else history.replaceState(state, "", address);
  }
  const move = useEffectEvent((state: unknown) => {
    const [was, next] = [current.current, entryOf(state)];
    current.current = next;
    if (was?.path !== undefined && next.index < was.index) closeFile(was.path, false);
    if (next.path !== undefined) openFile(next.path);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is looked at, or another line of it
  useEffect(() => {
    if (isReady) follow();
  }, [selection, isReady]);
  useEffect(() => {
    const onMove = (event: PopStateEvent) => move(event.state);
    window.addEventListener("popstate", onMove);
    return () => window.removeEventListener("popstate", onMove);
  }, []);
}

/** Reads an entry from a history state; no file if the state has none. */
function entryOf(state: unknown): Entry {
  const entry = (state as Readonly<Record<string, unknown>> | null)?.[stateKey] as Partial<Entry> | undefined;
  return { index: entry?.index ?? 0, ...(typeof entry?.path === "string" && { path: entry.path }) };
}

function isNoted({ path, index }: Entry): boolean {
  const entry = entryOf(history.state);
  return entry.path === path && entry.index === index;
}
