import type { Files } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import type { Reach } from "./reach.ts";

interface NearPaths {
  /** The deepest folder above the missing path that exists. */
  readonly folder: string;
  /** Its entries, most alike first. */
  readonly names: readonly string[];
}

const most = 8;

/** Says that `path` is missing and, where the model may look, what stands near it. */
export function missingSentence(reach: Reach, wanted: "file" | "folder", path: string): string {
  const { folder, names } = nearPaths(reach.files, path);
  const mayTell = names.length > 0 && reach.guard(folder, "read").permission === "granted";
  return `There is no ${wanted} ${path}${mayTell ? `; ${folder} holds ${names.join(", ")}` : ""}.`;
}

/** What stands near a path that does not exist, for a model that misspelt it. */
function nearPaths(files: Files, missing: string): NearPaths {
  let child = missing;
  let folder = dirname(missing);
  while (folder !== "/" && !files.list(folder)) {
    child = folder;
    folder = dirname(folder);
  }
  const wanted = basename(child);
  const names = (files.list(folder) ?? []).map((entry) => entry.name).filter((name) => name !== ".git");
  const byLikeness = names.map((name) => ({ name, distance: editDistance(fold(wanted), fold(name)) }));
  byLikeness.sort((a, b) => a.distance - b.distance);
  return { folder, names: byLikeness.slice(0, most).map(({ name }) => name) };
}

function fold(name: string): string {
  return name.slice(0, 64).toLowerCase();
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
