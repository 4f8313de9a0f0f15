import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { discover } from "./discover.ts";
import { rereadDiscovery } from "./reread.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const folders = [".agents/skills", ".claude/skills", ".github/skills", ".kiro/skills", ".factory/skills", "skills"];
const skill = (name: string, description: string, rest = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${rest}---\n\nDo ${description}\n`;

/** Four skills in each folder where some harness looks, with these texts of the first. */
function treeWith(first: string) {
  const texts = { a: first, b: skill("b", "Other."), c: skill("b", "Of the same name."), d: "# None\n" };
  return textFiles(
    Object.fromEntries(
      folders.flatMap((folder) =>
        Object.entries(texts).map(([name, text]) => [`/workspace/${folder}/${name}/SKILL.md`, text]),
      ),
    ),
  );
}

const whole = skill("a", "Fills in forms.");

test.each([
  ["its description", skill("a", "Empties forms."), true],
  ["its instructions", `${whole}More.\n`, true],
  ["a description that is too long", skill("a", "x".repeat(3000)), true],
  ["its name", skill("b", "Fills in forms."), false],
  ["a field that hides it", skill("a", "Fills in forms.", "disable-model-invocation: true\n"), true],
  ["its frontmatter, which is none now", "# Forms\n", true],
])("a skill changed in %s is found as if everything were", (_, text, isReread) => {
  const [before, now] = [treeWith(whole), treeWith(text)];
  const isChanged = (location: string) => location.endsWith("/a/SKILL.md");
  const reread = profiles.map((profile) => {
    const found = rereadDiscovery(profile, discover(profile, before, place), { before, now, isChanged });
    if (found) expect(found).toEqual(discover(profile, now, place));
    return found !== undefined;
  });
  expect(reread.includes(true)).toBe(isReread);
});

test("nothing is made of a skill of which more than its own file decided", () => {
  const [before, now] = [treeWith(whole), treeWith(whole)];
  const shadowed = (location: string) => location.endsWith("/c/SKILL.md");
  for (const profile of profiles) {
    const discovery = discover(profile, before, place);
    if (!discovery.candidates.some(({ outcome }) => outcome.kind === "shadowed")) continue;
    expect(rereadDiscovery(profile, discovery, { before, now, isChanged: shadowed })).toBeUndefined();
  }
});
