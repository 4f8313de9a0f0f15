import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { choosePlacement } from "./choose-placement.ts";
import { indexTree } from "./mount-tree.ts";

function placedAs(profileId: string, ...paths: readonly string[]) {
  const volume = createVolume();
  for (const path of paths) volume.write(path, new TextEncoder().encode('{"name": "it"}'));
  const fetched = { source: { kind: "upload", name: "it" }, label: "it" } as const;
  return choosePlacement(profileById(profileId), fetched, indexTree(volume), []).as;
}

const ownRoots = [
  ["keen", "/.agents/skills/demo/SKILL.md"],
  ["keen", "/.keen/skills/demo/SKILL.md"],
  ["keen-rfc", "/.agents/skills/demo/SKILL.md"],
  ["gencode", "/.gen/skills/demo/SKILL.md"],
  ["gencode", "/.claude/skills/demo/SKILL.md"],
  ["gencode", "/.claude/plugins/git/skills/demo/SKILL.md"],
  ["kodelet", "/.kodelet/skills/demo/SKILL.md"],
  ["agentskills", "/.claude/skills/demo/SKILL.md"],
] as const;

test.each(ownRoots)("%s opens a source with %s as the project", (id, path) => {
  expect(placedAs(id, path)).toBe("project");
});

test.each(["keen", "keen-rfc", "gencode", "kodelet", "agentskills"])("%s installs skills in plain folders", (id) => {
  expect(placedAs(id, "/skills/demo/SKILL.md")).toBe("install");
});

test("a harness that walks the whole project opens any skills as the project", () => {
  expect(placedAs("ak-coder", "/skills/demo/SKILL.md")).toBe("project");
});

test("a source without skills opens as the project, to be looked at", () => {
  expect(placedAs("keen", "/README.md")).toBe("project");
});

test("a plugin of commands is installed for a harness that reads them", () => {
  const plugin = ["/.claude-plugin/plugin.json", "/commands/release.md"];
  expect(placedAs("claude-code", ...plugin)).toBe("install");
  expect(placedAs("keen", ...plugin)).toBe("project");
  expect(placedAs("claude-code", "/.claude-plugin/plugin.json")).toBe("project");
});
