import { visible } from "#lib/report/trust/patterns.ts";
import type { TreeRule } from "./rule.ts";

/** A source without a licence. */
export const noLicence: TreeRule = {
  code: "no-licence",
  title: "No licence",
  why: "Without a licence nobody may copy, change or share this.",
  *inTree({ tree, facts, skillFiles, source }) {
    if (tree.licences.has("/") || facts.length === 0 || facts.some(({ licence }) => licence !== "none")) return;
    const says = "Neither a licence file nor a skill's frontmatter names one";
    yield { level: "note", path: skillFiles[0] ?? "/", line: 1, says, excerpt: visible(source.label) };
  },
};
