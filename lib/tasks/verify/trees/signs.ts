import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

/** Names of folders in which a program might see more than a name. */
const names = [
  ...[
    "two  blanks",
    " before",
    "after ",
    "a<b>",
    "a&b",
    "a\u00a0b",
    "a\u3000b",
    "a\u200bb",
    "a\u202eb",
    "a\ufeffb",
    "a\u00adb",
  ],
  ...["a: b", "a :b", ":a", "a:", "a::b", ":", "a\\b", "a\tb", "a\nb", "a\u0007b", "a\u2028b", "a\ufffdb"],
  ...["ı\u0307x", "e\u0301", "\u0301x", "👩‍👩‍👧", "❤️", "☺️", "1️⃣", "क्ष", "\u202ax", "ﬁ", "K", "ﷺ", "\ud7b0"],
  ...[
    "a'b",
    'a"b',
    "a`b",
    "$a",
    `\${a}`,
    "a*b",
    "a?b",
    "[a]",
    "{a}",
    "a|b",
    "a;b",
    "a,b",
    "a=b",
    "%41",
    "#a",
    "@a",
    "!a",
    "~",
  ],
  ...[
    "CON",
    "nul.txt",
    "..a",
    "...",
    "a.",
    "-",
    "--",
    "_",
    "0",
    "007",
    "1e3",
    "true",
    "null",
    "constructor",
    "__proto__",
    "toString",
  ],
];
const skill = (index: number) => usualSkill(`n${index}`, `in the folder ${index}`);
const inTens = Array.from({ length: Math.ceil(names.length / 9) }, (_, at) => names.slice(at * 9, (at + 1) * 9));

/** Around round numbers, at which a program may stop to read. */
const sizes = [
  16_384, 32_768, 65_536, 100_000, 131_072, 200_000, 262_144, 500_000, 524_288, 1_000_000, 1_048_576,
].flatMap((size) => [size, size + 1]);

/** Names with signs: of folders, and in the frontmatter. */
export const signTrees: readonly Tree[] = [
  ...inTens.flatMap((some, index): readonly Tree[] => [
    {
      name: `signs-folders-${index}`,
      why: `folders ${some.map((each) => JSON.stringify(each)).join(", ")}`,
      files: skillsIn("{project}", Object.fromEntries(some.map((name, at) => [name, skill(at)]))),
      calls: [...some.slice(0, 4).map((name) => [name] as const), ["n0"]],
    },
    {
      name: `signs-names-${index}`,
      why: `names ${some.map((each) => JSON.stringify(each)).join(", ")}`,
      files: skillsIn(
        "{project}",
        Object.fromEntries(some.map((name, at) => [`f${at}`, usualSkill(JSON.stringify(name), `named ${at}`)])),
      ),
      calls: [...some.slice(0, 4).map((name) => [name] as const), ["f0"]],
    },
  ]),
  {
    name: "signs-undescribed",
    why: "names with signs, without names in the frontmatter",
    files: skillsIn(
      "{project}",
      Object.fromEntries(names.slice(0, 12).map((name, at) => [name, `---\ndescription: d${at}\n---\nB\n`])),
    ),
  },
  {
    name: "signs-long",
    why: "names of 64, 65, 128, 255, 256 and 257 characters",
    files: skillsIn(
      "{project}",
      Object.fromEntries(
        [64, 65, 128, 255, 256, 257].map((length) => [`l${length}`, usualSkill("n".repeat(length), `of ${length}`)]),
      ),
    ),
    calls: [["l64"], ["n".repeat(64)], ["n".repeat(257)]],
  },
  {
    name: "signs-wide-long",
    why: "names of 64 characters that take several bytes",
    files: skillsIn(
      "{project}",
      Object.fromEntries(
        ["é", "日", "🚀"].flatMap((sign, at) =>
          [32, 33, 64, 65].map((length) => [`w${at}-${length}`, usualSkill(sign.repeat(length), `of ${length}`)]),
        ),
      ),
    ),
  },
  {
    name: "signs-normal-forms",
    why: "two folders whose names differ in normal form alone",
    files: skillsIn("{project}", {
      é: usualSkill("one", "1"),
      "e\u0301": usualSkill("two", "2"),
      ﬁ: usualSkill("three", "3"),
      fi: usualSkill("four", "4"),
    }),
    calls: [["é"], ["e\u0301"], ["one"], ["two"]],
  },
  {
    name: "signs-cases",
    why: "folders that differ in case alone",
    files: skillsIn("{project}", {
      alpha: usualSkill("alpha", "1"),
      Alpha: usualSkill("Alpha", "2"),
      ALPHA: usualSkill("ALPHA", "3"),
    }),
    calls: [["alpha"], ["Alpha"], ["aLPHA"]],
  },
  {
    name: "sizes",
    why: "files of many sizes",
    files: {
      ...skillsIn("{project}", Object.fromEntries(sizes.map((size) => [`s${size}`, sized(size)]))),
      ...below("app/.claude/commands", Object.fromEntries(sizes.map((size) => [`c${size}.md`, sized(size)]))),
    },
    only: ["claude-code", "codex", "gemini-cli", "pi", "qwen-code"],
  },
];

function sized(size: number): string {
  const text = usualSkill("sized", `of ${size} bytes`);
  return text + "x".repeat(size - text.length);
}
