import { type Failure, failureOf } from "#lib/failure.ts";
import { parseLink } from "#lib/share/link.ts";
import { withoutFile } from "#lib/share/link-query.ts";
import { listSamples } from "#lib/upload/sample.ts";
import { lessonOf } from "#lib/vfs/source.ts";
import type { ArrivingSource, Core, FetchedSource, LinkRequest } from "#lib/workspace/core.ts";
import { mountOffered } from "#lib/workspace/mounts/mounting.ts";
import type { OfferedChanges } from "#lib/workspace/state/changes.ts";
import { noteOpened, type Visit, wasOpened } from "./arrival.ts";
import { applyOffered, offeredChanges } from "./carried.ts";
import { enter, mountOthers, placeAs } from "./linked.ts";
import { describeOffer } from "./sharing.ts";

/** Whether an address carries words or changes of somebody else that its person has not agreed to yet. */
export async function bringsWords(core: Core, visit: Visit, { prompt }: LinkRequest): Promise<boolean> {
  if (core.carried) return true;
  if (visit.own ?? wasOpened(addressOf(visit))) return false;
  const source = parseLink(visit.path, visit.search)?.source;
  const isLesson = source && lessonOf(source) !== undefined;
  // A workshop's lessons are somebody's words. One that is kept here was agreed to when it was opened.
  if (isLesson && source.kind === "git" && core.store.getState().mounts.length === 0) return true;
  if (prompt === undefined) return false;
  if (source?.kind !== "sample") return true;
  try {
    const samples = await listSamples({ signal: core.closed });
    return samples.find(({ id }) => id === source.sample)?.prompt !== prompt;
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    return true;
  }
}

/** What a person agrees to with a lesson's sheet: all lessons of the workshop in this state. */
export function workshopKey({ source, commit }: Pick<FetchedSource, "source" | "commit">): string {
  return source.kind === "git" ? `workshop ${source.url} ${source.path ?? ""} ${commit}` : "";
}

/** Shows the share sheet: at once, and again with what the link's changes come to once their files are there. */
export async function offer(
  core: Core,
  offered: FetchedSource | ArrivingSource,
  request: LinkRequest,
  pinned: boolean,
): Promise<void> {
  const show = (changes: OfferedChanges | undefined) => {
    const described = describeOffer(offered, request, pinned);
    core.store.setState({ phase: { kind: "offered", offer: { ...described, ...(changes && { changes }) } } });
  };
  show(core.carried && { kind: "coming" });
  if (core.carried && "snapshot" in offered) show(await offeredChanges(core, offered.snapshot, core.carried));
}

/** Opens what the share sheet showed, as the person has agreed to it; its changes only where they all fit. */
export async function acceptOffer(core: Core): Promise<void> {
  const { phase, id } = core.store.getState();
  const changes = phase.kind === "offered" ? phase.offer.changes : undefined;
  if (changes?.kind === "coming") return;
  const { request } = core;
  // The page drops the fragment from its address once what it carries is the person's own.
  noteOpened(id + core.search);
  noteOpened(id + core.search + core.fragment);
  delete core.carried;
  const offered = core.offered && (core.offered.arriving ?? (await core.offered.whole));
  if (offered && lessonOf(offered.source) !== undefined) noteOpened(workshopKey(offered));
  let failure: Failure | undefined;
  const apply = async () => {
    failure = changes?.kind === "fits" ? await applyOffered(core, changes) : undefined;
  };
  const open = async () => {
    await placeAs(core, core.store.getState().mounts[0], request.as?.[0]);
    await apply();
    enter(core);
  };
  if (core.offered) await mountOffered(core, core.offered, open);
  else await open();
  await mountOthers(core, request);
  if (!failure) return;
  core.retry = apply;
  core.store.setState({ activity: { kind: "failed", label: "The link's changes", failure } });
}

/** An address as it is known once it was opened: the file that it shows makes it no other. */
export function addressOf({ path, search, fragment = "" }: Visit): string {
  return path + withoutFile(search) + fragment;
}
