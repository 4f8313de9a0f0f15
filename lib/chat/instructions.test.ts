import { expect, test } from "vitest";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import { assembleInstructions, lastReminded, splitReminder, withReminder } from "./instructions.ts";
import type { ChatMessage } from "./message.ts";

const place = {
  harness: "Keen Code",
  cwd: "/workspace",
  home: "/home/user",
  before: "\n\n",
  readTools: { read: "file_read", list: "glob_tool", search: "grep_tool" },
  writeTools: ["write_file", "edit_file"],
};
const catalog = (channel: Catalog["channel"], text: string): Catalog => ({ channel, text, rows: [] });

test("the catalog stands at the end, character for character", () => {
  const text = "  ## Available Skills\n\n- a: b → /w/SKILL.md  ";
  const { system: prompt } = assembleInstructions({ ...place, catalog: catalog("system", text) });
  expect(prompt.endsWith(`\n\n${text}`)).toBe(true);
  for (const part of ["Keen Code", "/workspace", "/home/user", "file_read, glob_tool and grep_tool"])
    expect(prompt).toContain(part);
});

test("a catalog of another channel, or an empty one, adds nothing", () => {
  const bare = assembleInstructions({ ...place, catalog: catalog("system", "") });
  expect(assembleInstructions({ ...place, catalog: catalog("reminder", "text") })).toEqual(bare);
  expect(assembleInstructions({ ...place, catalog: catalog("developer", "") })).toEqual(bare);
  expect(bare).toEqual({ system: bare.system.trim() });
});

test("a catalog that goes into a message of its own stands behind the system prompt, character for character", () => {
  const { system } = assembleInstructions({ ...place, catalog: catalog("system", "") });
  expect(assembleInstructions({ ...place, catalog: catalog("developer", " ## Skills ") })).toEqual({
    system,
    developer: " ## Skills ",
  });
});

test("what stands before the catalog is the harness's", () => {
  const text = "\n\nAvailable Skills:\n";
  const { system: prompt } = assembleInstructions({ ...place, before: "", catalog: catalog("system", text) });
  expect(prompt.endsWith(`asks for.${text}`)).toBe(true);
});

test("the tools that change files are named as the harness calls them", () => {
  const withTools = (...writeTools: string[]) =>
    assembleInstructions({ ...place, writeTools, catalog: catalog("system", "") }).system;
  expect(withTools("write_file", "str_replace", "patch_file")).toContain("write_file, str_replace and patch_file;");
  expect(withTools()).toContain("You cannot write files.");
});

const told = { catalog: "list", skills: 2, length: 13 };
const after = { ...told, text: "hello\n\n<r>list</r>", at: 5 };
const before = { ...told, text: "<r>list</r>\n\nhello", at: 0 };

test("a reminder goes along with the message, and what was typed stays beside it", () => {
  expect(withReminder({ text: "hello" }, after)).toEqual({
    text: "hello\n\n<r>list</r>",
    typed: "hello",
    reminder: { ...told, at: 5 },
  });
  expect(withReminder({ text: "hello", typed: "/skill" }, before)).toMatchObject({ typed: "/skill" });
});

test("a sent message is told apart from its reminder, wherever that stands, and from one kept without its length", () => {
  const parts = { said: "hello", reminder: "<r>list</r>" };
  expect(splitReminder(after.text, after)).toEqual(parts);
  expect(splitReminder(before.text, before)).toEqual(parts);
  expect(splitReminder(after.text, { at: 5 })).toEqual(parts);
});

test("without one the message goes as it is", () => {
  expect(withReminder({ text: "hello" }, undefined)).toEqual({ text: "hello" });
});

test("the last catalog told counts, over messages without one", () => {
  const said = (id: string, catalog?: string): ChatMessage => ({
    id,
    role: "user",
    parts: [],
    metadata: catalog === undefined ? {} : { reminder: { catalog, skills: 1, at: 0 } },
  });
  expect(lastReminded([said("1", "old"), said("2", "new"), said("3")])).toBe("new");
  expect(lastReminded([said("1")])).toBeUndefined();
});
