import { createHash } from "node:crypto";
import { plural } from "#lib/format-count.ts";
import type { CheckFinding } from "./findings.ts";

/** Findings that were there when somebody accepted them, alarms among them. */
export interface Baseline {
  readonly version: 1;
  readonly findings: readonly BaselineEntry[];
}

interface BaselineEntry {
  readonly code: string;
  readonly path: string;
  /** Of the rule, the path and the text it is about, without its line: lines move. */
  readonly hash: string;
  readonly count: number;
}

export const noBaseline: Baseline = { version: 1, findings: [] };

/** A baseline that accepts these but for notes, on which nothing fails unless asked; sorted, so that the same findings make the same bytes. */
export function baselineOf(findings: readonly CheckFinding[]): Baseline {
  const groups = [
    ...Map.groupBy(
      findings.filter(({ level }) => level !== "note"),
      hashOf,
    ),
  ].map(([hash, all]) => {
    const { code = "", path = "" } = all[0] ?? {};
    return { code, path, hash, count: all.length };
  });
  const order = ({ path, code, hash }: (typeof groups)[number]) => [path, code, hash].join("\n");
  return { version: 1, findings: groups.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) };
}

/** Which of the findings it accepts: of each no more than were there. `stale`: how many it accepts that are gone. */
export function acceptedBy(
  { findings: entries }: Baseline,
  findings: readonly CheckFinding[],
): { readonly accepted: ReadonlySet<CheckFinding>; readonly stale: number } {
  const left = new Map(entries.map(({ hash, count }) => [hash, count]));
  const accepted = new Set(
    findings.filter((finding) => {
      const hash = hashOf(finding);
      const count = left.get(hash) ?? 0;
      left.set(hash, count - 1);
      return count > 0;
    }),
  );
  const stale = [...left.values()].reduce((sum, count) => sum + Math.max(count, 0), 0);
  return { accepted, stale };
}

/** What to say of entries that nothing answers to any more. */
export function staleSentence(stale: number): string {
  return `${plural(stale, "finding")} of the baseline ${stale === 1 ? "is" : "are"} gone: write it anew with --write-baseline, so that none comes back unseen.`;
}

function hashOf({ key }: CheckFinding): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}
