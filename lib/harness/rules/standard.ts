import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { passed } from "#lib/harness/vocabulary/finding.ts";
import { nameLikeFolder } from "./name-differs.ts";

/** Whether a skill keeps the open standard; tested in harnesses that validate by it. */
export const standard = {
  code: "standard",
  title: "Keeps the open standard",
  wrong: "Breaks the open standard",
  find({ profile, read, location }) {
    if (profile.frontmatter.validator !== "standard") return undefined;
    const breaches = read.candidate.notices.filter(({ code }) => code === "breaks-standard");
    const [first] = breaches;
    if (!first) return passed("The validator reports nothing.");
    const count = breaches.length === 1 ? "one message" : `${breaches.length} messages`;
    return {
      outcome: "warned",
      tested: `The validator has ${count}.`,
      place: { path: location, line: first.line ?? 1 },
      says: breaches.flatMap(({ harnessMessage }) => harnessMessage ?? []),
      fix: "Fix it to be valid everywhere. The skill still loads here.",
    };
  },
  fixes: nameLikeFolder,
  // Only the message about the folder has a fix.
  isToldBy: (notice) => notice.code === "breaks-standard" && notice.data.message.startsWith("Directory name"),
} as const satisfies Rule;
