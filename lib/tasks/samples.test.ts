import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { discover } from "#lib/harness/discovery/discover.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { projectFolder } from "./install.mjs";

const folder = join(projectFolder, "public/samples");
const sample = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  description: z.string().min(1),
  profile: z.string().optional(),
  prompt: z.string().optional(),
  workshop: z.literal(true).optional(),
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

const place = { cwd: "/workspace", home: "/home/user" };

function read(id: string, path: string): string {
  return readFileSync(join(folder, id, path), "utf8");
}

/** Names of the skills that Keen Code loads when the sample is mounted at `root`. */
function loadedBelow(root: string, { id, files }: (typeof samples)[number]): string[] {
  const tree = textFiles(new Map(files.map((path) => [`${root}/${path}`, read(id, path)])));
  return discover(profileById("keen"), tree, place).skills.map(({ name }) => name);
}

/** The skills that a sample's README says are loaded: `Keen Code loads: \`a\`, \`b\`.` */
function promised(readme: string): string[] {
  const line = /^Keen Code loads: (.*)\.$/m.exec(readme)?.[1] ?? "";
  return [...line.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

test.each(samples)("the index names the files of $id", ({ id, files }) => {
  expect(files).toEqual(filesIn(id));
});

test.each(samples.filter(({ bundled, workshop }) => !bundled && !workshop))(
  "$id loads as its README says",
  (sample) => {
    const names = promised(read(sample.id, "README.md"));
    expect(names.length).toBeGreaterThan(0);
    expect(loadedBelow(place.cwd, sample)).toEqual(names.sort(compareBytes));
  },
);

test("the bundled skills load from Keen Code's own folder", () => {
  const bundled = samples.filter((sample) => sample.bundled);
  expect(bundled.map((sample) => loadedBelow("/home/user/.keen/skills/bundled", sample))).toEqual([
    ["code-review", "git-helper", "test-generator"],
  ]);
});
