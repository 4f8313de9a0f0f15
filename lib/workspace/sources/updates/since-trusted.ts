import { inSlices } from "#lib/async/slices.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { counted, diffParts, diffReports, type ReportDiff } from "#lib/report/diff.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type Core, workspaceRecord } from "#lib/workspace/core.ts";
import { askForWhole } from "#lib/workspace/harness/ask-worker.ts";
import { whenArrived } from "#lib/workspace/sources/arriving.ts";
import { fetchSource } from "#lib/workspace/sources/fetch-source.ts";
import { dropActivity } from "#lib/workspace/sources/mounting.ts";
import { filesOf, mountOf } from "#lib/workspace/sources/swap-files.ts";
import { isUnverified, type Mount, pinnedSource } from "#lib/workspace/state/mount.ts";
import type { SinceTrusted, SinceTrustedOptions, SkillChange } from "#lib/workspace/state/update.ts";
import { compareUpdate } from "./compare-update.ts";
import { skillChanges } from "./skill-changes.ts";

/** One state of a source, without what its person has changed. */
interface SourceState {
  readonly commit: string;
  readonly snapshot: Snapshot;
  readonly notices: readonly Notice[];
}

/**
 * What has become of a mount's source since its person opened it, or said that they trust it: up to the update that is offered for
 * it, or else to what is mounted. The person's own changes do not count. What is trusted is fetched again where it is not here any
 * more, but for files that are the same; reports on both are made in a worker. `undefined` where it is trusted as it is. Rejects
 * with a `FailureError`.
 */
export async function sinceTrusted(
  core: Core,
  mountId: string,
  options: SinceTrustedOptions,
): Promise<SinceTrusted | undefined> {
  await whenArrived(core, mountId);
  const mount = mountOf(core, mountId);
  const now = mount && stateNow(core, mount);
  if (!mount || !now || isUnverified(mount)) return undefined;
  const trusted = mount.trustedCommit ?? mount.commit;
  if (trusted === undefined || trusted === now.commit) return undefined;
  const before = await trustedState(core, mount, trusted, options);
  const since = await changesBetween(mount, before, now, options.signal);
  keepSummary(core, mountId, since);
  return since;
}

/** What is offered for the mount or, where nothing is, what is mounted. */
function stateNow(core: Core, { id, commit }: Mount): SourceState | undefined {
  const offered = core.update?.mountId === id ? core.update.fetched : undefined;
  if (offered?.commit !== undefined) return { ...offered, commit: offered.commit };
  if (commit === undefined) return undefined;
  return { commit, snapshot: filesOf(core, id).base, notices: core.mountNotices.get(id) ?? [] };
}

async function trustedState(
  core: Core,
  mount: Mount,
  commit: string,
  options: SinceTrustedOptions,
): Promise<SourceState> {
  const { base } = filesOf(core, mount.id);
  if (commit === mount.commit) return { commit, snapshot: base, notices: core.mountNotices.get(mount.id) ?? [] };
  const source = pinnedSource({ ...mount, commit });
  if (!source) throw new Error("Only a repository has a commit.");
  const { snapshot, notices } = await fetchSource({ kind: "source", source }, { ...options, known: base });
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

/** @param others files that changed outside of all skills: a plugin's hook may be one */
function summaryOf(skills: readonly SkillChange[], report: Omit<ReportDiff, "skills">, others: number): string {
  const pathsOf = (kind: SkillChange["kind"]) => skills.filter((skill) => skill.kind === kind).map(({ path }) => path);
  const told = { added: pathsOf("added"), removed: pathsOf("removed"), changed: pathsOf("changed") };
  const moved = counted(pathsOf("moved").length, "skill", "moved");
  const parts = [...diffParts({ ...report, skills: told }), moved, counted(others, "other file", "changed")];
  return parts.filter((part) => part !== "").join(", ");
}

/** Keeps it with the mount, or with the offer, for those that show it without looking again. */
function keepSummary(core: Core, mountId: string, { to, summary }: SinceTrusted): void {
  const { update } = core;
  if (update?.mountId === mountId && update.fetched.commit === to) core.update = { ...update, sinceTrusted: summary };
  const mount = mountOf(core, mountId);
  if (mount?.commit !== to || mount.sinceTrusted === summary) return;
  void put(core, { ...mount, sinceTrusted: summary });
}

/** Notes that a mount's person trusts its source as it is mounted now. Can be taken back. */
export async function trustMount(core: Core, mountId: string): Promise<void> {
  const before = mountOf(core, mountId);
  if (before?.trustedCommit === undefined) return;
  const { trustedCommit, sinceTrusted: summary, ...trusted } = before;
  dropActivity(core);
  const saved = put(core, trusted);
  core.undo = async () => {
    const now = mountOf(core, mountId);
    if (now && now.commit === before.commit)
      await put(core, { ...now, trustedCommit, ...(summary !== undefined && { sinceTrusted: summary }) });
  };
  core.store.setState({ activity: { kind: "undoable", change: "trusted", label: before.label } });
  await saved;
}

function put(core: Core, changed: Mount): Promise<void> {
  core.store.setState(({ mounts }) => ({ mounts: mounts.map((one) => (one.id === changed.id ? changed : one)) }));
  return core.saver.saveMeta(workspaceRecord(core));
}
