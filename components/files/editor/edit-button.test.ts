import { expect, test } from "vitest";
import { keen } from "#lib/harness/profiles/keen.ts";
import { readOnlyReason } from "./edit-button.tsx";

test("any text in UTF-8 can be edited, with a byte-order mark or without", () => {
  expect(readOnlyReason(keen, "/workspace/a.md", new TextEncoder().encode("\uFEFFGrüße"))).toBeUndefined();
  expect(readOnlyReason(keen, "/workspace/a.md", new Uint8Array())).toBeUndefined();
});

test("other encodings, large files and what the harness writes itself cannot", () => {
  expect(readOnlyReason(keen, "/workspace/a.txt", new Uint8Array([0x47, 0xfc]))).toContain("UTF-8");
  expect(readOnlyReason(keen, "/workspace/a.txt", new Uint8Array(1024 * 1024 + 1))).toContain("1 MB");
  expect(readOnlyReason(keen, "/home/user/.keen/skills/bundled/a/SKILL.md", new Uint8Array())).toContain("harness");
});
