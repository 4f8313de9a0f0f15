import { describe, expect, test } from "vitest";
import { rawTar } from "#e2e/raw-tar.ts";
import { rawZip as zip } from "#e2e/raw-zip.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { PickedFile } from "./pick.ts";
import { readUpload } from "./upload.ts";

const text = (path: string, content = ""): PickedFile => ({ path, file: new Blob([content]) });
const archive = (path: string, ...files: string[]): PickedFile => ({
  path,
  file: zip(files.map((name) => ({ path: name, text: "x" }))),
});
const skill = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n`;

async function pathsOf(...files: PickedFile[]): Promise<readonly string[]> {
  return snapshotPaths((await readUpload(files)).snapshot);
}

test("one archive is unpacked as it is, and one inside a folder is a file", async () => {
  expect(await pathsOf(archive("pdf.zip", "pdf/SKILL.md"))).toEqual(["SKILL.md"]);
  expect(await pathsOf(archive("top/pdf.zip", "pdf/SKILL.md"), text("top/a"))).toEqual(["a", "pdf.zip"]);
});

test("archives given together are all unpacked, each in a folder of its own, beside what else was given", async () => {
  const files = [
    archive("pdf.skill", "pdf/SKILL.md"),
    archive("pdf-2.zip", "pdf/SKILL.md"),
    archive("docx.zip", "SKILL.md", "run.py"),
    text("notes.md"),
    text("docs/a.md"),
  ];
  expect(await pathsOf(...files)).toEqual([
    "docs/a.md",
    "docx/SKILL.md",
    "docx/run.py",
    "notes.md",
    "pdf-2/SKILL.md",
    "pdf/SKILL.md",
  ]);
});

test("together they are held to the limits of one, and what is left out of each is told with its folder", async () => {
  const content = Buffer.alloc(20 * 1024 * 1024);
  const names = ["b", "c"].map((path) => ({ path, type: "1", target: "a" }));
  const much = new Blob([rawTar([{ path: "a", text: content }, ...names]) as BlobPart]);
  const files = ["one.tar", "two.tar"].map((path) => ({ path, file: much }));
  expect((await readUpload(files.slice(1))).warnings).toEqual([]);
  await expect(readUpload(files)).rejects.toMatchObject({ failure: { code: "too-large", limit: mountLimits.bytes } });
  const large = zip([{ path: "model.bin", size: mountLimits.fileBytes + 1 }, { path: "a" }]);
  const { warnings } = await readUpload([{ path: "one.zip", file: large }, archive("two.zip", "b")]);
  expect(warnings).toMatchObject([{ kind: "file-left-out", path: "one/model.bin" }]);
});

describe("a SKILL.md without its folder", () => {
  test("gets one of the skill's name, which is the upload's", async () => {
    const { skill: name, snapshot } = await readUpload([text("SKILL.md", skill("pdf-forms"))]);
    expect([name, snapshotPaths(snapshot)]).toEqual(["pdf-forms", ["pdf-forms/SKILL.md"]]);
    expect(await pathsOf(text("SKILL.md", "no frontmatter"))).toEqual(["skill/SKILL.md"]);
  });

  test("takes along what was given with it", async () => {
    const files = [text("SKILL.md", skill("pdf")), text("FORMS.md"), text("scripts/fill.py")];
    expect(await pathsOf(...files)).toEqual(["pdf/FORMS.md", "pdf/SKILL.md", "pdf/scripts/fill.py"]);
  });

  test("stands beside others so, and beside archives", async () => {
    const pdf = text("SKILL.md", skill("pdf"));
    const files = [pdf, text("SKILL.md", skill("pdf")), text("SKILL.md", skill("docx")), text("notes.md")];
    expect(await pathsOf(...files)).toEqual(["docx/SKILL.md", "notes.md", "pdf-2/SKILL.md", "pdf/SKILL.md"]);
    expect(await pathsOf(pdf, archive("pdf.zip", "SKILL.md"))).toEqual(["pdf-2/SKILL.md", "pdf/SKILL.md"]);
  });

  test("in a chosen folder stays where it is", async () => {
    expect(await pathsOf(text("mine/SKILL.md", skill("pdf")))).toEqual(["SKILL.md"]);
  });
});
