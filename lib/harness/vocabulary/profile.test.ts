import { expect, test } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { forModel, windowFor } from "./profile.ts";

const claudeCode = profileById("claude-code");
const place = { cwd: "/work/app", home: "/home/dev" };

function limitFor(model?: string): number | undefined {
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

test("where nobody has chosen a model, the harness tells what it tells the one that it asks for itself", () => {
  expect(limitFor()).toBe(30_000);
  expect(forModel(claudeCode)).toBe(forModel(claudeCode, "default"));
  expect(windowFor(forModel(claudeCode), undefined)).toBe(1_000_000);
  expect(windowFor(profileById("codex"), undefined)).toBe(272_000);
  expect(windowFor(profileById("codex"), 50_000)).toBe(50_000);
  const keenCode = profileById("keen-code");
  expect(forModel(keenCode)).toBe(keenCode);
  expect(windowFor(keenCode, undefined)).toBe(200_000);
});

test("a profile for one model leads to the one for another", () => {
  const newest = forModel(claudeCode, "claude-opus-5-5");
  expect(forModel(newest, "gpt-5")).toBe(claudeCode);
  expect(forModel(newest, "claude-sonnet-5")).toBe(forModel(claudeCode, "claude-sonnet-5"));
});

test("a provider in front of a model's name is no part of it", () => {
  for (const model of ["anthropic/claude-opus-5.5", "openrouter/anthropic/claude-opus-5.5:free"])
    expect(forModel(claudeCode, model)).toBe(forModel(claudeCode, "claude-opus-5.5"));
  expect(forModel(claudeCode, "anthropic/claude-opus-4.6")).toBe(claudeCode);
});

test("a model of a name that no rule fits whole is told as the profile says", () => {
  for (const model of ["gpt-5", "my-claude-opus-5", ""]) expect(forModel(claudeCode, model)).toBe(claudeCode);
});
