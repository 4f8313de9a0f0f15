import { skillsIn, skillText, type Tree } from "../../tree.ts";

/** Lists of paths, of which some leave the project and some are of other types than texts. */
const lists = [
  ...["[/abs/**]", '["C:/x"]', '["a: b"]', "[a/../b]", "[..]", '["../x"]', "[..x]", '["a\\\\..\\\\b"]', '["\\\\x"]'],
  ...["[[a, b]]", "[[a, [c, d]], b]", "[[a: b]]", '[" /x"]', "[[/a]]", '[x, [~, "*.ts"]]', "[~]", "[[]]"],
  ...['["*.ts"]', '[42, true, "*.ts"]', '"*.ts"', '[["*.ts"]]'],
];

const skills = skillsIn(
  "{project}",
  Object.fromEntries(
    lists.map((list, index) => [`p${index}`, skillText(`name: p${index}\ndescription: d\npaths: ${list}`)]),
  ),
);

const inLines = Object.fromEntries(
  Object.entries(skills).map(([path, text]) => [
    path,
    text.replace(/paths: \[(.*)\]/, "argument-hint: {a} b\npaths:\n  - $1"),
  ]),
);

function tree(name: string, why: string, files: Tree["files"]): Tree {
  return {
    name: `qwen-${name}`,
    why,
    only: ["qwen-code"],
    files: { ...files, "app/c.ts": "export {};\n" },
    reads: ["app/c.ts"],
    // Its path begins like a drive's.
    line: "/p2 x",
    calls: [["nope"]],
  };
}

/** Which files a skill may say it is for. */
export const qwenPathTrees: readonly Tree[] = [
  tree("paths", "lists of paths", skills),
  tree("paths-in-lines", "the same where the frontmatter is no YAML, and is read in lines", inLines),
];
