import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

const folder = mkdtempSync(join(tmpdir(), "install-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));

function write(file: string, packages: object): void {
  writeFileSync(join(folder, file), JSON.stringify({ packages }));
}

const zod = { version: "4.0.0", integrity: "sha512-a" };
const onlyElsewhere = { version: "1.0.0", integrity: "sha512-b", optional: true };

test("what the lockfile names is there, or not, or another", () => {
  write("package-lock.json", {
    "": { name: "project" },
    "node_modules/zod": zod,
    "node_modules/darwin": onlyElsewhere,
  });
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", {});
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", { "node_modules/zod": { ...zod, integrity: "sha512-c" } });
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", { "node_modules/zod": zod });
  expect(isInstalled(folder)).toBe(true);
});
