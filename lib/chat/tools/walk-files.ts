import type { EntryKind } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { isReachable, type Reach } from "./reach.ts";

export interface Walked {
  readonly path: string;
  /** `withheld`: the harness does not let the model look there, and nothing below it was visited. */
  readonly kind: EntryKind | "withheld";
}

/** Everything below `root`, folders before what they hold. Links are named, not followed: they may go round. */
export function* walkFiles(reach: Reach, root: string, recursive: boolean): Generator<Walked> {
  for (const { name, kind } of reach.files.list(root) ?? []) {
    const path = joinPath(root, name);
    if (name === ".git") continue;
    if (!isReachable(reach, root, path)) {
      yield { path, kind: "withheld" };
      continue;
    }
    yield { path, kind };
    if (recursive && kind === "folder") yield* walkFiles(reach, path, true);
  }
}
