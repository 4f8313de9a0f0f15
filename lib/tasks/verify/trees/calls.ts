import { skillsIn, type Tree, usualSkill } from "../tree.ts";

const placeholders = [
  ...["A[$ARGUMENTS] X[$ARGUMENTSX] 0[$0] 1[$1] 9[$9] 10[$10]", "i[$ARGUMENTS[0]] j[$ARGUMENTS[9]] k[$ARGUMENTS[x]]"],
  ...[`e[\\$ARGUMENTS] b[\\\\$0] d[$$1] c[\${1}]`, "p[$PATH] x[$0x] u[$1_] h[$1-]", "nothing here"],
  ...[
    "$" + "{CLAUDE_SKILL_DIR}/x in $" + "{CLAUDE_PROJECT_DIR}, $" + "{HOME}",
    "f[$file] n[$count] m[$missing] x[$file-x]",
  ],
];
const args = ["", " one", ' one "two three"  four', "  lead  trail ", " a\nb c", " $1 $ARGUMENTS", " it's", " 日 本"];

const flags = ["true", "false", '"true"', "yes", "no", "1", "0", "TRUE", "maybe", ""];

/** What becomes of a skill that is called or typed. */
export const callTrees: readonly Tree[] = [
  ...placeholders.map(
    (body, index): Tree => ({
      name: `placeholders-${index}`,
      why: body,
      files: skillsIn("{project}", { one: usualSkill("one", "d", body, "arguments: [file, count, missing]") }),
      line: '/one a "b c" d',
      calls: [["one"], ["one", 'a "b c" d'], ["one", "x"]],
    }),
  ),
  ...args.map(
    (given, index): Tree => ({
      name: `arguments-${index}`,
      why: JSON.stringify(given),
      files: skillsIn("{project}", { one: usualSkill("one", "d", "A[$ARGUMENTS] 0[$0] 1[$1]") }),
      line: `/one${given}`,
    }),
  ),
  ...flags.flatMap((flag, index): Tree[] => [
    {
      name: `not-for-model-${index}`,
      why: `disable-model-invocation: ${flag}`,
      files: skillsIn("{project}", { one: usualSkill("one", "d", "B", `disable-model-invocation: ${flag}`) }),
      calls: [["one"]],
    },
    {
      name: `not-for-person-${index}`,
      why: `user-invocable: ${flag}`,
      files: skillsIn("{project}", { one: usualSkill("one", "d", "B", `user-invocable: ${flag}`) }),
      line: "/one x",
    },
  ]),
  ...["nope", "ALPHA", "/alpha", " alpha ", "", "alph", "help", "clear", "copy", "/"].map(
    (name, index): Tree => ({
      name: `called-${index}`,
      why: `a call of ${JSON.stringify(name)}`,
      files: skillsIn("{project}", { alpha: usualSkill("alpha", "d") }),
      calls: [[name, "x"]],
    }),
  ),
  ...[
    ["one letter off a skill, a command or both", ["alphaq", "statuQ", "cleaQ", "ruQ"]],
    ["two letters off several commands", ["7", "q", "rcQ", "tpQ", "stat", "logni", "verifyQ"]],
    ["letters that are swapped", ["lapha", "hlep", "colne", "lpah"]],
  ].map(
    ([why, names], index): Tree => ({
      name: `misspelled-${index}`,
      why: `calls of names ${why as string}`,
      files: {
        ...skillsIn("{project}", { alpha: usualSkill("alpha", "d"), clea: usualSkill("clea", "d") }),
        ...skillsIn("{home}", {
          clone: usualSkill("clone", "d"),
          modek: usualSkill("modek", "d", "B", "paths: '*.x'"),
        }),
      },
      calls: (names as readonly string[]).map((name) => [name] as const),
    }),
  ),
  ...["/alpah x", "please use /alpha", "/", "// x", "/Alpha", "/help", "/alpha\tx", "/help a\nb"].map(
    (line, index): Tree => ({
      name: `typed-${index}`,
      why: `a line ${JSON.stringify(line)}`,
      files: skillsIn("{project}", { alpha: usualSkill("alpha", "d") }),
      line,
    }),
  ),
  ...["init", "help", "clear", "simplify"].map(
    (name): Tree => ({
      name: `named-${name}`,
      why: "a skill that is called like a command of the program",
      files: skillsIn("{project}", { [name]: usualSkill(name, "my own") }),
      line: `/${name} x`,
      calls: [[name]],
    }),
  ),
];
