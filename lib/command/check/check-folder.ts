import { basename, resolve } from "node:path";
import { inSlices } from "#lib/async/slices.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { KeptColumns } from "#lib/stage/kept-columns.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { sourceTrust } from "#lib/stage/source-parts.ts";
import { sourceComparison } from "#lib/stage/source-report.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import type { Config } from "../config.ts";
import { harnessesOf } from "../harnesses.ts";
import { type CheckFinding, findingsOf } from "./findings.ts";
import { createLexical, type Lexical } from "./lexical.ts";
import type { HarnessPreview } from "./previews.ts";
import { silenced } from "./suppressions.ts";

interface Read {
  readonly snapshot: Snapshot;
  readonly warnings: readonly SnapshotWarning[];
  /** Paths of changed files, from `/`: rules on files look only at these and their skills. Absent: at all files. */
  readonly only?: ReadonlySet<string> | undefined;
}

export interface CheckedFolder {
  readonly label: string;
  readonly skills: number;
  /** The findings, at the levels that the settings give them. */
  readonly findings: readonly CheckFinding[];
  readonly previews: readonly HarnessPreview[];
}

/** Results for another state of the folder, reused for files that are alike. */
export interface Memory {
  readonly lexical: Lexical;
  readonly kept?: KeptColumns | undefined;
}

/**
 * Runs every part of a check on a folder's files, current or from a commit. Uses no network and no model.
 * @param memory results for files of the same folder, under the same settings
 */
export async function checkFiles(
  folder: string,
  { snapshot, warnings, only }: Read,
  config: Config,
  { lexical, kept }: Memory = { lexical: createLexical(config.overlapAbove) },
): Promise<CheckedFolder> {
  const label = basename(resolve(folder));
  const tree = await growTree(snapshot, {});
  const profiles = harnessesOf(config.harnesses.join(","));
  const source = { kind: "upload", name: label } as const;
  const input = {
    source,
    label,
    tree,
    profiles,
    notices: warnings.map(mountNotice),
    shorten: lexical.take,
    ...(kept && { kept }),
    ...(only && { only }),
  };
  const comparison = await inSlices(sourceComparison(input));
  const trust = await inSlices(sourceTrust(input));
  const previews = await lexical.previewsOf(comparison, tree.volume);
  const overlaps = lexical.overlapsIn(comparison);
  const found = findingsOf({ trust, comparison, overlaps, previews });
  const all = silenced(found, tree.volume, { only, today: today() });
  const findings = all.flatMap((finding) => asConfigured(finding, config));
  return { label, skills: tree.skillFiles.length, findings, previews };
}

/** The current date, such as `2027-01-31`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A finding at the level that the settings give it. An alarm stays an alarm: otherwise a hostile file could silence itself. */
function asConfigured(finding: CheckFinding, { rules, isIgnored }: Config): readonly CheckFinding[] {
  if (finding.isAlarm) return [finding];
  const level = Object.hasOwn(rules, finding.code) ? rules[finding.code] : finding.level;
  if (level === undefined || level === "off" || isIgnored(finding.path)) return [];
  return [{ ...finding, level }];
}
