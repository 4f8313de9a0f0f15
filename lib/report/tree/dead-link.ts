import { visible } from "#lib/report/trust/patterns.ts";
import { brokenLinks } from "./broken-links.ts";
import type { TreeRule } from "./rule.ts";

/** A link to a file that the source does not have. */
export const deadLink: TreeRule = {
  code: "dead-link",
  title: "A link that leads nowhere",
  why: "The model looks for a file that is not there, then skips it or makes it up.",
  *inFile(file, _, looked) {
    for (const { target, twin, ...place } of brokenLinks(file, looked))
      if (twin === undefined) yield { ...place, level: "note", says: `${visible(target)} is not there` };
  },
};
