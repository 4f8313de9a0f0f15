import { expect, test } from "vitest";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { snapshotFiles } from "#lib/vfs/snapshot-files.ts";
import { uploadObjections } from "./upload-rules.ts";

function objections(text: string, folder = "pdf", more: Readonly<Record<string, number>> = {}, name = "SKILL.md") {
  const files = Object.entries(more).map(([path, size]) => ({
    path,
    mode: snapshotMode.file,
    bytes: new Uint8Array(size),
  }));
  const skill = { path: `pdf/${name}`, mode: snapshotMode.file, bytes: new TextEncoder().encode(text) };
  return uploadObjections(snapshotFiles(createSnapshot([skill, ...files])), `/pdf/${name}`, folder);
}

const skill = (name: string, description = "Reads PDFs", more = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nBody\n`;

test("a skill in order may be uploaded", () => {
  expect(objections(skill("pdf"))).toEqual([]);
  expect(objections(skill("pdf").replaceAll("\n", "\r\n"))).toEqual([]);
});

test.each([
  ["no frontmatter", "Body", /must start with YAML frontmatter/],
  ["broken YAML", "---\nname: [\n---\n", /Invalid YAML/],
  ["another folder", skill("other"), /must match skill name 'other'/],
  ["capitals", skill("PDF"), /must be lowercase/],
  ["letters of other scripts", skill("größe"), /a to z/],
  ["a reserved word", skill("claude-pdf"), /reserved/],
  ["a tag in the description", skill("pdf", "Reads <b>PDFs</b>"), /< or >/],
  [
    "a field of one harness",
    skill("pdf", "Reads PDFs", "context: fork\n"),
    /Unexpected fields in frontmatter: context/,
  ],
  ["no description", "---\nname: pdf\n---\n", /Missing required field in frontmatter: description/],
])("%s is a reason to refuse it", (_, text, reason) => {
  expect(objections(text).join("\n")).toMatch(reason);
});

test("so are its size and the name of its file", () => {
  expect(objections(skill("pdf"), "pdf", { "pdf/big.bin": 31 * 1024 * 1024 }).join()).toMatch(/30 MB/);
  expect(objections(skill("pdf"), "pdf", { "other/big.bin": 31 * 1024 * 1024 })).toEqual([]);
  expect(objections(skill("pdf"), "pdf", {}, "skill.md").join()).toMatch(/not SKILL.md/);
});
