import type { Rulings } from "#lib/harness/rules/content/content-rules.ts";

const passedOver = { verdict: "reject" } as const;

/** For harnesses that skip a file without fields and say nothing. */
export const fieldlessPassedOver = {
  readable: passedOver,
  "not-empty": passedOver,
  frontmatter: passedOver,
  "frontmatter-closed": passedOver,
  "frontmatter-length": passedOver,
  "frontmatter-complexity": passedOver,
  yaml: passedOver,
  mapping: passedOver,
} as const satisfies Partial<Rulings>;
