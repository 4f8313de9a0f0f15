import { failed, passed } from "#lib/harness/explain/finding.ts";
import type { PlaceCode } from "#lib/harness/explain/placement.ts";
import { moveIntoRoot, renameFile } from "#lib/harness/quick-fixes/move-fixes.ts";
import { removeBlockingFile } from "#lib/harness/quick-fixes/state-fixes.ts";
import type { Rule } from "./rule.ts";

/** A rule on where a SKILL.md lies: `placement.ts` tests them together, for the root that comes nearest. */
function placeRule<Code extends PlaceCode, More extends Pick<Rule, "fixes" | "wordings">>(
  code: Code,
  title: string,
  more: More,
) {
  return {
    code,
    title,
    verdict: "outside",
    find: ({ placement }) => placement.findings.get(code),
    ...more,
  } satisfies Rule;
}

const root = placeRule("root", "Lies in a folder that is searched", {
  fixes: moveIntoRoot,
  wordings: {
    "outside-roots": ({ root: nearest }) => ({
      title: "This harness never looks here",
      fix: `Move the skill's folder into ${nearest}.`,
    }),
  },
});
const plugin = placeRule("plugin", "Belongs to an installed plugin", { fixes: moveIntoRoot });
const link = placeRule("link", "Is not behind a link that is not followed", {});
const skippedFolder = placeRule("skipped-folder", "Is in no folder that is passed over", { fixes: moveIntoRoot });
const depth = placeRule("depth", "Lies at a depth that is searched", {
  fixes: moveIntoRoot,
  wordings: {
    "too-deep": ({ root }) => ({
      title: "This harness looks one level deep only",
      fix: `Move the skill's folder directly into ${root}.`,
    }),
    "beside-root": ({ root }) => ({
      title: "A SKILL.md in the skills folder itself is no skill",
      fix: `Put it into a folder of its own in ${root}.`,
    }),
  },
});
const fileName = placeRule("file-name", "Has the file name that is read", {
  fixes: renameFile,
  wordings: {
    "wrong-file-name": ({ name, wanted }) => ({
      title: `The file is called ${name}, and this harness reads ${wanted} only`,
      fix: `Rename it to ${wanted}.`,
    }),
  },
});

/** In a harness that one root which is no folder turns off. */
const rootFolder = {
  code: "root-folder",
  title: "Every skills folder can be listed",
  verdict: "rejected",
  find({ profile, session }) {
    if (profile.scan.brokenRoot !== "feature-off") return undefined;
    const { brokenRoot } = session.discovery;
    if (brokenRoot === undefined) return passed("No skills folder is anything but a folder.");
    const tested = `${brokenRoot} is no folder, and ${profile.label} then loads no skill at all.`;
    return failed(tested, "Remove the file that stands there.", { place: { path: brokenRoot } });
  },
  fixes: removeBlockingFile,
  wordings: {
    "broken-root": ({ root }) => ({
      title: `${root} is no folder, and this harness then loads no skill at all`,
      fix: "Remove the file that stands there.",
    }),
  },
} as const satisfies Rule;

/** In the order of testing. */
export const placeRules = [root, plugin, link, skippedFolder, depth, fileName, rootFolder] as const;
