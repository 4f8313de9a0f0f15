import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";

const folder = mkdtempSync(join(tmpdir(), "hash-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "app/[...path]"), { recursive: true });

function hash(): string {
  return contentHash(folder, ["app/**", "package.json"], ["**/*.test.*"]);
}

test("follows names and contents, and nothing else", () => {
  const page = join(folder, "app/[...path]/page.tsx");
  writeFileSync(page, "1");
  const first = hash();

  utimesSync(page, 0, 0);
  writeFileSync(join(folder, "app/page.test.ts"), "not read");
  writeFileSync(join(folder, "README.md"), "not read");
  expect(hash()).toBe(first);

  writeFileSync(page, "2");
  const second = hash();
  expect(second).not.toBe(first);

  renameSync(page, join(folder, "app/page.tsx"));
  expect(hash()).not.toBe(second);
});
