import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compareBytes } from "#lib/vfs/paths.ts";
import { projectFolder } from "./install.mjs";

const folder = join(projectFolder, "public/samples");
const sample = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  description: z.string().min(1),
  profile: z.string().optional(),
  prompt: z.string().optional(),
  bundled: z.literal(true).optional(),
  files: z.array(z.string()),
});
const samples = z.array(sample).parse(JSON.parse(readFileSync(join(folder, "index.json"), "utf8")));

function filesIn(path: string): string[] {
  return readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, path).length + 1))
    .sort(compareBytes);
}

test("the index names every sample", () => {
  const folders = new Set(filesIn(".").map((path) => path.replace(/\/.*/, "")));
  folders.delete("index.json");
  expect(samples.map(({ id }) => id).sort(compareBytes)).toEqual([...folders].sort(compareBytes));
});

describe.each(samples)("$id", ({ id, files }) => {
  test("the index names its files", () => {
    expect(files).toEqual(filesIn(id));
  });
});
