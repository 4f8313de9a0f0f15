import { brokenLinks, linkFault, placeOf } from "./broken-links.ts";
import type { TreeRule } from "./rule.ts";

/** A link to a file whose name differs from the link only in case. */
export const caseTwin: TreeRule = {
  code: "case-twin",
  title: "A link that works only where case does not matter",
  why: "On Linux, and in most sandboxes, this file is not found.",
  *inFile(file, _, looked) {
    for (const link of brokenLinks(file, looked))
      if (link.twin !== undefined) yield { ...placeOf(link), level: "look", says: linkFault(link) };
  },
};
