import type { Editing } from "#lib/editing/editing.ts";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { parseLink } from "#lib/share/link.ts";
import { type LinkedFile, type LinkedPlace, withoutFile } from "#lib/share/link-query.ts";
import type { LinkedChanges } from "#lib/share/payload/linked-changes.ts";
import { formatSourcePath } from "#lib/share/source-path.ts";
import type { OfferedChanges } from "#lib/state/changes.ts";
import { type Mount, pinnedSource } from "#lib/state/mount.ts";
import { openPaths } from "#lib/state/open-files.ts";
import type { Slice, StateStore, Together } from "#lib/state/slices.ts";
import type { SourceAbout } from "#lib/state/source.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Selected } from "#lib/tree/selected.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { listSamples } from "#lib/upload/sample.ts";
import { isSameFile } from "#lib/vfs/mount-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Offered } from "#lib/workspace/sources/deliveries.ts";
import type { Sources } from "#lib/workspace/sources/sources.ts";
import { noteOpened, type Visit, wasOpened } from "./arrival.ts";
import { describeOffer, type LinkRequest, linkRequest } from "./sharing.ts";

/** What opening a link needs, in the lab and in an embed. */
export interface EnterNeeds {
  readonly slice: Slice<"opening">;
  readonly link: OpenedLink;
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly selected: Selected;
  readonly activity: Activity;
  readonly harness: Harness;
  readonly editing: Editing;
  readonly sources: Sources;
  readonly composer: Composer;
  readonly store: StateStore;
  readonly together: Together;
  readonly closed: AbortSignal;
}

/** The link that opened the workspace. */
export interface OpenedLink {
  /** The query, without the file that the link shows. */
  readonly search: string;
  /** The address under which an opening is recorded: the file that the link shows makes no difference. */
  readonly address: string;
  /** Whether the person asked for it in this page; where absent, the tab's own notes decide. */
  readonly own: boolean | undefined;
  /** Absent where the address names none. */
  readonly source: Source | undefined;
  /** All that the link requests beside its source. */
  readonly asked: LinkRequest;
  /** What of it has not been carried out yet. */
  request: LinkRequest;
  /** The link's changes, until they are made or declined. */
  carried?: LinkedChanges;
  /** Set while what the person has agreed to is being opened. */
  accepting?: Promise<void>;
}

export function openedLink({ path, search: query, fragment = "", own, shows }: Visit): OpenedLink {
  const link = parseLink(path, query);
  const search = withoutFile(query);
  const asked = { ...linkRequest(link), ...(shows !== undefined && { file: { path: shows } }) };
  return { search, address: path + search + fragment, own, source: link?.source, asked, request: asked };
}

/** Whether the person has opened the link themselves, so that nothing of it need be shown first. */
export function isOwn({ own, address }: OpenedLink): boolean {
  return own ?? wasOpened(address);
}

/** Whether an address carries somebody else's words or changes that its person has not agreed to yet. */
export async function bringsWords(needs: EnterNeeds, { prompt }: LinkRequest): Promise<boolean> {
  const { source, carried } = needs.link;
  if (carried) return true;
  if (isOwn(needs.link)) return false;
  const isLesson = source && lessonOf(source) !== undefined;
  // A workshop's lessons are somebody's words. A stored one was agreed to when it was opened.
  if (isLesson && source.kind === "git" && needs.tree.state().mounts.length === 0) return true;
  if (prompt === undefined) return false;
  if (source?.kind !== "sample") return true;
  try {
    const samples = await listSamples({ signal: needs.closed });
    return samples.find(({ id }) => id === source.sample)?.prompt !== prompt;
  } catch (caught) {
    failureOrThrow(caught);
    return true;
  }
}

/** The key under which agreeing to a lesson's sheet is recorded: all lessons of the workshop at this commit. */
export function workshopKey({ source, commit }: Pick<SourceAbout, "source" | "commit">): string {
  return source.kind === "git" ? `workshop ${source.url} ${source.path ?? ""} ${commit}` : "";
}

/** Shows the share sheet: at once, and again with the effect of the link's changes once the files are there. */
export async function offer(needs: EnterNeeds, offered: Offered, request: LinkRequest, pinned: boolean): Promise<void> {
  const show = (changes: OfferedChanges | undefined) => {
    const described = describeOffer(offered, request, pinned);
    needs.slice.set({ phase: { kind: "offered", offer: { ...described, ...(changes && { changes }) } } });
  };
  const { carried } = needs.link;
  show(carried && { kind: "coming" });
  if (!carried || offered.kind !== "whole") return;
  const { offeredChanges } = await import("./carried.ts");
  show(offeredChanges(needs.tree.state(), offered.snapshot, carried));
}

/** Opens what the share sheet showed, after the person has agreed; its changes only where all of them fit. */
export function acceptOffer(needs: EnterNeeds): Promise<void> {
  const { link } = needs;
  // A second click changes nothing.
  link.accepting ??= accept(needs).finally(() => {
    delete link.accepting;
  });
  return link.accepting;
}

