import { skillsIn, skillText, type Tree, usualSkill } from "../../tree.ts";

/** Values with a tag, which fit it or do not. */
const tagged = [
  ...["!!int '7'", '!!int "x"', "!!int x", "!!int 1.5", "!!int 0x1F", "!!float 1", "!!float '1.5'", "!!float x"],
  ...["!!bool true", "!!bool 'true'", "!!bool yes", "!!null null", "!!null ''", "!!null", "!!str ~"],
  ...["!!map {a: b}", "!!map x", "!!seq x"],
  ...["!!set {a, b}", "!!omap [a: b]", "!!int |\n  7", "!!str |\n  7", "!!float .inf", "!int 7", "!!foo x"],
];

/** Tags of what is a text for some programs, and for some a date or a sign. */
const dated = ["!!timestamp 2026-01-01", "!!timestamp '2026-01-01'", "!!timestamp x", "!!merge x"];

/** Lines with a key that is there twice, or nearly. */
const repeated = [
  ...["a: 1\na: 2", "metadata: {a: 1, a: 2}", 'metadata:\n  a: 1\n  "a": 2', "x:\n  - a: 1\n    a: 2", "a: 1\nA: 2"],
  ...["1: x\n1: y", 'a: 1\n"\\x61": 2', "x: &m {a: 1}\ny:\n  <<: *m\n  a: 2"],
  // By their values alone.
  ...[
    "~: x\nnull: y",
    '~: x\n"null": y',
    "1: a\n0x1: b",
    '1: a\n"1": b',
    "1: a\n1.0: b",
    "true: a\nTrue: b",
    "07: a\n7: b",
  ],
  ...[
    "1_0: a\n10: b",
    "0o7: a\n7: b",
    ".inf: a\n.INF: b",
    "0: a\n-0: b",
    "1e1: a\n10: b",
    "!!str 1: a\n1: b",
    "&k a: 1\n*k : 2",
  ],
  ...["x: {~: a, null: b}", "x: {1: a, 0x1: b}", "metadata:\n  true: a\n  True: b", 'x:\n- 1: a\n  "1": b'],
  // Keys that are no texts.
  ...[
    "? [a]\n: 1\n? [a]\n: 2",
    "[a]: 1\na: 2",
    '[a, b]: 1\n"a,b": 2',
    "{a: b}: 1\n{c: d}: 2",
    "[[a]]: 1",
    "? [a]\n: 1",
  ],
  ...["x: {[a]: 1, [a]: 2}", "x: {{a: b}: 1, {a: b}: 2}"],
  // Maps that others are merged into.
  ...["<<: {a: 1}\n<<: {b: 2}", '"<<": 1\n"<<": 2', "<<: 1", "<<: [1]", "<<: [{a: 1}, {a: 2}]"],
];

/** Keys with a tag, and what is no number twice: apart from the list above, whose answers are kept. */
const taggedKeys = [
  ...[
    ".nan: a\n.NaN: b",
    "!x a: 1\na: 2",
    "!x a: 1\n!y a: 2",
    "!x a: 1\n!x a: 2",
    "!!str a: a\na: b",
    "!!int 1: a\n1: b",
  ],
  ...["!!null x: 1", "!!int a: 1", "x: !!int a", "x: !!bool yes", "x: !!null", "? [a]\n: 1\n? [a]\n: 2"],
];

/** Frontmatter that merges its description, or seems to. */
const merging = [
  ...["<<: {description: m}", '"<<": {description: m}', "!!merge <<: {description: m}", "? <<\n: {description: m}"],
  ...["x: &a [{description: m}]\n<<: *a", "x: &a {description: m}\n<<: [*a]", "<<: {<<: {description: m}}"],
  ...["x: &a {description: m}\ny: &b {<<: *a}\n<<: *b", "<<: [[{description: m}]]", "<<: [1, {description: m}]"],
];

const numbered = (texts: readonly string[], textOf: (name: string, text: string) => string) =>
  skillsIn(
    "{project}",
    Object.fromEntries(texts.map((text, index) => [`s${index + 10}`, textOf(`s${index + 10}`, text)])),
  );

/** What YAML allows and hardly anybody writes. */
export const oddYamlTrees: readonly Tree[] = [
  {
    name: "odd-yaml-tags",
    why: "descriptions with a tag",
    files: numbered(tagged, (name, text) => usualSkill(name, text)),
  },
  {
    name: "odd-yaml-dates",
    why: "descriptions that a tag makes a date, or a sign for merging",
    files: numbered(dated, (name, text) => usualSkill(name, text)),
  },
  {
    name: "odd-yaml-keys",
    why: "keys that are there twice, in the frontmatter and in its maps",
    files: numbered(repeated, (name, text) => usualSkill(name, `has ${name}`, "Body.", text)),
  },
  {
    name: "odd-yaml-tagged-keys",
    why: "keys that have a tag, and values that do not fit theirs",
    files: numbered(taggedKeys, (name, text) => usualSkill(name, `has ${name}`, "Body.", text)),
  },
  {
    name: "odd-yaml-merging",
    why: "a description that another map has",
    files: numbered(merging, (name, text) => skillText(`name: ${name}\n${text}`)),
  },
  {
    name: "odd-yaml-blanks",
    why: "other blanks before a value, where another value needs quotes",
    files: numbered(["\u3000 [x] y", "\u00a0@who", "\u3000 a: b", "\u2003{x} y", "\u3000plain"], (name, text) =>
      skillText(`name: ${name}: x\ndescription: ${text}`),
    ),
  },
  {
    name: "odd-yaml-link",
    why: "a SKILL.md that is a link to another one",
    files: { ...skillsIn("{project}", { alpha: usualSkill("alpha", "a") }), "{project}/beta/notes.md": "x" },
    links: { "{project}/beta/SKILL.md": "../alpha/SKILL.md" },
    calls: [["alpha"], ["beta"]],
  },
  {
    name: "odd-links",
    why: "links up, out and away, one of them in a circle",
    files: {
      ...skillsIn("{project}", { alpha: usualSkill("alpha", "a") }),
      "shared/out/SKILL.md": usualSkill("out", "o"),
      "home/own/SKILL.md": usualSkill("own", "w"),
    },
    links: {
      "{project}/alpha/all": "../..",
      "{project}/out": "../../../shared/out",
      "{project}/own": "{world}/home/own",
      "{project}/etc": "/etc",
    },
    calls: [["alpha"], ["out"], ["own"]],
    line: "/out",
  },
];
