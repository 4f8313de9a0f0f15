import { expect, it } from "vitest";
import type { RunChange } from "#lib/state/model-run.ts";
import { createSnapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { givenFiles, givenFolders } from "./given-files.ts";
import { changesOf, joinedChanges, overwrites, withChanges } from "./run-changes.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nothing = createSnapshot([]);

it("tells what is new, changed and gone in the workspace and in home, and nothing else", () => {
  const files = textFiles({ "/workspace/old.txt": "old", "/workspace/gone.txt": "gone", "/workspace/was/folder": "" });
  const written = createSnapshot(
    ["workspace/old.txt", "workspace/run.sh", "workspace/was", "home/user/note", "etc/passwd", "root.txt"].map(
      (path) => ({
        path,
        mode: path.endsWith(".sh") ? snapshotMode.executable : snapshotMode.file,
        bytes: bytes(path),
      }),
    ),
  );
  const removed = ["workspace/gone.txt", "workspace/was/folder", "usr/bin/ls"];
  const ended = { kind: "ended", status: 0, cwd: "/workspace", env: {}, written, removed } as const;
  expect(changesOf(ended, files, nothing).map(({ path, kind, executable }) => [path, kind, executable])).toEqual([
    ["/workspace/gone.txt", "deleted", false],
    ["/workspace/was/folder", "deleted", false],
    ["/home/user/note", "new", false],
    ["/workspace/old.txt", "changed", false],
    ["/workspace/run.sh", "new", true],
    ["/workspace/was", "new", false],
  ]);
});

it("keeps changes in a source's own folder, and nothing that would stand beside the sources", () => {
  const files = textFiles({ "/mnt/tools/a.txt": "a" });
  const paths = ["mnt/tools/a.txt", "mnt/tools/new.txt", "mnt/other/b.txt", "mnt/loose.txt", "mnt/tools"];
  const written = createSnapshot(paths.map((path) => ({ path, mode: snapshotMode.file, bytes: bytes(path) })));
  const ended = { kind: "ended", status: 0, cwd: "/workspace", env: {}, written, removed: ["mnt/tools/gone"] } as const;
  expect(changesOf(ended, files, nothing).map(({ path, kind }) => [path, kind])).toEqual([
    ["/mnt/tools/gone", "deleted"],
    ["/mnt/tools/a.txt", "changed"],
    ["/mnt/tools/new.txt", "new"],
  ]);
});

it("knows which changes would overwrite what their run did not have", async () => {
  const begun = textFiles(
    Object.fromEntries(["same", "edited", "gone", "alike"].map((name) => [`/workspace/${name}`, "old"])),
  );
  const given = await givenFiles(begun, ["/workspace"], new AbortController().signal);
  const names = ["alike", "edited", "kept-back", "new", "same"];
  const written = createSnapshot(
    names.map((name) => ({ path: `workspace/${name}`, mode: snapshotMode.file, bytes: bytes("of the run") })),
  );
  const ended = { written, removed: ["workspace/gone"] };
  const now = { edited: "mine", gone: "mine", alike: "of the run", same: "old", "kept-back": "never given" };
  const files = textFiles(Object.fromEntries(Object.entries(now).map(([name, text]) => [`/workspace/${name}`, text])));
  const changes = changesOf(ended, files, given);
  expect(changes).toHaveLength(6);
  const over = changes
    .filter((change) => overwrites(change, files))
    .map(({ path }) => path.slice("/workspace/".length));
  expect(over).toEqual(["gone", "edited", "kept-back"]);
});

it("gives a run the files of the workspace and of home, and stops when it is told to", async () => {
  const files = textFiles({
    "/workspace/a.txt": "a",
    "/home/user/.agents/b": "b",
    "/other/c": "c",
    "/mnt/tools/d": "d",
  });
  const folders = givenFolders({ line: "ls /mnt2 /x/mntfile", cwd: "/workspace" });
  const given = await givenFiles(files, folders, new AbortController().signal);
  expect(given.paths.split("\0")).toEqual(["home/user/.agents/b", "workspace/a.txt"]);
  await expect(givenFiles(files, folders, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
});

it.each([
  ["python3 /mnt/tools/run.py", "/workspace"],
  ["ls '/mnt'", "/workspace"],
  ["cd ../mnt; ls", "/workspace"],
  ["ls", "/mnt/tools"],
])("gives the sources' own files to %j in %s, but none that the guard keeps from it", async (line, cwd) => {
  const files = textFiles({ "/workspace/a.txt": "a", "/mnt/tools/run.py": "d", "/mnt/tools/secret": "s" });
  const { signal } = new AbortController();
  const given = await givenFiles(files, givenFolders({ line, cwd }), signal, (path) => path !== "/mnt/tools/secret");
  expect(given.paths.split("\0")).toEqual(["mnt/tools/run.py", "workspace/a.txt"]);
});

it("lets a line begin with what the lines before it left undecided, and joins what both changed", () => {
  const files = textFiles({ "/workspace/old": "old", "/workspace/gone": "gone", "/workspace/back": "back" });
  const change = (name: string, text: string | undefined, before?: string): RunChange => ({
    path: `/workspace/${name}`,
    kind: text === undefined ? "deleted" : before === undefined ? "new" : "changed",
    ...(text !== undefined && { bytes: bytes(text) }),
    ...(before !== undefined && { before: bytes(before) }),
    executable: false,
  });
  const first = [change("gone", undefined, "gone"), change("made", "one"), change("old", "one", "old")];
  const again = [...first, change("back", "one", "back"), change("brief", "one")];
  const entry = (name: string, text: string) => ({
    path: `workspace/${name}`,
    mode: snapshotMode.file,
    bytes: bytes(text),
  });
  const given = createSnapshot([entry("old", "old"), entry("gone", "gone"), entry("back", "back")]);
  const texts = [...snapshotEntries(withChanges(given, first))].map((each) => [
    each.path,
    new TextDecoder().decode(each.bytes),
  ]);
  expect(texts).toEqual([
    ["workspace/back", "back"],
    ["workspace/made", "one"],
    ["workspace/old", "one"],
  ]);
  const later = changesOf(
    {
      written: createSnapshot([entry("old", "two"), entry("back", "back"), entry("late", "two")]),
      removed: ["workspace/brief"],
    },
    files,
    given,
  );
  expect(joinedChanges(again, later, files)).toEqual([
    change("gone", undefined, "gone"),
    change("late", "two"),
    change("made", "one"),
    change("old", "two", "old"),
  ]);
});
