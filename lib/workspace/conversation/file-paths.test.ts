import { expect, test } from "vitest";
import { createVolume } from "#lib/vfs/volume.ts";
import { completeFile } from "./file-paths.ts";

function details(begun: string, ...paths: readonly string[]): readonly string[] {
  const volume = createVolume();
  for (const path of paths) volume.write(path, new Uint8Array(1));
  return completeFile(volume, begun).map(({ detail }) => detail);
}

const cache = "/home/user/.claude/plugins/cache/some-marketplace";

test("of files that lie deep in one folder, what sets them apart is shown", () => {
  const installed = [`${cache}/pdf/1.0/forms.md`, `${cache}/docx/1.0/forms.md`];
  expect(details("form", ...installed, "/mnt/acme-skills/pdf/forms.md", "/workspace/forms.md")).toEqual([
    "forms.md",
    "…/docx/1.0/forms.md",
    "…/pdf/1.0/forms.md",
    "/mnt/acme-skills/pdf/forms.md",
  ]);
});

test("a file by itself, and files that share no folder, are shown with their paths", () => {
  expect(details("forms", `${cache}/pdf/forms.md`)).toEqual([`${cache}/pdf/forms.md`]);
  expect(details("forms", "/workspace/docs/forms.md", "/home/user/forms.md")).toEqual([
    "docs/forms.md",
    "/home/user/forms.md",
  ]);
  expect(details("forms", "/workspace/a/forms.md", "/workspace/b/forms.md")).toEqual(["a/forms.md", "b/forms.md"]);
  expect(details("nothing", "/workspace/forms.md")).toEqual([]);
});
