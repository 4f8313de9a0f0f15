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
