import { expect, test } from "vitest";
import type { Allowance } from "#lib/state/allowances.ts";
import { allowanceText } from "./allowance-text.ts";

test("allowances for files of one name are told apart by their paths", () => {
  const file = (path: string): Allowance => ({ operation: "read", scope: { kind: "file", path } });
  const all = [file("/workspace/a/SKILL.md"), file("/workspace/b/SKILL.md"), file("/workspace/notes.txt")];
  expect(all.map((one) => allowanceText(one, all))).toEqual([
    "May read /workspace/a/SKILL.md",
    "May read /workspace/b/SKILL.md",
    "May read notes.txt",
  ]);
});
