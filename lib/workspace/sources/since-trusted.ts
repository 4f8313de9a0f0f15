import { inSlices } from "#lib/async/slices.ts";
import { fetchWhole } from "#lib/fetching/fetch-source.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { counted, diffParts, diffReports, type ReportDiff } from "#lib/report/diff.ts";
import { isUnverified, type Mount, pinnedSource } from "#lib/state/mount.ts";
import type { SinceTrusted, SinceTrustedOptions, SkillChange } from "#lib/state/update.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { askForWhole } from "#lib/view/ask-worker.ts";
import { compareUpdate } from "./compare-update.ts";
import type { Deliveries } from "./deliveries.ts";
import { skillChanges } from "./skill-changes.ts";

interface TrustNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly activity: Activity;
  readonly deliveries: Deliveries;
}

/** One state of a source, without the person's changes. */
interface SourceState {
  readonly commit: string;
  readonly snapshot: Snapshot;
  readonly notices: readonly Notice[];
}

/**
 * The changes of a mount's source since its person opened it, or said that they trust it: up to the update that is
 * offered, or else to what is mounted. The person's own changes are ignored. The trusted state is fetched again where
 * it is no longer here, except for unchanged files; a worker makes reports on both states. `undefined` where the
 * present state is the trusted one. Rejects with a `FailureError`.
 */
export async function sinceTrusted(
  needs: TrustNeeds,
  mountId: string,
  options: SinceTrustedOptions,
): Promise<SinceTrusted | undefined> {
  await needs.deliveries.whenComplete(mountId);
  const mount = needs.tree.mountOf(mountId);
  const now = mount && stateNow(needs, mount);
  if (!mount || !now || isUnverified(mount)) return undefined;
  const trusted = mount.trustedCommit ?? mount.commit;
  if (trusted === undefined || trusted === now.commit) return undefined;
  const before = await trustedState(needs, mount, trusted, options);
  const since = await changesBetween(mount, before, now, options.signal);
  keepSummary(needs, mountId, since);
  return since;
}

/** The state offered for the mount or, where none is, the mounted one. */
function stateNow(needs: TrustNeeds, { id, commit }: Mount): SourceState | undefined {
  const offered = needs.activity.update()?.mountId === id ? needs.activity.update()?.fetched : undefined;
  if (offered?.commit !== undefined) return { ...offered, commit: offered.commit };
  if (commit === undefined) return undefined;
  return { commit, snapshot: needs.tree.filesOf(id).base, notices: needs.tree.noticesOf(id) };
}

async function trustedState(
  needs: TrustNeeds,
  mount: Mount,
  commit: string,
  options: SinceTrustedOptions,
): Promise<SourceState> {
  const { base } = needs.tree.filesOf(mount.id);
  if (commit === mount.commit) return { commit, snapshot: base, notices: needs.tree.noticesOf(mount.id) };
  const source = pinnedSource({ ...mount, commit });
  if (!source) throw new Error("Only a repository has a commit.");
  const { snapshot, notices } = await fetchWhole(source, { ...options, known: base });
  return { commit, snapshot, notices };
}

async function changesBetween(
  { source, label }: Mount,
  before: SourceState,
  now: SourceState,
  signal: AbortSignal,
): Promise<SinceTrusted> {
  const { changes: files } = await inSlices(compareUpdate(before.snapshot, now.snapshot, new Map()), { signal });
  const skills = await inSlices(skillChanges(before.snapshot, now.snapshot, files), { signal });
  // One after the other: each worker has a copy of all files.
  const reportOn = ({ commit, snapshot, notices }: SourceState) =>
    askForWhole({ source, label, commit, snapshot, notices }, signal);
  const [old, fresh] = [await reportOn(before), await reportOn(now)];
  const { skills: _, ...report } = diffReports(old, fresh);
  const folders = new Set([...old.skills, ...fresh.skills].map(({ path }) => dirname(path)));
  const others = files.filter(({ path }) => !isBelowAny(path, folders)).length;
  const summary = summaryOf(skills, report, others);
  return { from: before.commit, to: now.commit, skills, files, report, summary };
}

function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  const folder = dirname(path);
  return folders.has(folder) || (folder !== "/" && isBelowAny(folder, folders));
}

/**
 * The changes in one sentence.
 * @param others files that changed outside of all skills: a plugin's hook may be one
 */
function summaryOf(skills: readonly SkillChange[], report: Omit<ReportDiff, "skills">, others: number): string {
  const pathsOf = (kind: SkillChange["kind"]) => skills.filter((skill) => skill.kind === kind).map(({ path }) => path);
  const told = { added: pathsOf("added"), removed: pathsOf("removed"), changed: pathsOf("changed") };
  const moved = counted(pathsOf("moved").length, "skill", "moved");
  const parts = [...diffParts({ ...report, skills: told }), moved, counted(others, "other file", "changed")];
  return parts.filter((part) => part !== "").join(", ");
}

/** Stores the summary with the mount or the offer, for views that show it without computing it again. */
function keepSummary(needs: TrustNeeds, mountId: string, { to, summary }: SinceTrusted): void {
  const update = needs.activity.update();
  if (update?.mountId === mountId && update.fetched.commit === to)
    needs.activity.offerUpdate({ ...update, sinceTrusted: summary });
  const mount = needs.tree.mountOf(mountId);
  if (mount?.commit !== to || mount.sinceTrusted === summary) return;
  void put(needs, { ...mount, sinceTrusted: summary });
}

/** Records that a mount's person trusts its source as mounted now. Can be undone. */
export async function trustMount(needs: TrustNeeds, mountId: string): Promise<void> {
  const before = needs.tree.mountOf(mountId);
  if (before?.trustedCommit === undefined) return;
  const { trustedCommit, sinceTrusted: summary, ...trusted } = before;
  needs.activity.drop();
  const saved = put(needs, trusted);
  needs.activity.offerUndo(async () => {
    const now = needs.tree.mountOf(mountId);
    if (now && now.commit === before.commit)
      await put(needs, { ...now, trustedCommit, ...(summary !== undefined && { sinceTrusted: summary }) });
  });
  needs.activity.tell({ kind: "undoable", change: "trusted", label: before.label });
  await saved;
}

function put(needs: TrustNeeds, changed: Mount): Promise<void> {
  needs.tree.change(changed.id, () => changed);
  return needs.keeping.saveMeta();
}
