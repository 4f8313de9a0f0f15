import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";

/** Whether the harness starts with its settings, if some end it. */
export const startup = {
  code: "startup",
  title: "The harness starts with its settings",
  wrong: "{harness} does not start",
  verdict: "ended",
  find({ profile, session }) {
    if (!profile.startup) return undefined;
    if (session.whyOff?.kind !== "ended") return passed("No value in its settings ends it.");
    const { path, key } = session.whyOff;
    const tested = key === undefined ? "This file cannot be read" : `It does not take the value of ${key} in this file`;
    return failed(`${tested}, so ${profile.label} does not start.`, "Correct it there.", { place: { path } });
  },
} as const satisfies Rule;
