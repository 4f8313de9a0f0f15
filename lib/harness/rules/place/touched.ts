import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { placeRule } from "./place-rule.ts";

/** Whether a file has been touched of the folder below the working folder in whose root a skill lies. */
export const touched = placeRule({
  code: "touched",
  title: "A file of its folder has been read or changed",
  verdict: "waiting",
  test({ below, isUntouched, label }, { profile }) {
    if (below === undefined) return undefined;
    if (!isUntouched) return passed(`In this conversation a file in ${below} was read or changed.`);
    return failed(
      `${profile.label} looks in ${label} once the model has read or changed a file in ${below}, and in this conversation it has not.`,
      `Ask for a file in ${below}.`,
    );
  },
  wordings: {
    "awaits-folder": ({ folder }) => ({
      title: `Loaded once the model reads or changes a file in ${folder}`,
      fix: `Ask for a file in ${folder}.`,
    }),
  },
});
