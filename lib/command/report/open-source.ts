import { inSlices } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import { cloneSnapshot } from "#lib/git/clone/clone-snapshot.ts";
import { parseSource } from "#lib/git/source/parse-source.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import { narrowReport } from "#lib/report/narrow.ts";
import { reportOf } from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import { type LevelOf, touchedSkills } from "#lib/report/source-tree.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { sourceLooked } from "#lib/stage/source-parts.ts";
import { sourceJudged, sourceReport } from "#lib/stage/source-report.ts";
import { type Files, isSkillName } from "#lib/vfs/files.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import type { ColumnsById } from "../cache/recalled-columns.ts";
import type { Config } from "../config.ts";
import { harnessesOf } from "../harnesses.ts";
import { readFolder } from "../read-folder.ts";
import { beginJudging } from "./judge-parts.ts";
import { nativePackTools } from "./native-pack-tools.ts";

export interface ReportOptions {
  /** How skills are counted. */
  readonly way: Way;
  readonly config: Config;
  /** Paths relative to the folder: only these files are scanned, and only their skills reported. */
  readonly changed?: readonly string[] | undefined;
  /** With `changed`: what harnesses made of these files as installed, as far as that is kept. */
  readonly recall?: ((snapshot: Snapshot) => Promise<ColumnsById>) | undefined;
  readonly onProgress?: (text: string) => void;
  /** Most threads; absent: one per processor. */
  readonly threads?: number;
  /** Stops the report on an address. */
  readonly signal?: AbortSignal;
}

/** A report, with the files that it is about. */
export interface Reported {
  readonly report: Report;
  readonly files: Files;
}

/** The report on a folder of the disk. @throws FailureError for what the lab refuses */
export async function reportOnFolder(
  folder: string,
  name: string,
  { way, config, changed, recall, onProgress, threads }: ReportOptions,
): Promise<Reported> {
  onProgress?.("Reading files…");
  const { snapshot, warnings } = readFolder(folder);
  onProgress?.("Asking what harnesses make of them…");
  const paths = changed && new Set(changed.map((path) => `/${path}`));
  const source = { kind: "upload", name } as const;
  const { profiles, levelOf } = settings(config);
  const notices = warnings.map(mountNotice);
  if (!paths) {
    const tree = await growTree(snapshot, {});
    const report = await inSlices(sourceReport({ source, label: name, tree, notices, way, profiles, levelOf }));
    return { report, files: tree.volume };
  }
  const recalled = way === "as-installed" ? await recall?.(snapshot) : undefined;
  const isKnown = recalled !== undefined && profiles.length - recalled.size <= fewHarnesses;
  // Threads only for a report on changed files, which names no causes: joined parts have them in no fixed order.
  const part = { folder, label: name, way, profiles, changed: paths, skills: isKnown ? 0 : countSkills(snapshot) };
  const finish = beginJudging(threads === undefined ? part : { ...part, threads });
  const tree = await growTree(snapshot, {});
  const reported = touchedSkills(tree.skillFiles, paths);
  const kept = isKnown && { kept: { known: ({ id }: Profile) => recalled.get(id) } };
  const input = { source, label: name, tree, notices, way, profiles, levelOf, reported, ...kept };
  // Runs the checks that do not depend on a harness while the other threads work.
  const [judged, looked] = await Promise.all([
    finish((given) => inSlices(sourceJudged({ ...input, profiles: given }))),
    inSlices(sourceLooked({ ...input, only: paths })),
  ]);
  return { report: narrowReport(reportOf(looked, judged)), files: tree.volume };
}

/** Number of harnesses up to which asking them takes less than starting a thread. */
const fewHarnesses = 3;

function countSkills(snapshot: Snapshot): number {
  return snapshotPaths(snapshot).filter(isSkillName).length;
}

/** Applies the settings to a report. An alarm stays an alarm, and nothing else becomes one. */
function settings({ harnesses, rules, isIgnored }: Config) {
  const levelOf: LevelOf = ({ rule, level, path }) => {
    if (level === "alarm") return level;
    const told = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
    if (told === "off" || isIgnored(path.slice(1))) return undefined;
    if (told === undefined) return level;
    return told === "note" ? "note" : "look";
  };
  return { profiles: harnessesOf(harnesses.join(",")), levelOf };
}

/** The report on a repository, by any address that the lab's box accepts. @throws FailureError, also once aborted */
export async function reportOnAddress(
  text: string,
  { way, config, onProgress, signal = new AbortController().signal }: Omit<ReportOptions, "changed" | "recall">,
): Promise<Reported> {
  const parsed = parseSource(text);
  if (parsed.kind === "failure") throw new FailureError(parsed.failure);
  const { source } = parsed;
  if (source.kind !== "git") throw new FailureError({ code: "source-unreadable", text });
  onProgress?.(`Fetching ${sourceLabel(source)}…`);
  const clone = await cloneSnapshot(source, {
    tools: nativePackTools,
    fetch,
    toAddress: (url) => url,
    // Some hosts serve git only to clients whose name begins with `git/`.
    headers: { "user-agent": "git/skillground" },
    signal,
    idleMs: 30_000,
    onProgress: () => undefined,
    onListed: () => undefined,
  });
  const { snapshot, commit, ref, path, warnings } = clone;
  onProgress?.("Asking what harnesses make of it…");
  const tree = await growTree(snapshot, { signal });
  const { refPath: _, ...address } = source;
  const report = await inSlices(
    sourceReport({
      source: { ...address, ref, ...(path && { path }) },
      label: sourceLabel(source),
      commit,
      tree,
      way,
      ...settings(config),
      notices: warnings.map(mountNotice),
    }),
    { signal },
  );
  return { report, files: tree.volume };
}
