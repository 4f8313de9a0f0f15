import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { git, gitBytes } from "./git-repository.ts";

/** A file or link as in `git ls-tree -r`, with its content, one character per byte. */
export type ListedEntry = readonly [path: string, mode: string, content: string];

const gitModes = { [snapshotMode.file]: "100644", [snapshotMode.executable]: "100755", [snapshotMode.link]: "120000" };

export function snapshotListing(snapshot: Snapshot): ListedEntry[] {
  return [...snapshotEntries(snapshot)].map(({ path, mode, bytes }) => [path, gitModes[mode], bytesAsText(bytes)]);
}

/** Git's own listing of `tree`, without submodules. */
export function gitListing(repository: string, tree: string): ListedEntry[] {
  const lines = git(repository, ["ls-tree", "-r", "-z", tree]).split("\0").filter(Boolean);
  const entries = lines
    .map((line) => line.split("\t", 2) as [string, string])
    .filter(([head]) => !head.startsWith("160000"))
    .map(([head, path]) => [path, ...(head.split(" ") as [string, string, string])] as const);
  const contents = readBlobs(repository, new Set(entries.map(([, , , id]) => id)));
  return entries.map(([path, mode, , id]) => [path, mode, contents.get(id) ?? ""]);
}

/** The contents by id, read by one process. */
function readBlobs(repository: string, ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const output = gitBytes(repository, ["cat-file", "--batch"], [...ids].map((id) => `${id}\n`).join(""));
  const contents = new Map<string, string>();
  // Each entry is "id type size", a newline, the content and a newline.
  for (let at = 0; at < output.length; ) {
    const start = output.indexOf("\n", at) + 1;
    const [id = "", , size] = output.toString("latin1", at, start).split(" ");
    const end = start + Number(size);
    contents.set(id, bytesAsText(output.subarray(start, end)));
    at = end + 1;
  }
  return contents;
}

/** Text compares as fast as bytes, and a failed assertion shows where two differ. */
export function bytesAsText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
