import { expect, test } from "vitest";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import { assembleInstructions } from "./instructions.ts";

const place = {
  harness: "Keen Code",
  cwd: "/workspace",
  home: "/home/user",
  before: "\n\n",
  writeTools: ["write_file", "edit_file"],
};
const catalog = (channel: Catalog["channel"], text: string): Catalog => ({ channel, text, rows: [] });

test("the catalog stands at the end, character for character", () => {
  const text = "  ## Available Skills\n\n- a: b → /w/SKILL.md  ";
  const prompt = assembleInstructions({ ...place, catalog: catalog("system", text) });
  expect(prompt.endsWith(`\n\n${text}`)).toBe(true);
  for (const part of ["Keen Code", "/workspace", "/home/user", "read_file"]) expect(prompt).toContain(part);
});

test("a catalog of another channel, or an empty one, adds nothing", () => {
  const bare = assembleInstructions({ ...place, catalog: catalog("system", "") });
  expect(assembleInstructions({ ...place, catalog: catalog("reminder", "text") })).toBe(bare);
  expect(bare).toBe(bare.trim());
});

test("what stands before the catalog is the harness's", () => {
  const text = "\n\nAvailable Skills:\n";
  const prompt = assembleInstructions({ ...place, before: "", catalog: catalog("system", text) });
  expect(prompt.endsWith(`asks for.${text}`)).toBe(true);
});

test("the tools that change files are named as the harness calls them", () => {
  const withTools = (...writeTools: string[]) =>
    assembleInstructions({ ...place, writeTools, catalog: catalog("system", "") });
  expect(withTools("write_file", "str_replace", "patch_file")).toContain("write_file, str_replace and patch_file;");
  expect(withTools()).toContain("You cannot write files.");
});
