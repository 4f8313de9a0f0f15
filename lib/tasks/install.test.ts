import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isInstalled, machineNode, projectFolder } from "./install.mjs";
import { isNewEnough, requireNewEnough } from "./node-version.mjs";

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

test.each([
  ["v20.20.2", false],
  ["v22.19.0", false],
  ["v24.15.0", false],
  ["v24.16.0", true],
  ["v25.2.0", false],
  ["v26.1.0", true],
  ["", false],
  [undefined, false],
])("Node %s is new enough: %s", (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

describe("the machine's Node", () => {
  const versions: Record<string, string> = {
    "/old/node": "v20.20.2",
    "/new/node": "v24.16.0",
    "/newer/node": "v26.0.0",
    [join(projectFolder, "node_modules/.bin/node")]: "v24.21.0",
    [join(projectFolder, "node_modules/node/bin/node")]: "v24.21.0",
  };
  const find = (npmNode: string | undefined, ...folders: string[]) =>
    machineNode({ npm_node_execpath: npmNode, PATH: folders.join(delimiter) }, (program) => versions[program]);
  const packaged = [join(projectFolder, "node_modules/.bin"), join(projectFolder, "node_modules/node/bin")];

  test("is the one that runs npm, whatever npm puts before it", () => {
    expect(find("/new/node", ...packaged, "/newer")).toBe("/new/node");
  });

  test("is the first on the PATH that is new enough", () => {
    expect(find("/old/node", ...packaged, "/missing", "/old", "/newer", "/new")).toBe("/newer/node");
    expect(find(undefined, "/new")).toBe("/new/node");
  });

  test("is none where all are too old: a package's is not the machine's", () => {
    expect(find("/old/node", ...packaged, "/old")).toBeUndefined();
    expect(find(join(projectFolder, "node_modules/.bin/node"), ...packaged)).toBeUndefined();
  });
});

test("a program started on a Node that is too old says so in a sentence", () => {
  expect(() => requireNewEnough("v20.20.2")).toThrow("and this is v20.20.2. Nothing was started.");
  expect(() => requireNewEnough("v24.16.0")).not.toThrow();
});
