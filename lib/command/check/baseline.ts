import { createHash } from "node:crypto";
import { plural } from "#lib/format-count.ts";
import type { CheckFinding } from "./findings.ts";

/** The findings that somebody has accepted, including alarms. */
export interface Baseline {
  readonly version: 1;
  readonly findings: readonly BaselineEntry[];
}

interface BaselineEntry {
  readonly code: string;
  readonly path: string;
  /** Hash of the rule, the path and the text concerned, without the line number, because lines move. */
  readonly hash: string;
  readonly count: number;
}

export const noBaseline: Baseline = { version: 1, findings: [] };

/**
 * A baseline that accepts these findings except notes, which fail a check only on request. Sorted, so that the same findings give the same
 * bytes.
 */
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

/** The findings that the baseline accepts: of each, no more than it recorded. `stale`: how many accepted findings are gone. */
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

/** A sentence on baseline entries that match no finding any more. */
export function staleSentence(stale: number): string {
  return `${plural(stale, "finding")} of the baseline ${stale === 1 ? "is" : "are"} gone: write it anew with --write-baseline, so that none comes back unseen.`;
}

function hashOf({ key }: CheckFinding): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}
