import { noticed } from "./noticed.ts";
import type { TreeRule } from "./rule.ts";

/** Content that the source refers to but does not have: submodules, pointers of Git LFS, files left out. */
export const notHere: TreeRule = {
  code: "not-here",
  title: "Something that is not part of these files",
  why: "Submodules, Git LFS contents and files that are too large were not looked at. A clone on a disk may have them.",
  inTree: ({ notices }) =>
    noticed(notices, { submodule: "note", "large-file-pointer": "note", "file-left-out": "note" }),
};
