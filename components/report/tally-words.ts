import type { Tally } from "#lib/report/compare/marks.ts";

/** What the colours of a report's bars stand for. */
export const tallyWords: Readonly<Record<Tally, string>> = {
  loaded: "loaded and told",
  renamed: "under another name",
  cut: "told in part",
  untold: "the model is not told",
  unknown: "not documented",
  out: "left out",
};
