import type { Tree } from "./tree.ts";
import { usualSkill } from "./tree.ts";

/** Trees that each ask one thing. */
export const namedTrees: readonly Tree[] = [
  { name: "basic", why: "one skill", files: { "{project}/alpha/SKILL.md": usualSkill("alpha", "Does alpha.") } },
];

/** The trees for a harness. */
export function treesFor(id: string): readonly Tree[] {
  return namedTrees.filter(({ only }) => !only || only.includes(id));
}
