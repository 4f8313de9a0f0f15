import fc from "fast-check";
import { parseFrontmatter, validateMetadata } from "skills-ref";
import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { validateSkill } from "./standard.ts";

interface Skill {
  readonly folder: string;
  readonly text: string;
}

/**
 * Where the npm package differs from the standard's reference library in Python, whose rules ours are. Each reason has a test for the files
 * that it is about; a difference in a file without a reason is an error.
 */
const reasons: readonly { readonly reason: string; readonly isAbout: (skill: Skill) => boolean }[] = [
  {
    reason: "StrictYAML has no types: the package's loader makes null, numbers, bools and dates, and texts of those",
    isAbout: ({ text }) => /^ *[\w-]+: *(?:~|null|Null|true|false|[-+.\d][-+.:\w]*|\.nan)? *$/m.test(text),
  },
  {
    reason: "StrictYAML refuses flow style, anchors, aliases and tags",
    isAbout: ({ text }) => /: *[[{&*!]/.test(text),
  },
  {
    reason: "A list or fields where text belongs is no text; the package takes JavaScript's words for it",
    isAbout: ({ text }) => /^(?:name|description):\n +(?:- |\w+:)/m.test(text),
  },
  {
    reason: "Lengths count code points; the package counts UTF-16",
    isAbout: ({ text }) => /[\ud800-\udfff]/.test(text),
  },
  {
    reason: "Letters and digits are Unicode's; the package knows some blocks, and combining marks for letters",
    isAbout: ({ text }) => /^name: .*[^\0-\x7f]/m.test(text),
  },
  {
    reason: "White space at the ends is Python's: a byte-order mark is none, U+0085 is",
    isAbout: ({ text }) => /[\u0085\ufeff]/.test(text),
  },
  {
    reason: "Frontmatter without fields is no mapping; the package takes it for an empty one",
    isAbout: ({ text }) => /^---\s*(?:#.*\s*)*---/.test(text),
  },
  {
    reason: "A list or text alone is no mapping; the package calls a list a fault of the YAML",
    isAbout: ({ text }) => /^---\r?\n- /.test(text),
  },
];

/** Rewrites messages that differ in wording but not in their rule. */
function comparable(message: string): string {
  return message
    .replace(/^Invalid YAML in frontmatter: [\s\S]*/, "Invalid YAML in frontmatter")
    .replace(/Only \[(.*)\] are/, (_, names: string) => `Only ${names.replaceAll("'", "")} are`);
}

function ours({ folder, text }: Skill): readonly string[] {
  const files = textFiles({ [`/${folder}/SKILL.md`]: text });
  return validateSkill(files, `/${folder}`).map(comparable);
}

function theirs({ folder, text }: Skill): readonly string[] {
  try {
    const [metadata] = parseFrontmatter(text);
    return validateMetadata(metadata, `/${folder}`).map(comparable);
  } catch (refusal) {
    return [comparable((refusal as Error).message)];
  }
}

const name = fc.oneof(
  fc.constantFrom(
    "pdf-tools",
    "a",
    "-a",
    "a-",
    "a--b",
    "Pdf",
    "a_b",
    "a b",
    "12",
    "naïve",
    "ナイフ",
    "ﬁx",
    "a".repeat(64),
    "a".repeat(65),
  ),
  fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,2}$/),
);
const prose = fc.constantFrom(
  "Does it.",
  "x".repeat(1024),
  "x".repeat(1025),
  "é".repeat(1024),
  "🔧".repeat(600),
  "Use: never",
  "a # b",
  "it's",
  "[a, b]",
  "{a: b}",
  "*a",
  "&a b",
  "!x y",
  "@a",
  "- a",
  "",
  "~",
  "null",
  "yes",
  "true",
  "1.0",
  "0x1F",
  "2024-01-01",
  "\u0085",
  "\ufeffx",
  " padded ",
);
const value = fc.oneof(
  prose,
  prose.map((text) => JSON.stringify(text)),
  prose.map((text) => `'${text.replaceAll("'", "''")}'`),
  prose.map((text) => `>-\n  ${text}\n  ${text}`),
  prose.map((text) => `|\n  ${text}`),
  prose.map((text) => `\n  - ${text}`),
  prose.map((text) => `\n  key: ${text}`),
);
const key = fc.constantFrom(
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "version",
  "Name",
  "zeta",
  "__proto__",
  "constructor",
);
const frontmatter = fc
  .record({
    name: fc.option(fc.oneof({ weight: 4, arbitrary: name }, value)),
    description: fc.option(fc.oneof({ weight: 4, arbitrary: fc.constant("Does it.") }, value)),
    others: fc.array(fc.tuple(key, value), { maxLength: 2 }),
    noise: fc.constantFrom("", "", "", "", "# comment\n", "\n", "name: again\n", "text\n", "- a\n"),
  })
  .map(({ name, description, others, noise }) => {
    const fields = [["name", name] as const, ["description", description] as const, ...others];
    const lines = fields.flatMap(([each, text]) => (text === null ? [] : [`${each}: ${text}`.replace(": \n", ":\n")]));
    return `${noise}${lines.join("\n")}\n`;
  });
const text = fc.oneof(
  { weight: 20, arbitrary: frontmatter.map((yaml) => `---\n${yaml}---\nBody\n`) },
  frontmatter.map((yaml) => `---\n${yaml}---\n`.replaceAll("\n", "\r\n")),
  frontmatter.map((yaml) => `---\n${yaml}`),
  frontmatter,
  fc.constantFrom("", "---", "---\n---\n", "------", "---\n# only this\n---\n", "---\ntext\n---\n"),
);
const nameOf = (written: string) => /^name: *(\S+)$/m.exec(written)?.[1]?.replace(/[^a-z0-9-]/g, "");
const skill = fc.tuple(text, fc.boolean()).map(([written, isSame]) => {
  return { text: written, folder: (isSame && nameOf(written)) || "pdf-tools" };
});

test("thousands of skills are judged alike, or differ for a reason that is known", () => {
  const met = new Set<string>();
  let same = 0;
  fc.assert(
    fc.property(skill, (each) => {
      if (JSON.stringify(ours(each)) === JSON.stringify(theirs(each))) {
        same++;
        return;
      }
      const known = reasons.filter(({ isAbout }) => isAbout(each));
      // Shows both results if no reason is known.
      if (known.length === 0) expect([each, ours(each)]).toEqual([each, theirs(each)]);
      for (const { reason } of known) met.add(reason);
    }),
    { seed: 20_260_101, numRuns: 4_000 },
  );
  expect(same).toBeGreaterThan(2_000);
  expect([...met].sort()).toEqual(reasons.map(({ reason }) => reason).sort());
});
