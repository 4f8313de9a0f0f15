import { expect, test } from "vitest";
import type { Catalog } from "#lib/harness/model.ts";
import { assembleInstructions } from "./instructions.ts";

const place = { harness: "Keen Code", cwd: "/workspace", home: "/home/user" };
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
