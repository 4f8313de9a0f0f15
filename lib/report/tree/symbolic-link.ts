import { visible } from "#lib/report/trust/patterns.ts";
import type { TreeRule } from "./rule.ts";

/** A link: a fact if it stays inside its repository, graver if it leads out. */
export const symbolicLink: TreeRule = {
  code: "link",
  title: "A symbolic link",
  why: "The lab does not follow links out of a repository. On a disk they may lead to any of your files.",
  *inTree({ files, tree }) {
    for (const path of tree.links) {
      const target = files.lstat(path)?.target ?? "";
      const place = { path, line: 1, excerpt: `${visible(path)} → ${visible(target)}` };
      if (files.stat(path)) yield { ...place, level: "note", says: "A link to another file here" };
      else if (keyPlace.test(target)) yield { ...place, level: "alarm", says: "A link to where keys are kept" };
      else yield { ...place, level: "look", says: "A link out of these files, or to nothing" };
    }
  },
};

const keyPlace = /\.(?:ssh|aws|gnupg|netrc|env)\b|\/etc\/|id_rsa|credentials/;
