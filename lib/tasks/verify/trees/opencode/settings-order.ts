import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

/**
 * Settings files that contradict each other: for each two there is a skill that the first denies and the second allows, so that the list tells
 * the order of all. For each there is a skill that it alone denies: it is listed where the file is not read.
 */
function ordered(program: string, name: string, files: readonly string[], more: Partial<Tree> = {}): Tree {
  const pairs = files.flatMap((_, first) =>
    files
      .slice(first + 1)
      .map((_, index) => ({ skill: `of-${first}-${first + 1 + index}`, first, second: first + 1 + index })),
  );
  const skills = [...pairs.map(({ skill }) => skill), ...files.map((_, index) => `only-${index}`)];
  const ruled = files.map((path, at) => {
    const rules = pairs.flatMap(({ skill, first, second }) =>
      first === at ? [[skill, "deny"]] : second === at ? [[skill, "allow"]] : [],
    );
    return [path, JSON.stringify({ permission: { skill: Object.fromEntries([...rules, [`only-${at}`, "deny"]]) } })];
  });
  return {
    name: `${program}-order-${name}`,
    why: files.join(", "),
    only: [program],
    ...more,
    files: {
      ...skillsIn("{project}", Object.fromEntries(skills.map((skill) => [skill, usualSkill(skill, skill)]))),
      ...Object.fromEntries(ruled),
    },
  };
}

const inEach = (folders: readonly string[], names: readonly string[]) =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));

const ofOpenCode = ["config.json", "opencode.jsonc", "opencode.json"];
const ofKilo = [...ofOpenCode, "kilo.jsonc", "kilo.json"];
/** What the program needs to be asked is in the file of this name there. */
const free = (names: readonly string[], own: string) => names.filter((name) => name !== own);

/** Which of several settings files counts. */
export const settingsOrderTrees: readonly Tree[] = [
  ordered("opencode", "home", [
    ...inEach(["home/.config/opencode"], free(ofOpenCode, "opencode.json")),
    ...inEach(["home/.opencode", "app", "app/.opencode"], ofOpenCode),
  ]),
  ordered(
    "opencode",
    "above",
    inEach(["app", "app/pkg", "app/.opencode", "app/pkg/.opencode", "home/.opencode"], free(ofOpenCode, "config.json")),
    { cwd: "app/pkg" },
  ),
  ordered("kilo", "home", [
    ...inEach(["home/.config/kilo"], free(ofKilo, "kilo.json")),
    ...inEach(["home/.kilo", "home/.kilocode"], ofKilo),
  ]),
  ordered("kilo", "project", inEach(["app", "app/.kilo", "app/.kilocode"], ofKilo)),
  ordered(
    "kilo",
    "above",
    [
      ...inEach(["app", "app/pkg", "home/.kilo", "app/.opencode"], ["kilo.json", "opencode.json"]),
      ...inEach(["app/.kilo", "app/.kilocode", "app/pkg/.kilo", "app/pkg/.kilocode"], ["kilo.json"]),
    ],
    { cwd: "app/pkg" },
  ),
];
