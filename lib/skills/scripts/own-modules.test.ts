import { expect, it } from "vitest";
import type { Files } from "#lib/vfs/files.ts";
import { scanWithModules } from "./own-modules.ts";
import { scanPython } from "./python-scan.ts";

/** Files of which none is there, which count the questions for one. */
function countingFiles() {
  const asked = { times: 0 };
  const stat = () => {
    asked.times++;
    return undefined;
  };
  const files: Files = { stat, lstat: stat, list: () => [], read: () => undefined };
  return { asked, files };
}

const names = Array.from({ length: 20_000 }, (_, at) => `name${at}`);
const long = "a.".repeat(50_000);

it.each([
  ["a module", `import ${long}b`],
  ["many names below one", `from ${long}b import ${names.join(", ")}`],
  ["many names beside the script", `from .${long}b import ${names.join(", ")}`],
])("takes a name that no file can have for none, as it would fill the memory: %s", (_, text) => {
  const { imports, modules } = scanPython(text);
  expect([imports, modules]).toEqual([[], []]);
});

it("looks for the modules of one script at a bounded number of places", () => {
  const { asked, files } = countingFiles();
  const folders = Array.from({ length: 200 }, (_, at) => `/skill/${at}`);
  const scan = { ...scanPython(names.map((name) => `import ${name}.a.b`).join("\n")), language: "python" as const };
  expect(scanWithModules(files, "/skill/a.py", scan, folders).imports).toHaveLength(names.length);
  expect(asked.times).toBeLessThanOrEqual(20_000);
});
