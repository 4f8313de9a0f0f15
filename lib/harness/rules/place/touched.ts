import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { placeRule } from "./place-rule.ts";

interface Untouched {
  readonly folder: string;
}

/** Whether a file has been touched in the folder below the working folder whose root contains a skill. */
export const touched = placeRule<Untouched>()({
  code: "touched",
  title: "A file of its folder has been read or changed",
  wrong: "No file of its folder has been read or changed",
  verdict: "waiting",
  breaks: ({ below, isUntouched }) => (below !== undefined && isUntouched ? { folder: below } : undefined),
  kept: ({ below }) =>
    below === undefined ? undefined : passed(`In this conversation a file in ${below} was read or changed.`),
  broken: ({ folder }, root, { profile }) =>
    failed(
      `${profile.label} looks in ${root?.label} once the model has read or changed a file in ${folder}, and in this conversation it has not.`,
      `Ask about a file in ${folder}.`,
    ),
  notice: (data) => ({ code: "awaits-folder", severity: "info", data }),
  wordings: {
    "awaits-folder": ({ folder }) => ({
      title: `Loaded once the model reads or changes a file in ${folder}`,
      fix: `Ask about a file in ${folder}.`,
    }),
  },
});
