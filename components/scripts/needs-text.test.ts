import { expect, test } from "vitest";
import { scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { needsText } from "./needs-text.ts";

function told(text: string, offers?: (name: string) => boolean) {
  const needs = scriptNeeds(textFiles({ "/a.py": text }), "/a.py");
  return needsText(needs ? [needs] : [], offers);
}

test.each([
  ["import json", ""],
  ["import lxml", "Needs lxml, which is not here."],
  [
    "import lxml, yaml\ntry:\n  import PIL\nexcept ImportError: pass",
    "Needs lxml and pyyaml, which are not here. May need pillow, which is not here.",
  ],
  ["import b, c, d, e, f, g", "Needs b, c, d, e and 2 more, which are not here."],
  [
    'import subprocess, socket\nsubprocess.run(["soffice"])',
    "Calls soffice, which cannot run in a browser. Uses the network through socket; scripts here have none.",
  ],
])("tells of %j before it runs: %s", (text, wanted) => {
  expect(told(text)).toBe(wanted);
});

test("what a source of packages offers is not told as missing", () => {
  expect(told("import lxml, yaml", (name) => name === "lxml")).toBe("Needs pyyaml, which is not here.");
  expect(told('import subprocess\nsubprocess.run(["soffice"])', () => true)).toBe(
    "Calls soffice, which cannot run in a browser.",
  );
});
