import { describe, expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { indexTree } from "./mount-tree.ts";
import { openingHarness } from "./opening-harness.ts";

function opened(paths: readonly string[], usual?: string) {
  const volume = createVolume();
  for (const path of paths) volume.write(path, new TextEncoder().encode("{}"));
  const { profile, why } = finish(openingHarness(indexTree(volume), { usual }));
  return [profile.id, why.kind === "holds" ? why.place : why.kind];
}

describe("a repository opens under the harness whose place it holds", () => {
  test.each([
    ["claude-code", ".claude/skills", ["/.claude/skills/a/SKILL.md"]],
    ["claude-code", ".claude-plugin/marketplace.json", ["/.claude-plugin/marketplace.json", "/skills/a/SKILL.md"]],
    ["codex", ".codex/skills", ["/.codex/skills/a/SKILL.md"]],
    ["codex", ".codex-plugin/plugin.json", ["/plugins/b/.codex-plugin/plugin.json", "/plugins/b/skills/a/SKILL.md"]],
    ["gencode", ".gen/skills", ["/.gen/skills/a/SKILL.md"]],
    ["keen", ".keen/skills", ["/.keen/skills/a/SKILL.md"]],
    ["kodelet", ".kodelet/skills", ["/.kodelet/skills/a/SKILL.md"]],
    ["ak-coder", ".ak-coder/skills", ["/.ak-coder/skills/a/SKILL.md"]],
    ["gemini-cli", ".gemini/skills", ["/.gemini/skills/a/SKILL.md"]],
    ["pi", ".pi/skills", ["/.pi/skills/a/SKILL.md"]],
    // Searched by Crush as well, and first by two harnesses.
    ["cursor", ".cursor/skills", ["/.cursor/skills/a/SKILL.md"]],
    ["copilot-cli", ".github/skills", ["/.github/skills/a/SKILL.md", "/skills/b/SKILL.md"]],
    // Sources of commands, which hold no SKILL.md.
    ["claude-code", ".claude-plugin/plugin.json", ["/.claude-plugin/plugin.json", "/commands/release.md"]],
    ["claude-code", ".claude/commands", ["/.claude/commands/release.md"]],
  ])("%s: %s", (id, place, paths) => {
    expect(opened(paths)).toEqual([id, place]);
  });
});

const shared = ["/.agents/skills/a/SKILL.md"];
const both = ["/.codex-plugin/plugin.json", "/.claude/skills/x/SKILL.md", "/skills/a/SKILL.md", "/skills/b/SKILL.md"];

test("a folder that several harnesses search is nobody's: then the person's harness, else the standard", () => {
  expect(opened(shared)).toEqual(["agentskills", "standard"]);
  expect(opened(shared, "kodelet")).toEqual(["kodelet", "usual"]);
  expect(opened(["/skills/a/SKILL.md"], "no such harness")).toEqual(["agentskills", "standard"]);
});

test("of several the one under whose places most skills stand, unless one is the person's", () => {
  expect(opened(both)).toEqual(["codex", ".codex-plugin/plugin.json"]);
  expect(opened(both, "claude-code")).toEqual(["claude-code", ".claude/skills"]);
  expect(opened(both, "keen")).toEqual(["codex", ".codex-plugin/plugin.json"]);
  expect(opened(["/.github/skills/a/SKILL.md"], "vscode-copilot")).toEqual(["vscode-copilot", ".github/skills"]);
});

test("what a source was made for comes before what it holds, where there is such a harness", () => {
  const tree = indexTree(createVolume());
  expect(finish(openingHarness(tree, { madeFor: "keen", usual: "codex" }))).toMatchObject({
    profile: { id: "keen" },
    why: { kind: "made" },
  });
  expect(finish(openingHarness(tree, { madeFor: "no such harness", usual: "codex" }))).toMatchObject({
    why: { kind: "usual" },
  });
});

test("a folder or manifest without a skill says nothing", () => {
  expect(opened(["/.claude/skills/README.md", "/docs/.codex-plugin/plugin.json", "/skills/a/SKILL.md"])).toEqual([
    profileById("agentskills").id,
    "standard",
  ]);
});
