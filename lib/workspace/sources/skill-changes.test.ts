import { describe, expect, it } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { createSnapshot, type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { compareUpdate } from "./compare-update.ts";
import { chosenAfter, skillChanges } from "./skill-changes.ts";

function snapshotOf(files: Readonly<Record<string, string>>): Snapshot {
  const encoder = new TextEncoder();
  const entries = Object.entries(files);
  return createSnapshot(
    entries.map(([path, text]) => ({ path, mode: snapshotMode.file, bytes: encoder.encode(text) })),
  );
}

function touched(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
  const [old, fresh] = [snapshotOf(before), snapshotOf(now)];
  return finish(skillChanges(old, fresh, finish(compareUpdate(old, fresh, new Map())).changes));
}

const named = (name: string) => `---\nname: ${name}\ndescription: Of ${name}.\n---\n`;

describe("the skills that an update touches", () => {
  it("are told by what became of their SKILL.md, or of a file beside it", () => {
    const before = {
      "README.md": "1",
      "skills/a/SKILL.md": named("a"),
      "skills/a/scripts/run.py": "1",
      "skills/old/SKILL.md": named("old"),
      "skills/still/SKILL.md": named("still"),
      "skills/went/SKILL.md": named("went"),
    };
    const now = {
      "README.md": "2",
      "skills/a/SKILL.md": named("a"),
      "skills/a/scripts/run.py": "2",
      "skills/came/SKILL.md": named("newcomer"),
      "skills/still/SKILL.md": named("still"),
      "tools/went/SKILL.md": named("went"),
    };
    expect(touched(before, now)).toEqual([
      { kind: "added", name: "newcomer", path: "/skills/came/SKILL.md" },
      { kind: "removed", name: "old", path: "/skills/old/SKILL.md" },
      { kind: "moved", name: "went", path: "/tools/went/SKILL.md", from: "/skills/went/SKILL.md" },
      { kind: "changed", name: "a", path: "/skills/a/SKILL.md" },
    ]);
  });

  it("are the innermost ones of those that lie in each other", () => {
    const files = { "SKILL.md": named("outer"), "inner/SKILL.md": named("inner"), "inner/notes.md": "1" };
    expect(touched(files, { ...files, "inner/notes.md": "2" })).toMatchObject([{ kind: "changed", name: "inner" }]);
  });
});

describe("the choice of skills after an update", () => {
  const changes = [
    { kind: "added", name: "new", path: "/new/SKILL.md" },
    { kind: "removed", name: "gone", path: "/gone/SKILL.md" },
    { kind: "moved", name: "moved", path: "/to/SKILL.md", from: "/from/SKILL.md" },
  ] as const;

  it("stays what it was, but for what is gone or stands elsewhere now", () => {
    const chosen = ["/stays/SKILL.md", "/gone/SKILL.md", "/from/SKILL.md"];
    expect(chosenAfter(chosen, changes, [])).toEqual(["/stays/SKILL.md", "/to/SKILL.md"]);
  });

  it("takes in new skills only when asked to, unless all are chosen", () => {
    expect(chosenAfter([], changes, ["/new/SKILL.md"])).toEqual(["/new/SKILL.md"]);
    expect(chosenAfter(undefined, changes, [])).toBeUndefined();
  });
});
