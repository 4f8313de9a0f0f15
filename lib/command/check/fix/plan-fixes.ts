import { inSlices } from "#lib/async/slices.ts";
import { fixOfAll } from "#lib/harness/quick-fixes.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { marks } from "#lib/report/compare/marks.ts";
import { changesOf, type FileChange } from "#lib/share/changes/file-change.ts";
import { applyEdits, growTree } from "#lib/stage/grow-tree.ts";
import { indexTree, type MountTree } from "#lib/stage/mount-tree.ts";
import { sourceComparison } from "#lib/stage/source-report.ts";
import { exactText } from "#lib/vfs/files.ts";
import type { LastLink } from "#lib/vfs/resolve-link.ts";
import { type Edit, type Edits, editOf, type Snapshot } from "#lib/vfs/snapshot.ts";
import type { Config } from "../../config.ts";
import { harnessesOf } from "../../harnesses.ts";
import { type OpenedFolder, openUnder } from "../../open-under.ts";

/** The changes that quick fixes would make to a folder's files. */
export interface FixPlan {
  readonly changes: readonly FileChange[];
  /** Paths, relative to the folder, of files that stay as they are, because the fix for one harness breaks them for another. */
  readonly keptBack: readonly string[];
}

/** One broken rule of a file is fixed per round. A SKILL.md cannot break more rules than this. */
const mostRounds = 8;

/**
 * Plans the lab's own quick fixes for what the configured harnesses reject or warn about, one harness after the other. Changes only files
 * of the folder, and deletes none; drops a fix after which another of these harnesses would leave the skill out.
 */
export async function planFixes(snapshot: Snapshot, config: Config): Promise<FixPlan> {
  const profiles = harnessesOf(config.harnesses.join(","));
  const tree = await growTree(snapshot, {});
  const before = await compare(tree, profiles);
  const { current: after, edits: all } = await editsFor(tree, profiles, config);
  const broken = all.size === 0 ? new Set<string>() : leftOutOnlyIn(await compare(after, profiles), before);
  const keptBack = [...all.keys()].filter((path) => broken.has(path));
  const kept = new Map([...all].filter(([path]) => !broken.has(path)));
  return { changes: changesOf(snapshot, kept), keptBack: keptBack.map((path) => path.slice(1)).sort() };
}

function compare(tree: MountTree, profiles: readonly Profile[]): Promise<Comparison> {
  const source = { kind: "upload", name: "folder" } as const;
  return inSlices(sourceComparison({ source, label: "folder", tree, profiles }));
}

async function editsFor(tree: MountTree, profiles: readonly Profile[], { isIgnored }: Config) {
  const edits = new Map<string, Edit>();
  let current = tree;
  for (const profile of profiles) {
    // A file reached through links has several paths; the fix for the first of them counts.
    const metAt = new Map<string, string>();
    for (let round = 0; round < mostRounds; round++) {
      const opened = await openUnder(profile, current, { as: "install" });
      const made = await fixIn(ownFilesOf(opened, isIgnored, metAt), opened, profile);
      if (made.size === 0) break;
      applyEdits(current.volume, made);
      for (const [path, edit] of made) edits.set(path, edit);
      current = indexTree(current.volume);
    }
  }
  return { edits, current };
}

interface OwnFiles {
  /** The folder's file at a path from `/`; `undefined` for a file that is not the folder's own, or that the settings ignore. */
  at(location: string, last?: LastLink): string | undefined;
  /** Whether a fix changes only text files of the folder, and removes none. */
  holds(fix: QuickFix): boolean;
}

function ownFilesOf(
  { files, mount }: OpenedFolder,
  isIgnored: (path: string) => boolean,
  metAt: Map<string, string>,
): OwnFiles {
  const at = (location: string, last: LastLink = "follow") => {
    const found = files.locate(location, last);
    return found?.mountId === mount.id && !isIgnored(found.path.slice(1)) ? found.path : undefined;
  };
  const isText = (location: string) => {
    const bytes = files.read(location);
    return bytes === undefined || exactText(bytes) !== undefined;
  };
  return {
    at,
    holds({ moves, writes }) {
      const touched = [
        ...moves.flatMap(({ from, to }) => [[from, at(from, "keep")] as const, [to, at(to, "keep")] as const]),
        ...writes.map(({ path, text }) => [path, text === null || !isText(path) ? undefined : at(path)] as const),
      ];
      const isOwn = touched.every(([by, path]) => path !== undefined && (metAt.get(path) ?? by) === by);
      if (isOwn) for (const [by, path] of touched) metAt.set(path ?? "", by);
      return isOwn;
    },
  };
}

/** The edits of one round of fixes, by path in the folder, from `/`. */
async function fixIn(own: OwnFiles, { files, view }: OpenedFolder, profile: Profile): Promise<Edits> {
  const { discovery, states, whyOff, place, problems } = view;
  const troubles = problems.filter(({ severity, path }) => severity === "error" && own.at(path) !== undefined);
  const session = { files, place, discovery, states, whyOff };
  const fix = await inSlices(fixOfAll(profile, session, troubles, { label: String, isMeant: own.holds }));
  const edits = new Map<string, Edit>();
  const isExecutable = (path: string) => files.stat(path)?.executable ?? false;
  for (const { from, to } of fix?.moves ?? []) {
    edits.set(own.at(from, "keep") ?? from, null);
    edits.set(own.at(to, "keep") ?? to, editOf(files.read(from) ?? new Uint8Array(), isExecutable(from)));
  }
  for (const { path, text } of fix?.writes ?? [])
    edits.set(own.at(path) ?? path, editOf(new TextEncoder().encode(text ?? ""), isExecutable(path)));
  return edits;
}

/** Paths of the skills that some harness leaves out now, but did not before. */
function leftOutOnlyIn(after: Comparison, before: Comparison): ReadonlySet<string> {
  const known = new Map(before.skills.map(({ path, verdicts }) => [path, verdicts]));
  const worse = after.skills.filter(({ path, verdicts }) =>
    verdicts.some(({ kind }, at) => {
      const was = known.get(path)?.[at];
      return was !== undefined && marks[kind].tally === "out" && marks[was.kind].tally !== "out";
    }),
  );
  return new Set(worse.map(({ path }) => path));
}
