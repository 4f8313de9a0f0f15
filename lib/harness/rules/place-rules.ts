import { failed, passed } from "#lib/harness/explain/finding.ts";
import type { PlaceCode } from "#lib/harness/explain/placement.ts";
import { moveIntoRoot, renameFile } from "#lib/harness/quick-fixes/move-fixes.ts";
import { removeBlockingFile } from "#lib/harness/quick-fixes/state-fixes.ts";
import type { NoticeCode } from "#lib/harness/vocabulary/notice.ts";
import type { Rule } from "./rule.ts";

/** A rule on where a SKILL.md lies: `placement.ts` tests them together, for the root that comes nearest. */
function placeRule<Code extends PlaceCode>(code: Code, title: string, more: Pick<Rule, "fixes" | "isToldBy"> = {}) {
  return {
    code,
    title,
    verdict: "outside",
    find: ({ placement }) => placement.findings.get(code),
    ...more,
  } satisfies Rule;
}

const toldBy = (...codes: readonly NoticeCode[]): Pick<Rule, "isToldBy"> => ({
  isToldBy: ({ code }) => codes.includes(code),
});

const root = placeRule("root", "Lies in a folder that is searched", {
  fixes: moveIntoRoot,
  ...toldBy("outside-roots"),
});
const plugin = placeRule("plugin", "Belongs to an installed plugin", { fixes: moveIntoRoot });
const link = placeRule("link", "Is not behind a link that is not followed");
const skippedFolder = placeRule("skipped-folder", "Is in no folder that is passed over", { fixes: moveIntoRoot });
const depth = placeRule("depth", "Lies at a depth that is searched", {
  fixes: moveIntoRoot,
  ...toldBy("too-deep", "beside-root"),
});
const fileName = placeRule("file-name", "Has the file name that is read", {
  fixes: renameFile,
  ...toldBy("wrong-file-name"),
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
  ...toldBy("broken-root"),
} as const satisfies Rule;

/** In the order of testing. */
export const placeRules = [root, plugin, link, skippedFolder, depth, fileName, rootFolder] as const;
