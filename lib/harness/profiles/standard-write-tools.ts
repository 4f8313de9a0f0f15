import type { WriteToolRules } from "#lib/harness/vocabulary/access.ts";

const refusals = {
  noFile: "There is no file {path}.",
  notFound: "The text to replace does not stand in {path}.",
  notOnce: "The text to replace stands {count} times in {path}: give more of what is around it.",
} as const;

/** The lab's own tools, for harnesses whose documents do not name theirs. */
export const standardWriteTools: WriteToolRules = {
  tools: [
    { kind: "write", name: "write_file", output: "Wrote {path}.", refusals },
    { kind: "replace", name: "edit_file", output: "Edited {path}.", refusals },
  ],
  reloaded: "",
};
