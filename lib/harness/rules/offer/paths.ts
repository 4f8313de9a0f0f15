import { isWaiting, keepsPaths } from "#lib/harness/catalog/waiting.ts";
import { removeField } from "#lib/harness/rules/content/edit-fields.ts";
import { writing } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed, settled } from "#lib/harness/vocabulary/finding.ts";

/** Whether a file has been touched that a loaded skill is for. */
export const paths = {
  code: "paths",
  title: "A matching file has been read or changed",
  wrong: "No matching file has been read or changed",
  verdict: "waiting",
  find({ profile, session, candidate }) {
    if (!keepsPaths(profile.frontmatter)) return undefined;
    const skill = candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
    if (!skill) return settled;
    if (!skill.paths) return passed("It names no paths, so it applies to any file.");
    const globs = skill.paths.map((each) => JSON.stringify(each)).join(", ");
    if (!isWaiting(skill, session.place)) return passed(`A file was read or changed that fits its paths: ${globs}.`);
    return failed(
      `Its frontmatter names paths, ${globs}, and in this conversation no such file was read or changed.`,
      "Ask about such a file, or remove paths.",
    );
  },
  fixes: ({ location, checked }) =>
    checked.unreadable === undefined ? [writing("Drop paths", location, removeField(checked.text, "paths"))] : [],
} as const satisfies Rule;
