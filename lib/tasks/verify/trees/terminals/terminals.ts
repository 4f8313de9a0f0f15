import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const words = [
  ...[
    "",
    " one",
    ' one "two three"  four',
    " 'a b' c",
    "  lead  trail ",
    " $1 $ARGUMENTS",
    " it's",
    " one two three four",
  ],
  ...[" $& $$1 $`", " -- -x", " [Image 1] b"],
];
const some = [" one", " $1 $ARGUMENTS", " one two three four"];
const asked: readonly (readonly [body: string, words: readonly string[]])[] = [
  ["A[$ARGUMENTS] X[$ARGUMENTSX]", words],
  ["1[$1] 0[$0] 2[$2]", words],
  ["nothing here", words],
  ["3[$3] 1[$1]", some],
  ["10[$10] s[\\$1] d[$$1]", some],
  ["0[$0] only", some],
];

/** `/name words` in a terminal, for programs that send such a line as typed outside of one. */
export const terminalTrees: readonly Tree[] = asked.flatMap(([body, lines], number) =>
  lines.map((typed, index) => ({
    name: `terminal-${number}-${index}`,
    why: `${JSON.stringify(typed)} for ${body}`,
    files: skillsIn("{project}", { one: usualSkill("one", "d", body) }),
    line: `/one${typed}`,
    isTerminal: true,
    only: ["opencode", "kilo"],
  })),
);
