import { capitalized } from "#lib/format-count.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import { contentRules } from "#lib/harness/rules/content/content-rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Answer, type Feature, type FeatureGroup, undocumentedAnswer } from "./feature.ts";

/** What happens to a SKILL.md with an error: one feature for each fault of the content rules. */
export const faultFeatures: FeatureGroup = {
  id: "faults",
  title: "A faulty SKILL.md",
  features: contentRules.flatMap((rule): readonly Feature[] => {
    if (!("fault" in rule) || rule.fault === undefined) return [];
    const { fault, code } = rule;
    return [
      {
        id: `fault-${code}`,
        title: capitalized(fault),
        rules: [code],
        answer: ({ frontmatter }: Profile) => becomes(frontmatter.rulings[code]),
      },
    ];
  }),
};

const instead = {
  folder: ", by its folder’s name",
  "first-line": ", described by its first line",
  empty: "",
} as const;

function becomes(ruling: Ruling | undefined): Answer {
  if (!ruling) return { text: "loaded", is: "yes" };
  if (ruling.verdict === "undocumented") return undocumentedAnswer;
  const isSaid = ruling.reason !== undefined;
  if (ruling.verdict === "reject") {
    return { text: isSaid ? "left out, with a message" : "left out silently", is: "no" };
  }
  return { text: `loaded${instead[ruling.fallback]}${isSaid ? ", with a warning" : ""}`, is: "part" };
}
