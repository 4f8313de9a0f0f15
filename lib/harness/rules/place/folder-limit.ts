import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import { failed } from "#lib/harness/vocabulary/finding.ts";
import { placeRule } from "./place-rule.ts";

/** Most folders behind links that this lab enters in one root: links multiply them. */
export const maxLinkedFolders = 2000;

/** A search ends after a number of folders: the program's own, or this lab's where links could lead to any number of them. */
export const folderLimit = placeRule<object>()({
  code: "folder-limit",
  title: "Is in a folder that is searched",
  wrong: "In a folder that {harness} does not reach",
  mendedBy: "move",
  broken(_, root, { profile: { label, scan } }) {
    const who = scan.maxFolders === undefined ? "This lab follows links to" : `${label} searches`;
    return failed(`${who} ${limitOf(scan)} folders below ${root?.label}.`, "Move the skill into another root.");
  },
  notice: (_, __, { profile: { scan } }) => ({
    code: "passed-over",
    severity: "warning",
    data: { what: `folders after the first ${limitOf(scan)}` },
  }),
});

function limitOf({ maxFolders = maxLinkedFolders }: Scan): number {
  return maxFolders;
}
