import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

/** Patterns by the skill that they are for. */
const patterns: Readonly<Record<string, string>> = {
  star: "'*.ts'",
  deep: "'**/*.ts'",
  "folder-star": "src/*",
  "folder-all": "src/**",
  folder: "src",
  "folder-slash": "src/",
  "from-root": "/src/a.ts",
  dotted: "./src/a.ts",
  braces: "'src/{a,b}.ts'",
  "braces-nested": "'src/{a,{b,c}}.ts'",
  "braces-empty": "'src/{}.ts'",
  "braces-open": "'src/{a.ts'",
  commas: "src/a.ts, docs/*",
  list: "[src/a.ts, docs/x.md]",
  "list-blocks": "\n  - src/**\n  - '!src/a.ts'",
  negated: "'!src/a.ts'",
  "negated-first": "'!src/a.ts, src/*'",
  all: "'**'",
  "all-slash": "'**/'",
  "all-and-one": "'**, src/a.ts'",
  "star-alone": "'*'",
  question: "'src/?.ts'",
  class: "'src/[ab].ts'",
  "class-negated": "'src/[!a].ts'",
  "class-open": "'src/[a.ts'",
  escaped: "'src/\\a.ts'",
  "escaped-star": "'src/\\*.ts'",
  hash: "'#src/a.ts'",
  blanks: "'  src/a.ts  '",
  "blank-inside": "'my file.md'",
  capitals: "SRC/A.TS",
  absolute: "/mnt/app/src/a.ts",
  above: "../app/src/a.ts",
  home: "'~/x.txt'",
  number: "7",
  bool: "true",
  empty: "''",
  none: "",
  mapping: "{src: a}",
  "list-mixed": "[src/a.ts, 7, null]",
  "slash-alone": "/",
  "double-slash": "src//a.ts",
  "ends-all": "'src/a.ts/**'",
  "dots-inside": "src/../src/a.ts",
  regex: "'src/(a|b).ts'",
  "dollar-end": "'*.ts$'",
};
const skills = {
  ...skillsIn(
    "{project}",
    Object.fromEntries(
      Object.entries(patterns).map(([name, paths]) => [name, usualSkill(name, `is ${name}`, "B", `paths: ${paths}`)]),
    ),
  ),
  "app/src/a.ts": "a\n",
  "app/src/b.ts": "b\n",
  "app/src/deep/c.ts": "c\n",
  "app/docs/x.md": "x\n",
  "app/my file.md": "m\n",
  "app/A.TS": "A\n",
  "app/top.ts": "t\n",
  "home/x.txt": "x\n",
};

const only = ["claude-code", "qwen-code"];
const tree = (name: string, why: string, more: Partial<Tree>): Tree => ({
  name: `paths-${name}`,
  why,
  only,
  files: skills,
  ...more,
});
const same = (path: string) => ({
  [`${path}/same/SKILL.md`]: usualSkill("same", `of ${path}`, "S", "paths: src/*"),
});

/** Skills that wait for a file. */
export const pathPatternTrees: readonly Tree[] = [
  ...["src/a.ts", "src/b.ts", "src/deep/c.ts", "docs/x.md", "my file.md", "A.TS", "top.ts"].map((path, index) =>
    tree(`read-${index}`, `reads ${path}`, { reads: [`app/${path}`] }),
  ),
  tree("read-two", "reads two files", { reads: ["app/docs/x.md", "app/src/a.ts"] }),
  tree("read-outside", "reads a file outside", { reads: ["home/x.txt"] }),
  tree("read-below", "started below, reads a file above", { cwd: "app/src", reads: ["app/src/a.ts", "app/docs/x.md"] }),
  tree("two-of-a-name", "two that wait, of one name", {
    files: { ...skills, ...same("{project}"), ...same("{home}") },
    reads: ["app/src/a.ts"],
    calls: [["same"]],
  }),
  tree("waits-and-not", "one that waits, one of its name that does not", {
    files: { ...skills, ...same("{project}"), ...skillsIn("{home}", { same: usualSkill("same", "of the person") }) },
    reads: ["app/src/a.ts"],
    calls: [["same"]],
  }),
  tree("called-waiting", "called and typed while they wait", {
    line: "/star x",
    calls: [["deep"], ["star"], ["none"]],
  }),
  tree("hidden-and-waiting", "waiting skills with other switches", {
    files: {
      ...skills,
      ...skillsIn("{project}", {
        quiet: usualSkill("quiet", "q", "Q", "paths: src/*\ndisable-model-invocation: true"),
        model: usualSkill("model", "m", "M", "paths: src/*\nuser-invocable: false"),
        undescribed: "---\npaths: src/*\n---\nFirst line.\n",
      }),
    },
    reads: ["app/src/a.ts"],
    calls: [["quiet"], ["model"], ["undescribed"]],
  }),
];
