import fc from "fast-check";
import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { validateSkill } from "./standard.ts";

test("nothing in a file makes it throw, and a path that is missing is said first", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const files = textFiles({ "/s/demo/SKILL.md": `---\nname: ${text}` });
      expect(validateSkill(files, "/s/demo").length).toBeGreaterThan(0);
    }),
  );
  expect(validateSkill(textFiles({}), "/s")).toEqual(["Path does not exist: /s"]);
});
