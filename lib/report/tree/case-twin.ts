import { visible } from "#lib/report/trust/patterns.ts";
import { brokenLinks } from "./broken-links.ts";
import type { TreeRule } from "./rule.ts";

/** A link to a file whose name differs from the link only in case. */
export const caseTwin: TreeRule = {
  code: "case-twin",
  title: "A link that works only where case does not matter",
  why: "On Linux, and in most sandboxes, this file is not found.",
  *inFile(file, _, looked) {
    for (const { target, twin, ...place } of brokenLinks(file, looked))
      if (twin !== undefined)
        yield { ...place, level: "look", says: `${visible(target)} is called ${visible(twin)} here` };
  },
};
