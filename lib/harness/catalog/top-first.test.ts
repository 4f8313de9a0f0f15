import { expect, test } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { discover } from "#lib/harness/discovery/discover.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";

const profile = profileById("opencode");
const place = { cwd: "/work/app/pkg", home: "/home/dev" };
const text = (description: string) => `---\nname: same\n${description}---\n`;

test("of folders above the topmost comes first, up to the one that holds .git", () => {
  const files = textFiles({
    "/work/app/.git/HEAD": "",
    "/work/.opencode/skills/a/SKILL.md": text("description: outside\n"),
    "/work/app/.opencode/skills/a/SKILL.md": text("description: top\n"),
    "/work/app/pkg/.opencode/skills/a/SKILL.md": text("description: low\n"),
  });
  expect(discover(profile, files, place).skills.map(({ description }) => description)).toEqual(["top"]);
});

test("in the topmost folder all its roots come before those of the folders below", () => {
  const files = textFiles({
    "/work/app/.git/HEAD": "",
    "/work/app/.claude/skills/a/SKILL.md": text("description: top\n"),
    "/work/app/pkg/.agents/skills/a/SKILL.md": text("description: low\n"),
  });
  expect(discover(profile, files, place).skills.map(({ description }) => description)).toEqual(["top"]);
});

test("without a description a skill is not told of, with an empty one it is", () => {
  const told = (description: string) => {
    const files = textFiles({ "/work/app/pkg/.opencode/skills/a/SKILL.md": text(description) });
    return renderCatalog(profile, loadSession(profile, files, place)).rows.length;
  };
  expect([told(""), told("description: ''\n"), told("description:\n")]).toEqual([0, 1, 0]);
});
