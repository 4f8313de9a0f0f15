import { type Advice, type ContentRule, type NoValues, noValues, type Ruling } from "./content-rule.ts";

/** A ruling on files that are not UTF-8. `only`: the frontmatter has to be, as its YAML is read byte by byte. */
type OnEncoding = Ruling & { readonly only?: "frontmatter" };

const fix = "Save it as UTF-8.";

/** For harnesses that read no other text. All others read a byte that is not UTF-8 as U+FFFD. */
export const encoding = {
  code: "encoding",
  title: "Is UTF-8",
  fault: "not UTF-8",
  isOptional: true,
  hidesFields: true,
  find({ notUtf8, text, frontmatter }, { only }) {
    if (notUtf8 === undefined) return undefined;
    const at = text.indexOf("\ufffd");
    if (only === "frontmatter" && at >= text.length - (frontmatter.body ?? text).length) return undefined;
    return { line: lineAt(text, at), detail: `yaml: ${notUtf8}`, values: noValues };
  },
  wording: () => ({ title: "The file is not UTF-8", fix }),
  passed: () => "Every byte of it belongs to UTF-8.",
} as const satisfies ContentRule<NoValues, OnEncoding>;

export const notUtf8 = {
  code: "not-utf8",
  severity: "warning",
  about: "text",
  find: ({ notUtf8: fault, text, broken }) =>
    fault === undefined || broken.some(({ rule }) => rule.code === encoding.code)
      ? []
      : [{ line: lineAt(text, text.indexOf("\ufffd")), values: noValues }],
  wording: () => ({
    title: "The file is not UTF-8",
    fix: `${fix} What is not reaches the model as �.`,
  }),
} as const satisfies Advice<NoValues>;

/** The 1-based line of an offset. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
