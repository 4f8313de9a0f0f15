import { describe, expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { deriveView } from "./derive-view.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placeMounts } from "./placement.ts";
import { type HarnessVerdict, verdictsIn } from "./verdicts.ts";
import { placedIn, wayOf } from "./ways.ts";

type Texts = Readonly<Record<string, string>>;

const text = (name: string) => `---\nname: ${name}\ndescription: Of ${name}, when somebody asks.\n---\n`;

function grow(texts: Texts, links: Texts = {}): MountTree {
  const volume = createVolume();
  for (const [path, content] of Object.entries(texts)) volume.write(path, new TextEncoder().encode(content));
  for (const [path, target] of Object.entries(links)) volume.link(path, target);
  return indexTree(volume);
}

interface Workspace {
  readonly way?: HarnessVerdict["way"];
  readonly links?: Texts;
  readonly own?: Texts;
  readonly bundled?: Texts;
}

function judge(profileId: string, texts: Texts, { way = "as-it-lies", links, own = {}, bundled }: Workspace = {}) {
  const profile = profileById(profileId);
  const source = { kind: "upload", name: "it" } as const;
  const project: PlacedMount = { id: "m", source, label: "it", as: "project", scope: "project", at: "/workspace" };
  const mounts = placedIn(way, [project]);
  const trees = new Map([["m", grow(texts, links)]]);
  const placed = finish(
    placeMounts({ profile, own: grow(own), mounts, trees, ...(bundled && { bundled: grow(bundled) }) }),
  );
  const files = createMountTable(placed.points);
  const view = finish(deriveView({ profile, files, skillFiles: placed.skillFiles, mountNotices: [] }));
  return verdictsIn({
    label: profile.label,
    way: wayOf(mounts),
    view,
    locate: (path) => files.locate(path, "keep"),
  });
}

const kinds = ({ skills }: HarnessVerdict) => Object.fromEntries(skills.map(({ path, kind }) => [path, kind]));

const mixed: Texts = {
  "/.agents/skills/pdf/SKILL.md": text("pdf"),
  "/.agents/skills/odd/SKILL.md": text("other"),
  "/.agents/skills/torn/SKILL.md": "---\nname: torn\n",
  "/.keen/skills/pdf/SKILL.md": text("pdf"),
  "/skills/far/SKILL.md": text("far"),
};

describe("every skill of a source has one state, and is told of in one way", () => {
  test("as it lies", () => {
    const verdict = judge("keen", mixed);
    expect(kinds(verdict)).toEqual({
      "/.agents/skills/pdf/SKILL.md": "loaded",
      "/.agents/skills/odd/SKILL.md": "renamed",
      "/.agents/skills/torn/SKILL.md": "rejected",
      "/.keen/skills/pdf/SKILL.md": "shadowed",
      "/skills/far/SKILL.md": "outside",
    });
    expect(verdict.counts).toEqual({ loaded: 1, renamed: 1, rejected: 1, shadowed: 1, outside: 1 });
    expect(verdict.told).toMatchObject({ total: 5, told: 2, loaded: 2 });
    expect(verdict.way).toBe("as-it-lies");
    expect(verdict.headline).toBe("Keen Code tells its model of 2 of 5 skills; 3 are not told.");
  });

  test("as installed", () => {
    const verdict = judge("keen", mixed, { way: "as-installed" });
    expect(verdict.way).toBe("as-installed");
    expect(kinds(verdict)).toMatchObject({
      "/skills/far/SKILL.md": "loaded",
      "/.agents/skills/pdf/SKILL.md": "loaded",
    });
    expect(verdict.told).toMatchObject({ total: 5, told: 3 });
  });
});

test("what the harness brings along is not counted, what the person made is", () => {
  const verdict = judge("keen", mixed, {
    bundled: { "/code-review/SKILL.md": text("code-review") },
    own: { "/home/user/.keen/skills/mine/SKILL.md": text("mine") },
  });
  expect(verdict.told).toMatchObject({ total: 6, told: 3 });
  expect(verdict.skills.map(({ mountId }) => mountId)).not.toContain("bundled");
});

test("a skill that is met at two paths counts once, where it fares best", () => {
  const texts = { "/skills/pdf/SKILL.md": text("pdf") };
  const verdict = judge("claude-code", texts, { links: { "/.claude/skills/pdf": "../../skills/pdf" } });
  expect(kinds(verdict)).toEqual({ "/skills/pdf/SKILL.md": "loaded" });
  expect(verdict.skills[0]?.candidate.location).toBe("/workspace/.claude/skills/pdf/SKILL.md");
  expect(verdict.headline).toBe("Claude Code tells its model of the one skill here.");
});

test("what only one harness takes for a skill is counted by that one alone", () => {
  const texts = { "/.claude/skills/pdf/SKILL.md": text("pdf"), "/.claude/commands/release.md": "Release it.\n" };
  expect(judge("claude-code", texts).told).toMatchObject({ total: 2, told: 2 });
  expect(judge("agentskills", texts).told).toMatchObject({ total: 1, told: 1 });
});

test("a harness that waits to be asked loads all and tells of none", () => {
  const verdict = judge("gencode", { "/.gen/skills/a/SKILL.md": text("a"), "/.gen/skills/b/SKILL.md": text("b") });
  expect(verdict.skills.map(({ told }) => told)).toEqual(["not", "not"]);
  expect(verdict.headline).toBe("GenCode loads both skills and tells its model of none.");
});
