import { noticed } from "./noticed.ts";
import type { TreeRule } from "./rule.ts";

/** A path with characters that make it look like another one. */
export const pathDisguise: TreeRule = {
  code: "path-disguise",
  title: "A path that is not what it seems",
  why: "Invisible characters make a name look like another. On many disks, names that differ only in case are one file.",
  inTree: ({ notices }) => noticed(notices, { twins: "note", "hidden-characters": "alarm" }),
};
