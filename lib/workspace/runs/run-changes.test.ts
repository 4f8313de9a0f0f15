import { expect, it } from "vitest";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { givenFiles } from "./given-files.ts";
import { changesOf } from "./run-changes.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("tells what is new, changed and gone in the workspace and in home, and nothing else", () => {
  const files = textFiles({ "/workspace/old.txt": "old", "/workspace/gone.txt": "gone" });
  const written = createSnapshot(
    ["workspace/old.txt", "workspace/run.sh", "home/user/note", "etc/passwd", "root.txt"].map((path) => ({
      path,
      mode: path.endsWith(".sh") ? snapshotMode.executable : snapshotMode.file,
      bytes: bytes(path),
    })),
  );
  const removed = ["workspace/gone.txt", "usr/bin/ls"];
  const ended = { kind: "ended", status: 0, cwd: "/workspace", env: {}, written, removed } as const;
  expect(changesOf(ended, files).map(({ path, kind, executable }) => [path, kind, executable])).toEqual([
    ["/workspace/gone.txt", "deleted", false],
    ["/home/user/note", "new", false],
    ["/workspace/old.txt", "changed", false],
    ["/workspace/run.sh", "new", true],
  ]);
});

it("gives a run the files of the workspace and of home, and stops when it is told to", async () => {
  const files = textFiles({ "/workspace/a.txt": "a", "/home/user/.agents/b": "b", "/other/c": "c" });
  const given = await givenFiles(files, new AbortController().signal);
  expect(given.paths.split("\0")).toEqual(["home/user/.agents/b", "workspace/a.txt"]);
  await expect(givenFiles(files, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
});
