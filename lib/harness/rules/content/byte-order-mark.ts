import { type Advice, type NoValues, noValues } from "./content-rule.ts";

export const byteOrderMark = {
  code: "byte-order-mark",
  severity: "warning",
  about: "text",
  find: ({ text }) => (text.startsWith("\ufeff") ? [{ line: 1, values: noValues }] : []),
  wording: () => ({
    title: "The file begins with a byte-order mark",
    fix: "Save it as UTF-8 without one. With it, most harnesses miss the frontmatter.",
  }),
  draft: (text) => ["Remove the byte-order mark", text.startsWith("\ufeff") ? text.slice(1) : undefined],
} as const satisfies Advice<NoValues>;