async function accept(needs: EnterNeeds): Promise<void> {
  const { phase } = needs.slice.get();
  const id = needs.keeping.workspaceId;
  const changes = phase.kind === "offered" ? phase.offer.changes : undefined;
  if (changes?.kind === "coming") return;
  const { request, search, address } = needs.link;
  // The page drops the fragment from its address once the changes are the person's own.
  noteOpened(id + search);
  noteOpened(address);
  delete needs.link.carried;
  const received = needs.sources.offered();
  const about = received?.about;
  if (about && lessonOf(about.source) !== undefined) noteOpened(workshopKey(about));
  let failure: Failure | undefined;
  const apply = async () => {
    failure = changes?.kind === "fits" ? await (await import("./carried.ts")).applyOffered(needs, changes) : undefined;
  };
  const open = async () => {
    await placeAs(needs.sources, needs.tree.state().mounts[0], request.as?.[0]);
    await apply();
    enter(needs);
  };
  const keepsHarness = request.profileId !== undefined;
  const again = () => accept(needs);
  if (received) await needs.sources.mountOffered(received, { onMounted: open, again, keepsHarness });
  else await open();
  await mountOthers(needs, request);
  const tellFailure = () => {
    if (failure) needs.activity.fail("The link's changes", failure, () => apply().then(tellFailure));
  };
  tellFailure();
}

export function chooseLinked(needs: EnterNeeds): void {
  const wanted = needs.link.request.profileId;
  if (wanted === undefined) return;
  const { id } = profileById(wanted);
  if (id !== wanted) tellUnread(needs.keeping, ["profile"]);
  needs.harness.put({ profileId: id });
}

/** Reports parts of a link that are not understood or that ask for something that does not exist. */
export function tellUnread({ lose }: Pick<Keeping, "lose">, names: readonly string[]): void {
  if (names.length === 0) return;
  lose({ kind: "link", names });
}

/** Selects the skill where an address names a sample by one of its skills. */
export function chooseNamedSkill(link: OpenedLink, found: Source): void {
  const named = link.source;
  if (named?.kind !== "sample" || found.kind !== "sample" || named.sample === found.sample) return;
  link.request = { skill: named.sample, ...link.request };
}

/** Moves a mount to the place that the link gives it. */
export async function placeAs(sources: Sources, mount: Mount | undefined, as: LinkedPlace | undefined): Promise<void> {
  if (!mount || !as) return;
  const [kind, scope] =
    as === "project" ? (["project", mount.scope] as const) : (["install", as === "home" ? "home" : "project"] as const);
  if (mount.as !== kind || mount.scope !== scope) await sources.placeMount(mount.id, kind, scope);
}

/**
 * Mounts the other sources of a link, one after another, except those that are already there, and switches off the
 * skills that the link has off. Ends with the first that does not come, which `activity` reports; trying again goes on there.
 */
export async function mountOthers(needs: EnterNeeds, request: LinkRequest): Promise<void> {
  const { also = [], as = [], off = [] } = request;
  if (needs.activity.state().activity.kind === "failed" || needs.tree.state().mounts.length === 0) return;
  for (const [index, source] of also.entries()) {
    if (needs.tree.state().mounts.some((mount) => isSameSource(mount, source))) continue;
    let isThere = false;
    const onMounted = (mount: Mount) => {
      isThere = true;
      return placeAs(needs.sources, mount, as[index + 1]);
    };
    await needs.sources.mount({ kind: "source", source }, { onMounted, again: () => mountOthers(needs, request) });
    if (!isThere) return;
  }
  for (const name of off) {
    const skill = needs.harness.state().view.discovery.skills.find((one) => one.name === name);
    if (skill) await needs.editing.setSkillState(skill.location, "off");
    else tellUnread(needs.keeping, ["off"]);
  }
}

function isSameSource(mount: Mount, source: Source): boolean {
  const path = formatSourcePath(source);
  return [mount.source, pinnedSource(mount)].some((one) => one !== undefined && formatSourcePath(one) === path);
}

/**
 * Shows the lab as the link asked: its file or skill selected, its prompt in the box. A link names a file by its path
 * inside the source, which is the workspace's first mount.
 */
export function enter(needs: EnterNeeds): void {
  const { view } = needs.harness.state();
  const { request } = needs.link;
  const { lessonProgress, mounts } = needs.store.getState();
  const { skill, file, prompt = lessonProgress ? undefined : mounts[0]?.lesson?.prompt } = request;
  const candidate = skill && view.discovery.candidates.find((one) => one.skill?.name === skill || one.folder === skill);
  if (skill && !candidate && !request.also) tellUnread(needs.keeping, ["skill"]);
  needs.together(() => {
    needs.slice.set({ phase: { kind: "ready" } });
    if (candidate) needs.selected.choose(candidate.location);
    if (file) needs.selected.open({ ...file, path: placeOf(needs, file) });
    if (prompt) needs.composer.show(needs.composer.filledWith(prompt));
  });
  needs.link.request = {};
}

/**
 * The path at which a file of the first source is shown: the selected one if it is this file, else where the harness
 * has it.
 */
function placeOf(needs: Pick<EnterNeeds, "tree" | "selected">, { path }: LinkedFile): string {
  const { mounts, files } = needs.tree.state();
  const { selection } = needs.selected.state();
  const [mount] = mounts;
  const place = { mountId: mount?.id ?? "", path: `/${path}` };
  const open = openPaths(selection).find((one) => isSameFile(files.locate(one), place));
  return open ?? files.seenAt(place) ?? joinPath(mount?.at ?? "/", path);
}
