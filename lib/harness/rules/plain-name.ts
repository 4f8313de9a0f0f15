import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";

/** Whether the harness takes its name for one: no sign that shows nothing, no angle bracket, no blanks around it or doubled. */
export const plainName = {
  code: "plain-name",
  title: "Its name is plain text",
  verdict: "rejected",
  find({ profile, location, read: { candidate } }) {
    if (!profile.identity.plainNames) return undefined;
    const notice = candidate.notices.find(({ code }) => code === "plain-name");
    if (!notice) return passed("Every sign of its name shows, and it has no angle bracket.");
    const tested =
      "Its name has an angle bracket, a sign that shows nothing, or blanks at its ends or next to each other.";
    return failed(tested, "Rename it.", { place: { path: location, line: 1 } });
  },
  wordings: {
    "plain-name": ({ name }) => ({
      title: `The name ${name} has signs that this harness does not take`,
      fix: "Rename it: no angle brackets, no signs that show nothing, no blanks at the ends or next to each other.",
    }),
  },
} as const satisfies Rule;
