import { expect, test } from "vitest";
import { locateMentions, type Mention } from "./mentioned-files.ts";

const listing = { tool: "list_files", path: "/s", input: { path: "/s" }, failed: false };
const text = [
  "/s/reference.md (12 bytes)",
  "/s/Both.md (1 bytes)",
  "/s/both.md (1 bytes)",
  "/s/linked.md@",
  "/s/docs/",
].join("\n");

function certain(...paths: string[]): Mention[] {
  return paths.map((path) => ({ path, certain: true }));
}

test("files are found by their spelling, or else by one that differs only in case", () => {
  const { there, missing } = locateMentions(
    certain("/s/REFERENCE.md", "/s/both.md", "/s/linked.md", "/s/gone.md", "/s/docs"),
    { ...listing, text },
  );
  expect(there).toEqual([
    { path: "/s/reference.md", written: "/s/REFERENCE.md" },
    { path: "/s/both.md", written: "/s/both.md" },
    { path: "/s/linked.md", written: "/s/linked.md" },
  ]);
  expect(missing).toEqual(["/s/gone.md", "/s/docs"]);
});

test("a file counts once, however it is spelled", () => {
  const { there } = locateMentions(certain("/s/REFERENCE.md", "/s/reference.md"), { ...listing, text });
  expect(there).toEqual([{ path: "/s/reference.md", written: "/s/REFERENCE.md" }]);
});

test("what may be no file is not missed", () => {
  expect(locateMentions([{ path: "/s/node.js", certain: false }], { ...listing, text }).missing).toEqual([]);
});

test.each([
  ["no listing", undefined],
  ["one that failed", { ...listing, failed: true, text: "no" }],
  ["one that withholds files", { ...listing, text: "/s/a.md (1 bytes)\n[1 left out: the harness does not let …]" }],
  ["one that was cut short", { ...listing, text: "/s/a.md (1 bytes)\n[There is more; list a folder below.]" }],
])("with %s, paths are as written", (_, looked) => {
  expect(locateMentions(certain("/s/B.md"), looked)).toEqual({
    there: [{ path: "/s/B.md", written: "/s/B.md" }],
    missing: [],
  });
});
