import { noticed } from "./noticed.ts";
import type { TreeRule } from "./rule.ts";

/** A path that reads as another one. */
export const pathDisguise: TreeRule = {
  code: "path-disguise",
  title: "A path that is not what it seems",
  why: "Names with invisible characters read as others, and names that differ in case alone are one file on many disks.",
  inTree: ({ notices }) => noticed(notices, { twins: "note", "hidden-characters": "alarm" }),
};
