import { skillText, type Tree, usualSkill } from "../../tree.ts";

/** The bytes of a text in UTF-16, little end first, as `bytesOfText` reads them. */
export function inUtf16(text: string): string {
  return [...`\ufeff${text}`]
    .flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8])
    .map((byte) => String.fromCodePoint(byte < 0x80 ? byte : 0x10ff00 + byte))
    .join("");
}

const texts: Readonly<Record<string, string>> = {
  "Latin-1 in the description": usualSkill("alpha", "Makes caf\u{10ffe9} menus."),
  "Latin-1 in the body": usualSkill("alpha", "Makes menus.", "Caf\u{10ffe9}."),
  "Latin-1 in the name": usualSkill("caf\u{10ffe9}", "Makes menus."),
  "Latin-1 in a key": skillText("name: alpha\ndescription: Makes menus.\ncl\u{10ffe9}: x"),
  "Latin-1 in a quoted description": skillText('name: alpha\ndescription: "Makes caf\u{10ffe9} menus."'),
  "Latin-1 in a folded description": skillText("name: alpha\ndescription: >\n  Makes caf\u{10ffe9}\n  menus."),
  "Windows' quotes in the description": usualSkill("alpha", "Makes \u{10ff93}good\u{10ff94} menus."),
  "Latin-1 in a comment": skillText("name: alpha\n# caf\u{10ffe9}\ndescription: Makes menus."),
  "a first byte without its second at the end": usualSkill(
    "alpha",
    "Makes menus.",
    "End\u{10ffe2}\u{10ff82}",
  ).trimEnd(),
  "half a pair in three bytes": usualSkill("alpha", "Makes \u{10ffed}\u{10ffa0}\u{10ff80} menus."),
  "an overlong slash": usualSkill("alpha", "Makes \u{10ffc0}\u{10ffaf} menus."),
  "UTF-16": inUtf16(usualSkill("alpha", "Makes menus.")),
  "UTF-8 with a mark twice": `\ufeff\ufeff${usualSkill("alpha", "Makes menus.")}`,
  "a NUL in the body": usualSkill("alpha", "Makes menus.", "a\0b"),
  "a NUL in the description": usualSkill("alpha", "Makes \0 menus."),
  "a C1 control in the description": usualSkill("alpha", "Makes \u0085 menus \u009f."),
};

/** SKILL.md files that are not UTF-8, or hold signs that texts seldom have. */
export const encodingTrees: readonly Tree[] = Object.entries(texts).flatMap(([why, text], index) => [
  {
    name: `encoding-${index + 1}`,
    why,
    files: { "{project}/alpha/SKILL.md": text, "{project}/omega/SKILL.md": usualSkill("omega", "Another.") },
    calls: [["alpha"]],
  },
  {
    name: `encoding-${index + 1}-typed`,
    why: `${why}, called by a person`,
    files: { "{project}/alpha/SKILL.md": text },
    line: "/alpha x",
  },
]);
