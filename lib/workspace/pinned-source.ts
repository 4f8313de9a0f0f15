import type { Source } from "#lib/vfs/source.ts";
import type { Mount } from "./state.ts";

/** What fetches exactly this mount's files again, anywhere; `undefined` for files that only one person has. */
export function pinnedSource({ source, commit }: Mount): Source | undefined {
  if (source.kind === "sample") return source;
  return source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : undefined;
}
