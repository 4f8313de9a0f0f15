import { type Snapshot, type SnapshotEntry, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import { storedSnapshot } from "#lib/vfs/stored-snapshot.ts";
import { UsageError } from "../console.ts";
import { askGit, talkToGit } from "./git-program.ts";

interface Listed {
  readonly path: string;
  readonly id: string;
  readonly mode: SnapshotEntry["mode"];
  readonly size: number;
}

const modes: Readonly<Record<string, SnapshotEntry["mode"]>> = {
  "100644": snapshotMode.file,
  "100755": snapshotMode.executable,
  "120000": snapshotMode.link,
};

/** Files that are equal in the commit and on the disk, as most are. */
export interface AlikeFiles {
  /** The files on the disk. */
  readonly snapshot: Snapshot;
  /** The files that git reports as changed since the commit, without a leading slash; all others are equal. */
  readonly changed: ReadonlySet<string>;
}

/**
 * The files below a folder at a commit, within the lab's limits; submodules are left out.
 * @param commit a full id
 * @param alike if given, unchanged files are taken from it: they are not read again, and share the same bytes
 * @throws FailureError for what the lab refuses, UsageError if git fails
 */
export async function readCommit(folder: string, commit: string, alike?: AlikeFiles): Promise<Snapshot> {
  const gate = createSnapshotGate();
  const answer = await askGit(folder, "ls-tree", "-r", "-z", "-l", commit, "--", ".");
  const listed = answer.toString("utf8").split("\0").flatMap(listedIn);
  const wanted = listed.filter(({ path, size }) => gate.take(path, size));
  const known = alike && unchangedIn(alike);
  // Git's settings may write other bytes to the disk than it stores; a different size shows that.
  const sharedOf = ({ path, size }: Listed) => {
    const there = known?.get(path);
    return (there?.size ?? there?.bytes.length) === size ? there : undefined;
  };
  const missing = wanted.filter((each) => !sharedOf(each));
  const contents = await readObjects(folder, missing);
  const read = new Map(missing.map(({ path }, at) => [path, contents[at] ?? new Uint8Array(0)]));
  return storedSnapshot(
    wanted.map((each) => {
      const { path, mode, size } = each;
      return { path, mode, size, read: () => read.get(path) ?? sharedOf(each)?.bytes ?? new Uint8Array(0) };
    }),
  );
}

function unchangedIn({ snapshot, changed }: AlikeFiles): ReadonlyMap<string, SnapshotEntry> {
  const entries = [...snapshotEntries(snapshot)].filter(({ path }) => !changed.has(path));
  return new Map(entries.map((entry) => [entry.path, entry]));
}

/** `<mode> blob <id> <size>\t<path>` */
function listedIn(line: string): readonly Listed[] {
  const [, kind = "", id = "", size = "", path = ""] = /^(\d{6}) blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
  const mode = modes[kind];
  return mode === undefined ? [] : [{ path, id, mode, size: Number(size) }];
}

/** The contents of objects, in the same order. */
async function readObjects(folder: string, objects: readonly Listed[]): Promise<readonly Uint8Array[]> {
  if (objects.length === 0) return [];
  const child = talkToGit(folder, "cat-file", "--batch");
  child.stdin.on("error", () => undefined);
  child.stdin.end(objects.map(({ id }) => `${id}\n`).join(""));
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  let at = 0;
  return objects.map(({ id, size }) => {
    const head = whole.indexOf(10, at);
    if (whole.toString("latin1", at, head) !== `${id} blob ${size}`)
      throw new UsageError(`git has no object ${id}: this clone has only a part of its history.`);
    at = head + size + 2;
    return new Uint8Array(whole.subarray(head + 1, head + 1 + size));
  });
}
