import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import { readText } from "#lib/vfs/files.ts";
import { openWorkspace } from "./open-workspace.ts";
import type { Workspace } from "./workspace.ts";

const folder = "/workspace/.agents/skills";

/** The page's own server: it has the samples, and lends no model. */
function serve(path: string): Response {
  if (path === "/api/chat") return Response.json({ models: [], connect: [] });
  return new Response(readFileSync(new URL(`../../public${path}`, import.meta.url)));
}

/** Each test has a workspace of its own: one that is open elsewhere cannot be changed. */
let path = "";
let count = 0;

beforeEach(() => {
  path = `/local/${++count}`;
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("location", new URL("http://127.0.0.1/"));
  vi.stubGlobal("fetch", async (input: string) => serve(input));
});

async function openGreet(): Promise<Workspace> {
  const text = "---\nname: greet\ndescription: Hello\n---\n";
  const workspace = openWorkspace({ path, search: "", own: true, incoming: { kind: "text", text } });
  await vi.waitFor(() => expect(workspace.store.getState().phase.kind).toBe("ready"));
  return workspace;
}

const move = {
  label: "Rename",
  moves: [{ from: `${folder}/greet/SKILL.md`, to: `${folder}/hello/SKILL.md` }],
  writes: [{ path: `${folder}/hello/notes.md`, text: "n" }],
};

it("applies a fix as an edit, and what is selected goes along", async () => {
  const { actions, store } = await openGreet();
  actions.selectSkill(`${folder}/greet/SKILL.md`);
  await actions.applyFix(move);
  const { files, selection, lastFix, view } = store.getState();
  expect(readText(files, `${folder}/hello/SKILL.md`)).toContain("name: greet");
  expect(files.stat(`${folder}/greet`)).toBeUndefined();
  expect(selection.skill).toBe(`${folder}/hello/SKILL.md`);
  expect(lastFix).toEqual({ verb: "Fixed", label: "Rename", state: "applied" });
  expect(view.stale && view.onDisk?.discovery.skills.some(({ directory }) => directory === `${folder}/hello`)).toBe(
    true,
  );
});

it("takes the last fix back once", async () => {
  const { actions, store } = await openGreet();
  await actions.applyFix(move);
  await actions.undoFix();
  const { files, lastFix } = store.getState();
  expect(readText(files, `${folder}/greet/SKILL.md`)).toContain("name: greet");
  expect(files.stat(`${folder}/hello/notes.md`)).toBeUndefined();
  expect(lastFix?.state).toBe("undone");
  await actions.undoFix();
  expect(store.getState().files).toBe(files);
});
