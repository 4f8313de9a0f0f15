import { brokenLinks, linkFault, placeOf } from "./broken-links.ts";
import type { TreeRule } from "./rule.ts";

/** A link to a file that the source does not have. */
export const deadLink: TreeRule = {
  code: "dead-link",
  title: "A link that leads nowhere",
  why: "The model looks for the file, then skips it or makes it up.",
  *inFile(file, _, looked) {
    for (const link of brokenLinks(file, looked))
      if (link.twin === undefined) yield { ...placeOf(link), level: "note", says: linkFault(link) };
  },
};
