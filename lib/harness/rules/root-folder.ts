import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import { type QuickFix, writing } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";

/** Whether every root is a folder, in a harness that turns skills off if one is not. */
export const rootFolder = {
  code: "root-folder",
  title: "Every skills folder can be listed",
  wrong: "A skills folder cannot be listed",
  verdict: "rejected",
  find({ profile, session }) {
    if (profile.scan.brokenRoot !== "feature-off") return undefined;
    const { brokenRoot } = session.discovery;
    if (brokenRoot === undefined) return passed("Every skills folder is a folder.");
    const tested = `${brokenRoot} is not a folder, so ${profile.label} loads no skills at all.`;
    return failed(tested, "Remove the file there.", { place: { path: brokenRoot } });
  },
  fixes: removeBlockingFile,
  wordings: {
    "broken-root": ({ root }) => ({
      title: `${root} is not a folder, so this harness loads no skills at all`,
      fix: "Remove the file there.",
    }),
  },
} as const satisfies Rule;

/** Removes the file that is in place of a skills folder, or of a folder above it. */
function removeBlockingFile({ session: { files, discovery } }: Inquiry): readonly QuickFix[] {
  let path = discovery.brokenRoot ?? "/";
  while (path !== "/" && !files.lstat(path)) path = path.slice(0, path.lastIndexOf("/")) || "/";
  return path === "/" ? [] : [writing(`Remove ${path}`, path, null)];
}
