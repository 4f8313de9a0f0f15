import { expect, test } from "vitest";
import { withHome, writeRequestOf } from "./tool-call.ts";

test.each([
  ["a whole file", { path: "a", content: "" }, { path: "a", content: "" }],
  [
    "a replacement",
    { path: "a", old_string: "x", new_string: "" },
    { path: "a", patches: [{ find: "x", replace: "" }] },
  ],
  [
    "patches",
    { path: "a", patches: [{ find: "x", replace: "y" }] },
    { path: "a", patches: [{ find: "x", replace: "y" }] },
  ],
  ["no patches at all", { path: "a", patches: [] }, { path: "a", patches: [] }],
])("%s is told by its shape", (_, input, request) => {
  expect(writeRequestOf(input)).toEqual(request);
});

test.each([
  undefined,
  null,
  "text",
  {},
  { path: "a" },
  { content: "x" },
  { path: "a", content: 5 },
  { path: "a", old_string: "x" },
  { path: "a", patches: "x" },
  { path: "a", patches: [{ find: "x" }] },
])("%j is no write", (input) => {
  expect(writeRequestOf(input)).toBeUndefined();
});

test("~ is the home folder, and only at the beginning", () => {
  const path = (written: string) => withHome({ path: written, content: "" }, "/home/user").path;
  expect(["~/a", "~", "./a~/b", "~b"].map(path)).toEqual(["/home/user/a", "/home/user", "./a~/b", "~b"]);
});
