import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { git, gitBytes } from "./git-repository.ts";

/** A file or link in the words of `git ls-tree -r`, with its content, a character for each byte. */
export type ListedEntry = readonly [path: string, mode: string, content: string];

const gitModes = { [snapshotMode.file]: "100644", [snapshotMode.executable]: "100755", [snapshotMode.link]: "120000" };

export function snapshotListing(snapshot: Snapshot): ListedEntry[] {
  return [...snapshotEntries(snapshot)].map(({ path, mode, bytes }) => [path, gitModes[mode], bytesAsText(bytes)]);
}

/** What git itself shows of `tree`, without submodules. */
export function gitListing(repository: string, tree: string): ListedEntry[] {
  const lines = git(repository, ["ls-tree", "-r", "-z", tree]).split("\0").filter(Boolean);
  return lines
    .map((line) => line.split("\t", 2) as [string, string])
    .filter(([head]) => !head.startsWith("160000"))
    .map(([head, path]) => {
      const [mode, , id] = head.split(" ") as [string, string, string];
      return [path, mode, bytesAsText(gitBytes(repository, ["cat-file", "blob", id]))];
    });
}

/** Compares as fast as text, and shows where two differ. */
export function bytesAsText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
