import { expect, test } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { forModel } from "./profile.ts";

const claudeCode = profileById("claude-code");
const place = { cwd: "/work/app", home: "/home/dev" };

function limitFor(model: string): number | undefined {
  const files = textFiles({ "/work/app/.claude/skills/a/SKILL.md": "---\ndescription: d\n---\n" });
  const profile = forModel(claudeCode, model);
  return renderCatalog(profile, loadSession(profile, files, place)).budget?.limit;
}

test("a model has the room and the layout that its harness gives it by its name", () => {
  expect(["claude-opus-4-6", "claude-opus-4-6[1m]", "claude-sonnet-5", "claude-opus-5-5"].map(limitFor)).toEqual([
    8000, 40_000, 30_000, 30_000,
  ]);
  expect(forModel(claudeCode, "claude-sonnet-5").catalog.delivery).toMatchObject({
    role: "system",
    wrapper: "<system-reminder>\n{catalog}\n</system-reminder>",
  });
  expect(forModel(claudeCode, "opus").catalog.delivery).toMatchObject({ role: "system", wrapper: "{catalog}" });
});

test("a provider in front of a model's name is no part of it", () => {
  for (const model of ["anthropic/claude-opus-5.5", "openrouter/anthropic/claude-opus-5.5:free"])
    expect(forModel(claudeCode, model)).toBe(forModel(claudeCode, "claude-opus-5.5"));
  expect(forModel(claudeCode, "anthropic/claude-opus-4.6")).toBe(claudeCode);
});

test("a model of a name that no rule fits whole is told as the profile says", () => {
  for (const model of ["gpt-5", "my-claude-opus-5", ""]) expect(forModel(claudeCode, model)).toBe(claudeCode);
});
