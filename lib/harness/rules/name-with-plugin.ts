import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";

/** Whether the name including its plugin's is short enough. */
export const nameWithPlugin = {
  code: "name-with-plugin-length",
  title: "Its name with its plugin's is not too long",
  wrong: "Its name with its plugin's is too long",
  verdict: "rejected",
  find({ profile, location, read: { file, candidate } }) {
    const { limit } = profile.identity.longestWithPlugin ?? {};
    if (limit === undefined || file.namespace === undefined) return undefined;
    const notice = candidate.notices.find(({ code }) => code === "name-with-plugin-length");
    if (!notice) return passed(`Its name with its plugin's has no more than ${limit} characters.`);
    const says = notice.harnessMessage === undefined ? [] : [notice.harnessMessage];
    const tested = `Its name with its plugin's has more than ${limit} characters.`;
    return failed(tested, "Shorten one of the two.", { says, place: { path: location, line: 1 } });
  },
  wordings: {
    "name-with-plugin-length": ({ limit, name }) => ({
      title: `The name ${name} has more than ${limit} characters with its plugin's`,
      fix: "Shorten the name in the frontmatter, or the plugin's in its manifest.",
    }),
  },
} as const satisfies Rule;
