import { skillsIn, type Tree, usualSkill } from "../tree.ts";

const written = [
  ...[
    "b.md",
    "'*.md'",
    "pkg",
    "pkg/",
    "pkg/**",
    "pkg/b.md",
    "/pkg/b.md",
    "./pkg/b.md",
    "/b.md",
    "'**'",
    "'**/*'",
    "'*'",
  ],
  ...[
    "web/*.ts",
    "pkg/web/*.ts",
    "'**/web'",
    "pkg/*",
    "'!pkg'",
    "['**', '!b.md']",
    "['*.ts', b.md]",
    "[a, 'b.md, c']",
    "[7]",
  ],
  ...[
    "'pkg/{web,x}/*.ts'",
    "'*.{ts,md}'",
    "c.ts, b.md",
    "7",
    "true",
    "[]",
    "",
    "{a: b}",
    "'a b.ts'",
    "B.MD",
    "'b.m[a-d]'",
  ],
];

const reading: readonly (readonly string[])[] = [
  [],
  ["app/pkg/b.md"],
  ["app/pkg/web/a.ts"],
  ["shared/d.txt", "app/c.ts"],
];

const files = {
  ...skillsIn(
    "{project}",
    Object.fromEntries(
      written.map((paths, index) => [`s${index}`, usualSkill(`s${index}`, `for ${index}`, "Body.", `paths: ${paths}`)]),
    ),
  ),
  "app/pkg/web/a.ts": "export {};\n",
  "app/pkg/b.md": "text\n",
  "app/c.ts": "export {};\n",
  "shared/d.txt": "text\n",
};

/** Skills that wait until a file is touched: which patterns fit which file, and who can call them before. */
export const waitingTrees: readonly Tree[] = [
  ...reading.map(
    (reads, index): Tree => ({
      name: `waiting-${index}`,
      why: `what is told once ${reads.join(" and ") || "nothing"} is read`,
      files,
      reads,
      calls: [["s0"], ["s9"], ["s28"]],
    }),
  ),
  {
    name: "waiting-named-by-commands",
    why: "skills that are named by commands of the program, or by another skill, once they no longer wait",
    files: {
      ...skillsIn(
        "{project}",
        Object.fromEntries(
          ["skills", "help", "init", "other"].map((name) => [
            name,
            usualSkill(name, "waits", "Body.", "paths: '*.ts'"),
          ]),
        ),
      ),
      ...skillsIn("{home}", { other: usualSkill("other", "does not wait") }),
      "app/c.ts": "export {};\n",
    },
    reads: ["app/c.ts"],
    calls: [["skills"], ["help"], ["other"]],
  },
  ...["s0", "s9", "s24"].map(
    (name): Tree => ({ name: `waiting-typed-${name}`, why: "a person calls it before", files, line: `/${name} x` }),
  ),
];
