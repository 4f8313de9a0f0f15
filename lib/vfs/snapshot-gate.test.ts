import { describe, expect, test } from "vitest";
import { FailureError } from "#lib/failure.ts";
import { createSnapshotGate, type SnapshotGate } from "./snapshot-gate.ts";

const small = { files: 3, bytes: 100, fileBytes: 60, depth: 2 };

function failureOfAdmitting(gate: SnapshotGate, ...entries: (readonly [path: string, size?: number])[]) {
  try {
    for (const [path, size = 0] of entries) gate.admit(path, size);
  } catch (caught) {
    if (caught instanceof FailureError) return caught.failure;
    throw caught;
  }
  return undefined;
}

describe("names refused", () => {
  test.each([
    "",
    "/absolute",
    "a//b",
    "folder/",
    "..",
    "a/../b",
    "./a",
    "a\\b",
    "a\u0000b",
    "a\nb",
    "a\u007f",
    "a\u0085",
    "broken\ufffd",
    "lone\ud800",
    ".git",
    ".git/config",
    "sub/.GIT/hooks/x",
    ".git ",
    ".git...",
    "git~1/config",
    ".git::$INDEX_ALLOCATION/config",
    ".g\u200cit/config",
    "a".repeat(256),
    "\u00e9".repeat(128),
    `${"a/".repeat(512)}b`,
  ])("%j", (path) => {
    expect(failureOfAdmitting(createSnapshotGate(), [path])).toMatchObject({ code: "name-refused", path });
  });
});

test.each([
  ".gitignore",
  ".github/x",
  "git",
  "my.git/x",
  "git~10",
  "...",
  "CON",
  "C:evil",
  "__proto__/constructor",
  "a".repeat(255),
  "\u00e9".repeat(127),
])("the name %j is accepted", (path) => {
  const gate = createSnapshotGate();
  expect(failureOfAdmitting(gate, [path])).toBeUndefined();
  expect(gate.warnings()).toEqual([]);
});

describe("budgets", () => {
  test("files, folders counted with them", () => {
    expect(failureOfAdmitting(createSnapshotGate(small), ["a"], ["b"], ["c"], ["d"])).toEqual({
      code: "too-many-files",
      limit: 3,
    });
    const gate = createSnapshotGate(small);
    for (const folder of ["a", "b", "c"]) gate.enter(folder);
    expect(failureOfAdmitting(gate, ["d"])).toMatchObject({ code: "too-many-files" });
    expect(() => gate.enter("d")).toThrow(FailureError);
  });

  test("bytes of one file, of all files", () => {
    expect(failureOfAdmitting(createSnapshotGate(small), ["a", 61])).toEqual({
      code: "too-large",
      limit: 60,
      path: "a",
    });
    expect(failureOfAdmitting(createSnapshotGate(small), ["a", 60], ["b", 41])).toEqual({
      code: "too-large",
      limit: 100,
    });
    expect(failureOfAdmitting(createSnapshotGate(small), ["a", 60], ["b", 40])).toBeUndefined();
  });

  test("depth", () => {
    expect(failureOfAdmitting(createSnapshotGate(small), ["a/b/c"])).toBeUndefined();
    expect(failureOfAdmitting(createSnapshotGate(small), ["a/b/c/d"])).toMatchObject({ code: "too-deep", limit: 2 });
  });
});

describe("one path, one file", () => {
  test.each([
    ["twice", ["a/b", "a/b"]],
    ["a file, then a folder", ["a", "a/b"]],
    ["a folder, then a file", ["a/b/c", "a"]],
  ])("%s", (_, paths) => {
    const entries = paths.map((path) => [path] as const);
    expect(failureOfAdmitting(createSnapshotGate(), ...entries)).toMatchObject({ code: "name-refused" });
  });

  test("a folder is entered once", () => {
    const gate = createSnapshotGate();
    gate.enter("a");
    gate.admit("a/b", 0);
    expect(() => gate.enter("a")).toThrow("name-refused");
  });

  test("an entered folder cannot be a file", () => {
    const gate = createSnapshotGate();
    gate.enter("a");
    expect(failureOfAdmitting(gate, ["a"])).toMatchObject({ code: "name-refused", path: "a" });
    gate.admit("b", 0);
    expect(() => gate.enter("b")).toThrow(FailureError);
  });
});

test.each(["a\u00adb", "a\u2062b", "a\u3164", "a\u{e0101}", "\u061ca"])("%j is warned of", (path) => {
  const gate = createSnapshotGate();
  gate.admit(path, 0);
  expect(gate.warnings()).toEqual([{ kind: "hidden-characters", path }]);
});

test.each(["❤\ufe0f.md", "☎\ufe0e", "技能", "مهارة", "e\u0301"])("%j is not", (path) => {
  const gate = createSnapshotGate();
  gate.admit(path, 0);
  expect(gate.warnings()).toEqual([]);
});

test("twins by case and by Unicode form, and hidden characters, are warned of", () => {
  const gate = createSnapshotGate();
  for (const path of ["Docs/a.md", "docs/A.md", "caf\u00e9", "cafe\u0301", "a\u202egpj.exe", "tag\u{e0041}"]) {
    gate.admit(path, 0);
  }
  expect(gate.warnings()).toEqual([
    { kind: "twins", paths: ["Docs/a.md", "docs/A.md"] },
    { kind: "twins", paths: ["caf\u00e9", "cafe\u0301"] },
    { kind: "hidden-characters", path: "a\u202egpj.exe" },
    { kind: "hidden-characters", path: "tag\u{e0041}" },
  ]);
});
