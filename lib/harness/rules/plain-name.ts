import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";

/** Whether the harness accepts the name: no invisible character, no angle bracket, and no blanks around it or doubled. */
export const plainName = {
  code: "plain-name",
  title: "Its name is plain text",
  verdict: "rejected",
  find({ profile, location, candidate, read }) {
    if (!profile.identity.plainNames) return undefined;
    // A name may come from the path below a root, or get a folder's name before it: the search knows that, not the file.
    const { notices } = candidate ?? read.candidate;
    const notice = notices.find(({ code }) => code === "plain-name");
    if (!notice) return passed("Its name has no invisible characters and no angle brackets.");
    const tested = "Its name is reserved, too long, or has an angle bracket, an invisible character or extra spaces.";
    return failed(tested, "Rename it.", { place: { path: location, line: 1 } });
  },
  wordings: {
    "plain-name": ({ name }) => ({
      title: `This harness rejects the name ${name}`,
      fix: "Give it a short name without angle brackets, invisible characters or extra spaces.",
    }),
  },
} as const satisfies Rule;
