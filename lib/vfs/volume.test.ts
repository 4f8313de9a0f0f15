import { describe, expect, test } from "vitest";
import { FailureError } from "#lib/failure.ts";
import { readText, walkFiles } from "./files.ts";
import { createSnapshot, snapshotMode } from "./snapshot.ts";
import { snapshotFiles } from "./snapshot-files.ts";
import { createVolume, fillVolume } from "./volume.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const snapshot = createSnapshot([
  { path: "skills/pdf/SKILL.md", mode: snapshotMode.file, bytes: bytes("pdf") },
  { path: "skills/pdf/run.sh", mode: snapshotMode.executable, bytes: bytes("#!/bin/sh") },
  { path: "skills/alias", mode: snapshotMode.link, bytes: bytes("pdf") },
  { path: "circle", mode: snapshotMode.link, bytes: bytes("circle") },
  { path: "up", mode: snapshotMode.link, bytes: bytes("../../etc/passwd") },
  { path: "nul", mode: snapshotMode.link, bytes: bytes("a\0b") },
  { path: "void", mode: snapshotMode.link, bytes: bytes("") },
  { path: "__proto__/constructor", mode: snapshotMode.file, bytes: bytes("named like an object's own") },
  { path: "empty.md", mode: snapshotMode.file, bytes: bytes("") },
]);

async function filledVolume() {
  const volume = createVolume();
  await fillVolume(volume, snapshot);
  return volume;
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (caught) {
    if (caught instanceof FailureError) return caught.failure.code;
    throw caught;
  }
  return undefined;
}

describe("a filled volume", () => {
  test("shows exactly what the snapshot shows", async () => {
    const volume = await filledVolume();
    const expected = snapshotFiles(snapshot);
    expect([...walkFiles(volume, "/")]).toEqual([...walkFiles(expected, "/")]);
    for (const { path } of walkFiles(expected, "/")) {
      expect(volume.lstat(path), path).toEqual(expected.lstat(path));
      expect(volume.stat(path), path).toEqual(expected.stat(path));
      expect(volume.list(path), path).toEqual(expected.list(path));
      expect(volume.read(path), path).toEqual(expected.read(path));
    }
  });

  test("reads through links and not out of them", async () => {
    const volume = await filledVolume();
    expect(readText(volume, "/skills/alias/SKILL.md")).toBe("pdf");
    for (const path of ["/circle", "/up", "/nul", "/void", "/circle/x", "/empty.md/x", "/missing", "/a\0b"]) {
      expect(volume.stat(path), path).toBeUndefined();
      expect(volume.read(path), path).toBeUndefined();
      expect(volume.list(path), path).toBeUndefined();
    }
  });

  test("reports progress up to the end", async () => {
    const reports: string[] = [];
    await fillVolume(createVolume(), snapshot, { onProgress: (done, total) => reports.push(`${done}/${total}`) });
    expect(reports.at(-1)).toBe("9/9");
  });

  test("stops when cancelled", async () => {
    const filling = fillVolume(createVolume(), snapshot, { signal: AbortSignal.abort() });
    await expect(filling).rejects.toMatchObject({ failure: { code: "cancelled" } });
  });
});

describe("writing", () => {
  test("makes folders, replaces content, and leaves the snapshot alone", async () => {
    const before = snapshot.bytes.slice();
    const volume = await filledVolume();
    volume.write("/skills/pdf/SKILL.md", bytes("PDF, longer than before"));
    volume.write("/new/folder/file.md", bytes("new"));
    expect(readText(volume, "/skills/pdf/SKILL.md")).toBe("PDF, longer than before");
    expect(readText(volume, "/new/folder/file.md")).toBe("new");
    expect(snapshot.bytes).toEqual(before);
  });

  test("keeps its own copy", () => {
    const volume = createVolume();
    const given = bytes("as given");
    volume.write("/a", given);
    given.fill(0);
    expect(readText(volume, "/a")).toBe("as given");
  });

  test("keeps the executable bit unless told", async () => {
    const volume = await filledVolume();
    volume.write("/skills/pdf/run.sh", bytes("echo"));
    expect(volume.stat("/skills/pdf/run.sh")?.executable).toBe(true);
    volume.write("/skills/pdf/run.sh", bytes("echo"), { executable: false });
    expect(volume.stat("/skills/pdf/run.sh")?.executable).toBe(false);
    volume.write("/fresh.sh", bytes("echo"), { executable: true });
    expect(volume.stat("/fresh.sh")?.executable).toBe(true);
  });

  test("goes through a link to its file", async () => {
    const volume = await filledVolume();
    volume.write("/skills/alias/SKILL.md", bytes("through"));
    expect(readText(volume, "/skills/pdf/SKILL.md")).toBe("through");
  });

  test.each(["/skills", "/empty.md/below", "/up", "/circle/x", "/.git/config", "/a/.GIT ./x", "/a\nb", "/"])(
    "refuses %j",
    async (path) => {
      const volume = await filledVolume();
      expect(codeOf(() => volume.write(path, bytes("x")))).toBe("name-refused");
    },
  );
});

describe("removing and linking", () => {
  test("removes a folder with its content and the links in it", async () => {
    const volume = await filledVolume();
    volume.remove("/skills");
    expect([...volume.paths()].filter((path) => path.startsWith("/skills"))).toEqual([]);
    volume.write("/skills/alias/SKILL.md", bytes("a plain folder now"));
    expect(volume.lstat("/skills/alias")?.kind).toBe("folder");
  });

  test("removes a link and not what it points to", async () => {
    const volume = await filledVolume();
    volume.remove("/skills/alias");
    expect(volume.lstat("/skills/alias")).toBeUndefined();
    expect(readText(volume, "/skills/pdf/SKILL.md")).toBe("pdf");
  });

  test("minds nothing missing", async () => {
    const volume = await filledVolume();
    const before = [...volume.paths()];
    for (const path of ["/missing", "/empty.md/below", "/circle/x", "/"]) volume.remove(path);
    expect([...volume.paths()]).toEqual(before);
  });

  test("puts a link in a file's place", async () => {
    const volume = await filledVolume();
    volume.link("/empty.md", "skills/pdf/SKILL.md");
    expect(volume.lstat("/empty.md")).toEqual({
      kind: "link",
      size: 0,
      executable: false,
      target: "skills/pdf/SKILL.md",
    });
    expect(readText(volume, "/empty.md")).toBe("pdf");
  });

  test("makes folders", () => {
    const volume = createVolume();
    volume.makeFolder("/a/b");
    volume.makeFolder("/a");
    expect(volume.list("/a")).toEqual([{ name: "b", kind: "folder" }]);
  });
});
