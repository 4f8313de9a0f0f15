import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCommit, readFiles } from "#lib/git/clone/list-commit.ts";
import { packTools } from "#test/servers/clone-from-server.ts";
import { createRepository, git, gitBytes } from "#test/servers/git-repository.ts";
import { createObjectStore, type ObjectStore } from "./git-object.ts";
import { PackBudget } from "./pack-budget.ts";
import { PackReader } from "./pack-reader.ts";

let root: string;
let repository: string;
let ids: readonly string[];
let gitObjects: ReadonlyMap<string, Buffer>;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "skillground-pack-"));
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i} of many\n`).join("");
  const noise = Uint8Array.from({ length: 40_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, lines(300 + i)]));
  repository = createRepository(root, "source", { ...files, noise, empty: "" }, { tags: { t: { annotated: "main" } } });
  ids = git(repository, ["rev-list", "--objects", "--all"])
    .split("\n")
    .map((line) => line.slice(0, 40));
  gitObjects = readObjects(ids);
});
afterAll(() => rmSync(root, { recursive: true }));

/** All objects in one pack; by default its deltas name their bases by id. */
function makePack(...options: string[]): Buffer {
  return packOf(ids, options);
}

function packOf(ids: readonly string[], options: readonly string[]): Buffer {
  const args = ["--git-dir", repository, "pack-objects", "--stdout", "-q", "--no-reuse-delta", ...options];
  return execFileSync("git", args, { input: `${ids.join("\n")}\n`, stdio: ["pipe", "pipe", "ignore"] });
}

async function readAll(pieces: readonly Uint8Array[]): Promise<ObjectStore> {
  const store = createObjectStore();
  const reader = await PackReader.start(store, await packTools, new PackBudget());
  for (const piece of pieces) reader.push(piece);
  reader.finish();
  return store;
}

function expectAllObjects({ objects }: ObjectStore): void {
  expect([...objects.keys()].sort()).toEqual([...ids].sort());
  for (const [id, { bytes }] of objects) expect(Buffer.compare(bytes, gitObject(id))).toBe(0);
}

/** Git's content of an object, read for all of them at once: a process for each would be most of this test's time. */
function gitObject(id: string): Buffer {
  const found = gitObjects.get(id);
  if (!found) throw new Error(`git has no object ${id}.`);
  return found;
}

/** `git cat-file --batch`: a line `id type size`, the bytes and a line feed, for each id. */
function readObjects(ids: readonly string[]): ReadonlyMap<string, Buffer> {
  const answer = gitBytes(repository, ["cat-file", "--batch"], `${ids.join("\n")}\n`);
  const objects = new Map<string, Buffer>();
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf("\n", at);
    const [id = "", , size] = answer.subarray(at, end).toString().split(" ");
    objects.set(id, answer.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return objects;
}

describe("PackReader", () => {
  it.each([
    ["deltas by offset", ["--delta-base-offset"]],
    ["deltas by id", []],
    ["no deltas", ["--window=0"]],
    ["no compression", ["--compression=0"]],
  ])("reads a pack with %s", async (_, options) => {
    expectAllObjects(await readAll([makePack(...options)]));
  });

  it("reads the same from any pieces", async () => {
    const pack = makePack("--delta-base-offset");
    const whole = [...(await readAll([pack])).objects.keys()];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(pack.length), { maxLength: 30 }), async (cuts) => {
        const ends = [0, ...cuts.sort((a, b) => a - b), pack.length];
        const pieces = ends.slice(1).map((end, i) => pack.subarray(ends[i], end));
        expect([...(await readAll(pieces)).objects.keys()]).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it("accepts no pack that differs in one byte or its length", async () => {
    const pack = makePack("--delta-base-offset");
    await fc.assert(
      fc.asyncProperty(fc.nat(pack.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(pack);
        changed[at] = (changed[at] as number) ^ change;
        await expect(readAll([changed])).rejects.toThrow(/pack-damaged|too-/);
        await expect(readAll([pack.subarray(0, at)])).rejects.toThrow("pack-damaged");
      }),
      { numRuns: 200 },
    );
    await expect(readAll([pack, Uint8Array.of(0)])).rejects.toThrow("pack-damaged");
  });

  it("is no commit's whole pack when one file of its tree is missing", async () => {
    const missing = git(repository, ["rev-parse", "main:f7"]);
    const store = await readAll([
      packOf(
        ids.filter((id) => id !== missing),
        [],
      ),
    ]);
    const commit = git(repository, ["rev-parse", "main"]);
    expect(() => readFiles(listCommit(store, commit, ""), store)).toThrow("pack-damaged");
  });

  it("refuses an object that says it is larger than all may be before any of it", async () => {
    const head = Buffer.from("5041434b0000000200000001", "hex");
    const entry = Buffer.concat([Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]), Buffer.alloc(100)]);
    const reader = await PackReader.start(createObjectStore(), await packTools, new PackBudget());
    reader.push(head);
    expect(() => reader.push(entry)).toThrow("too-large");
  });

  it("refuses a count of objects that no mount needs before any of them", async () => {
    const head = Buffer.from("5041434b00000002ffffffff", "hex");
    const reader = await PackReader.start(createObjectStore(), await packTools, new PackBudget());
    expect(() => reader.push(head)).toThrow("too-many-files");
  });
});
