import { visible } from "#lib/report/trust/patterns.ts";
import { isPartlyRead } from "#lib/report/trust/trust-file.ts";
import type { TreeRule } from "./rule.ts";

/** A text file of which only the beginning was looked at. */
export const partlyRead: TreeRule = {
  code: "partly-read",
  title: "A file that was looked at in part",
  why: "The file is too long to be read in full, so the rest was not checked.",
  *inFile(file, size) {
    if (!isPartlyRead(file, size)) return;
    const says = `${Math.round(size / 1024).toLocaleString("en")} KB long`;
    yield { level: "note", path: file.path, line: 1, says, excerpt: visible(file.path) };
  },
};
