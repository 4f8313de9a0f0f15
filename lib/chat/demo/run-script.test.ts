import { expect, test } from "vitest";
import { commandIn } from "./run-script.ts";

const directory = "/workspace/.agents/skills/notes";
const there = ["scripts/changes.mjs", "scripts/go.sh", "README.md"].map((name) => {
  const path = `${directory}/${name}`;
  return { written: path, path };
});
const command = (body: string, request = "Run it") => commandIn(body, request, { there, directory });

test("is what the skill's text has run, where the request asks for it", () => {
  const body = "1. Run `scripts/changes.mjs 1.4.0 1.5.0` in the project's folder.";
  expect(command(body)).toBe(`node ${directory}/scripts/changes.mjs 1.4.0 1.5.0`);
  expect(command(body, "Please run the script")).toBeDefined();
  expect(command(body, "What does the skill run?")).toBeUndefined();
  expect(command("Run `bash ./scripts/go.sh`.")).toBe(`bash ${directory}/scripts/go.sh`);
});

test("is what a request names first, where it says on which file", () => {
  const body = "Run `scripts/go.sh <file>`, or `scripts/changes.mjs`.";
  const named = (request: string, own: readonly string[]) => commandIn(body, request, { there, directory, own });
  expect(named("Go data/a.csv", ["/workspace/data/a.csv"])).toBe(
    `bash ${directory}/scripts/go.sh /workspace/data/a.csv`,
  );
  expect(named("please go over data/a.csv", ["/workspace/data/a.csv"])).toBeDefined();
  expect(named("Changes of data/a.csv, please", ["/workspace/data/a.csv"])).toBe(
    `node ${directory}/scripts/changes.mjs`,
  );
  // Ordinary words that are also the name of a script, as "fill in this form" with fill.py, do not ask for a run.
  expect(named("Changes, please", [])).toBeUndefined();
  // With too many or too few files the placeholder stays open, and a path with shell characters is never filled in.
  expect(named("Go", [])).toBeUndefined();
  expect(named("Go", ["/workspace/a", "/workspace/b"])).toBeUndefined();
  expect(named("Go", ["/workspace/a;rm b"])).toBeUndefined();
  expect(named("How does it go with data/a.csv?", ["/workspace/data/a.csv"])).toBeUndefined();
});

test.each([
  "`scripts/changes.mjs $1 $2`",
  "`scripts/changes.mjs <from>`",
  "`scripts/go.sh; rm -rf /`",
  "`scripts/go.sh $(id)`",
  "`scripts/gone.sh`",
  "`../../../evil.sh`",
  "`README.md`",
  "scripts/go.sh",
])("is never made of %s", (body) => {
  expect(command(`Run ${body}`)).toBeUndefined();
});
