import { expect, test } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { callSkillTool, offeredTool } from "./skill-tool.ts";

const profile = profileById("cline");
const place = { cwd: "/app", home: "/home" };

function started(texts: Readonly<Record<string, string>>) {
  const session = loadSession(profile, textFiles(texts), place);
  const catalog = renderCatalog(profile, session);
  const tool = offeredTool(profile, catalog);
  const call = (skill: string) =>
    tool && callSkillTool(profile, tool, session, { input: { skill }, active: new Set() });
  return { catalog, tool, answer: (skill: string) => call(skill)?.text };
}

const skill = (name: string, body: string, more = "") => `---\nname: ${name}\n${more}---\n\n${body}\n`;

test("a tool that the catalog describes is not offered where that tells of nothing", () => {
  expect(started({ "/app/.cline/skills/a/SKILL.md": skill("a", "") }).tool).toBeUndefined();
  const { catalog, tool } = started({ "/app/.cline/skills/a/SKILL.md": skill("a", "Text.") });
  expect(tool?.name).toBe("skills");
  expect(catalog.text).toMatch(/ Available skills: a\.$/);
});

test("the skill that is read last takes a name, and stands in the place of the first", () => {
  const { catalog, answer } = started({
    "/app/.cline/skills/a/SKILL.md": skill("One", "First."),
    "/app/.cline/skills/b/SKILL.md": skill("two", "Other."),
    "/app/.cline/skills/c/SKILL.md": skill("ONE", "Second."),
    "/home/.agents/skills/x/SKILL.md": skill("one", "The person's."),
  });
  expect(catalog.text).toMatch(/ Available skills: one, two\.$/);
  expect(answer("ONE")).toContain("The person's.");
});

test("a name is found in any case, after slashes, and by what comes after its colon where that is one skill's alone", () => {
  const { answer } = started({
    "/app/.cline/skills/a/SKILL.md": skill("team:Deploy", "Deploys."),
    "/app/.cline/skills/b/SKILL.md": skill("my:review", "Mine."),
    "/app/.cline/skills/c/SKILL.md": skill("your:review", "Yours."),
  });
  for (const asked of ["TEAM:deploy", "//deploy", " deploy ", "other:deploy"])
    expect(answer(asked)).toContain("Deploys.");
  expect(answer("review")).toBe('Skill "review" is ambiguous. Use one of: my:review, your:review');
});

test("one that its frontmatter switches off is told of as that", () => {
  for (const more of ["disabled: true\n", "enabled: false\n"]) {
    const { catalog, answer } = started({
      "/app/.cline/skills/a/SKILL.md": skill("a", "Text.", more),
      "/app/.cline/skills/b/SKILL.md": skill("b", "Text.", "disabled: false\nenabled: false\n"),
    });
    expect(catalog.text).toMatch(/ Available skills: b\.$/);
    expect(answer("a")).toBe('Skill "a" is configured but disabled.');
  }
});
