import { failed } from "#lib/harness/vocabulary/finding.ts";
import { placeRule } from "./place-rule.ts";

/** Most folders behind links that this lab enters in one root: links multiply them. */
export const maxLinkedFolders = 2000;

/** A search ends after a number of folders: the program's own, or this lab's where links could lead to any number of them. */
export const folderLimit = placeRule<object>()({
  code: "folder-limit",
  title: "Is in one of the folders that are searched",
  wrong: "In a folder that {harness} does not reach",
  mendedBy: "move",
  // Nobody asks about so many folders before there are more.
  kept: () => undefined,
  broken(_, root, { profile: { label, scan } }) {
    const [who, searched] =
      scan.maxFolders === undefined
        ? ["This lab", `${maxLinkedFolders} folders behind links`]
        : [label, `${scan.maxFolders} folders, the less deep ones first,`];
    return failed(
      `${who} searches ${searched} below ${root?.label}; this one is one more.`,
      "Move the skill into another root.",
    );
  },
  notice: (_, __, { profile: { scan } }) => ({
    code: "passed-over",
    severity: "warning",
    data: { what: `folders after the first ${scan.maxFolders ?? maxLinkedFolders}` },
  }),
});
