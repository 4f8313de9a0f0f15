import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { growTree } from "#lib/stage/grow-tree.ts";
import { keepColumns } from "#lib/stage/kept-columns.ts";
import { sourceId } from "#lib/stage/source-report.ts";
import type { Files } from "#lib/vfs/files.ts";
import { openColumnCache } from "../cache/column-cache.ts";
import type { Config } from "../config.ts";
import { changedFiles } from "../git/changed-files.ts";
import { differingPaths } from "../git/differing-paths.ts";
import { commitOf } from "../git/git-program.ts";
import { readCommit } from "../git/read-commit.ts";
import { repositoryPrefix } from "../git/repository-prefix.ts";
import { collectGarbage } from "../memory.ts";
import { asksFor, type Output } from "../output.ts";
import { openProgress, type Progress } from "../progress.ts";
import { readFolder } from "../read-folder.ts";
import { checkFiles } from "./check-folder.ts";
import { type CheckFinding, isOfUntouchedRivals } from "./findings.ts";
import { type FoundByCheck, openKeptChecks } from "./kept-checks.ts";
import { KeptLooks } from "./kept-looks.ts";
import { createLexical } from "./lexical.ts";

interface LookOptions {
  readonly config: Config;
  /** The commit in `--since`. */
  readonly since: string | undefined;
  readonly looksAtAll: boolean;
  /** Whether what earlier checks found is used, and what this one finds is kept. */
  readonly usesCache: boolean;
  readonly output: Output;
}

/** What a check found, with what a result tells beside it. */
export interface LookedAt extends FoundByCheck {
  /** Full id of the commit compared with. */
  readonly since?: string;
  /** Whether every file was checked. */
  readonly isWhole: boolean;
  /** The checked files, if a result format needs their lines; otherwise absent, to free memory. */
  readonly files?: Files | undefined;
}

/**
 * Looks at a folder, and at the commit to compare with. Of what an earlier check has looked at in the same way nothing is computed.
 * @throws UsageError if git or the folder cannot be read, FailureError for what the lab refuses
 */
export async function look(
  folder: string,
  { config, since, looksAtAll, usesCache, output }: LookOptions,
): Promise<LookedAt> {
  const progress = openProgress(output.quiet);
  const commit = await baseOf(folder, since);
  progress.show("Looking at the files…");
  const [changed, read] = await Promise.all([
    commit === undefined ? undefined : changedFiles(folder, commit),
    // At once, while git works.
    (async () => readFolder(folder))(),
  ]);
  const { snapshot, warnings } = read;
  const { isIgnored: _, ...settings } = config;
  const label = basename(resolve(folder));
  const prefix = repositoryPrefix(folder);
  const kept = usesCache
    ? openKeptChecks({ ...settings, label, prefix, warnings, commit, changed, looksAtAll })
    : undefined;
  const known = kept?.recall(snapshot);
  const found = known ?? (await lookAnew(folder, read, { config, commit, changed, looksAtAll, usesCache, progress }));
  if (!known) kept?.keep(snapshot, found);
  progress.end();
  const files = asksFor(output, "sarif") ? (await growTree(snapshot, {})).volume : undefined;
  return { ...found, ...(commit !== undefined && { since: commit }), isWhole: !changed || looksAtAll, files };
}

interface LookAnewOptions extends Omit<LookOptions, "since" | "output"> {
  /** Full id of the commit to compare with. */
  readonly commit: string | undefined;
  /** The files that changed since, without a leading slash. */
  readonly changed: readonly string[] | undefined;
  readonly progress: Progress;
}

async function lookAnew(
  folder: string,
  read: ReturnType<typeof readFolder>,
  { config, commit, changed: listed, looksAtAll, usesCache, progress }: LookAnewOptions,
): Promise<FoundByCheck> {
  const { snapshot } = read;
  const changed = new Set(listed);
  // Unchanged files give the same findings on both sides, so rules on files look at the others only.
  const only = listed && !looksAtAll ? new Set(listed.map((path) => `/${path}`)) : undefined;
  const lexical = createLexical(config.overlapAbove);
  const base =
    commit !== undefined && changed.size > 0 ? await readCommit(folder, commit, { snapshot, changed }) : undefined;
  const { harnesses, overlapAbove } = config;
  const cache = usesCache ? openColumnCache([basename(resolve(folder)), harnesses, overlapAbove]) : undefined;
  const looks = new KeptLooks(cache, lexical, harnesses);
  const [own, other] = [looks.recall(snapshot), base && looks.recall(base)];
  // The base's columns follow from these unless they were recalled.
  const keeper =
    base && other?.columns.size === 0
      ? keepColumns(new Map([[sourceId, differingPaths(snapshot, base, changed)]]))
      : undefined;
  const first = looks.begin(own, keeper, other);
  const now = await checkFiles(folder, { ...read, only }, config, { lexical, kept: first.kept });
  first.end();
  if (!base || !other) return { now, ...(commit !== undefined && { before: now.findings }) };
  progress.show("Looking at the files as they were…");
  collectGarbage();
  const second = looks.begin(other, keeper?.last());
  const memory = { lexical, kept: second.kept };
  const { findings } = await checkFiles(folder, { snapshot: base, warnings: [], only }, config, memory);
  second.end();
  const isUntouched = (finding: CheckFinding) => isOfUntouchedRivals(finding, changed);
  const before = [...findings.filter((each) => !isUntouched(each)), ...now.findings.filter(isUntouched)];
  return { now, before };
}

/** The commit to compare with; `undefined` outside of repositories. */
async function baseOf(folder: string, since: string | undefined): Promise<string | undefined> {
  if (since !== undefined) return commitOf(folder, since);
  const isRepository = repositoryPrefix(folder) !== "" || existsSync(join(resolve(folder), ".git"));
  return isRepository ? commitOf(folder, "HEAD").catch(() => undefined) : undefined;
}
