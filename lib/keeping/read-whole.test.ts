import { expect, test } from "vitest";
import { openStorage } from "#lib/storage/persistence.ts";
import { startEachWithEmptyDatabase } from "#test/browser-database.ts";
import { readWhole } from "./read-whole.ts";

startEachWithEmptyDatabase();

test("all that is stored has the changes of a source whose files have not all come", async () => {
  const storage = await openStorage();
  const meta = {
    id: "m",
    source: { kind: "git", url: "https://git.example/acme/skills" },
    label: "acme/skills",
    as: "project",
    scope: "project",
    at: "/workspace",
    fileCount: 1,
    byteCount: 1,
  };
  const workspace = {
    schema: 1,
    id: "/gh/acme/skills",
    title: "acme/skills",
    createdAt: 1,
    usedAt: 1,
    fileCount: 1,
    byteCount: 1,
    mounts: [{ id: "m", meta }],
    state: {},
  } as const;
  const edits = new Map([["/mine.md", new TextEncoder().encode("mine")]]);
  await storage.saveMeta(workspace);
  await storage.saveEdits(workspace.id, "m", edits);
  const whole = await readWhole(storage, workspace.id);
  expect(whole?.mounts.get("m")?.edits).toEqual(edits);
});
