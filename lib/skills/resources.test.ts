import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { listResources } from "./resources.ts";

const directory = "/s/demo";

test("lists the standard's folders and what the text links to, once each", () => {
  const files = textFiles({
    [`${directory}/SKILL.md`]:
      "[a](references/a.md) [b](guide.md#part) ![c](<assets/c d.png>) [gone](gone.md) [out](../x) [web](https://x.y/z) [h](#h) [abs](/etc/passwd)",
    [`${directory}/references/a.md`]: "x",
    [`${directory}/references/deep/b.md`]: "x",
    [`${directory}/scripts/run.sh`]: "x",
    [`${directory}/guide.md`]: "x",
    [`${directory}/other.md`]: "x",
  });
  expect(listResources(files, directory).map(({ path, kind, linked, exists }) => [path, kind, linked, exists])).toEqual(
    [
      ["assets/c", "other", true, false],
      ["gone.md", "other", true, false],
      ["guide.md", "other", true, true],
      ["references/a.md", "reference", true, true],
      ["references/deep/b.md", "reference", false, true],
      ["scripts/run.sh", "script", false, true],
    ],
  );
});
