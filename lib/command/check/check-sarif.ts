import { reportRules, type SarifOptions, type SarifRule, sarifLog } from "#lib/report/faces/sarif-log.ts";
import type { CheckResult } from "./check-shape.ts";

/** Rules of `check` beyond the report's. */
const ownRules: readonly SarifRule[] = [
  {
    code: "catalog-cut",
    title: "A skill that a harness tells its model of in part",
    why: "The harness's catalog has no room for all of it: the model reads a shorter description, the name alone, or nothing of the skill. Shorten descriptions.",
    level: "look",
    isSecurity: false,
  },
  {
    code: "overlap",
    title: "A skill that another may be picked in place of",
    why: "By its words, another skill answers to this one's own description nearly as well as it does. Say in each description what the other is not for, and try requests between them.",
    level: "look",
    isSecurity: false,
  },
  {
    code: "lexical-preview",
    title: "An eval case that leads elsewhere by its words",
    why: "One of the skill's own requests leads to another skill, or to none, where words alone decide. A model may choose otherwise: `skillground evals` asks one.",
    level: "alarm",
    isSecurity: false,
  },
  {
    code: "suppression",
    title: "A comment that can ignore nothing",
    why: "It gives no reason, its day is past, nothing on the next line is left to ignore, or it is about an alarm, which only a baseline can accept.",
    level: "look",
    isSecurity: false,
  },
];

/**
 * A check's result for code scanners: all findings except notes. Findings that existed before are marked unchanged, and those that a
 * baseline accepts are suppressed.
 */
export function checkSarif({ findings, since, label }: CheckResult, options: SarifOptions): string {
  const told = findings.filter(({ level }) => level !== "note");
  const run = {
    category: "skillground-check",
    rules: [...reportRules, ...ownRules],
    results: told.map(({ code, level, path, line, says, isNew, isAccepted }) => ({
      code,
      level,
      text: says,
      path: `/${path}`,
      line,
      more: {
        ...(since !== undefined && { baselineState: isNew ? "new" : "unchanged" }),
        ...(isAccepted && { suppressions: [{ kind: "external", justification: "The baseline accepts it." }] }),
      },
    })),
    properties: { label, ...(since !== undefined && { since }) },
  };
  return sarifLog(run, options);
}
