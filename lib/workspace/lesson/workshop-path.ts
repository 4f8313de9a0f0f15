import { workspacePath } from "#lib/share/link.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { Source } from "#lib/vfs/source.ts";

/** The address of a workshop as such; `undefined` for what has none. */
export function workshopPath(source: Source): string | undefined {
  if (source.kind !== "git" && source.kind !== "sample") return undefined;
  const { lesson: _, ...plain } = source;
  return workspacePath(plain as Source);
}

/** The same at the commit that is mounted: for whoever has it opened as it is here. */
export function pinnedWorkshop({ source, commit }: Pick<Mount, "source" | "commit">): string | undefined {
  return workshopPath(source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : source);
}
