import type { Failure } from "#lib/failure.ts";
import { fetchWhole } from "#lib/fetching/fetch-source.ts";
import { isPinned, linkObjection, workspacePath } from "#lib/share/link.ts";
import { lessonOf, type Source, sourceLabel } from "#lib/vfs/source.ts";
import type { Offered } from "#lib/workspace/sources/deliveries.ts";
import { noteOpened, type Visit, wasOpened } from "./arrival.ts";
import {
  acceptOffer,
  bringsWords,
  chooseNamedSkill,
  type EnterNeeds,
  enter,
  isOwn,
  mountOthers,
  offer,
  placeAs,
  workshopKey,
} from "./linked.ts";

/** Why this address cannot be a workspace's; `undefined` where it can. */
export function addressObjection({ path, search }: Visit): Failure | undefined {
  const reason = isLocal(path) ? undefined : linkObjection(path, search);
  return reason === undefined ? undefined : { code: "link-refused", link: path + search, reason };
}

/** Whether this is the address of a workspace that exists only in one browser. */
export function isLocal(path: string): boolean {
  return /^\/local\/[\w-]{1,100}$/.test(path);
}

/** Shows why nothing opens at this address, and saves nothing there. */
export function refuse({ keeping, slice }: Pick<EnterNeeds, "keeping" | "slice">, failure: Failure): void {
  keeping.giveUp(failure);
  slice.set({ phase: { kind: "refused", failure } });
}

/**
 * Mounts the source of the address or the person's content. A prompt written by somebody else is shown on the share
 * sheet first.
 */
export async function arriveFirst(needs: EnterNeeds, brought: Visit["incoming"]): Promise<void> {
  const { source, asked, address } = needs.link;
  if (source && lessonOf(source) === "") return goToFirstLesson(needs, source);
  const incoming = brought ?? (source && { kind: "source" as const, source });
  if (!incoming) return;
  // All that the link asks for is opened, also where its source comes only at a second try.
  const again = () => arriveFirst(needs, brought);
  if (source && (await bringsWords(needs, asked))) {
    let isAgreed = false;
    const show = (offered: Offered) => {
      isAgreed = needs.link.carried === undefined && wasOpened(workshopKey(offered.about));
      if (!isAgreed) void offer(needs, offered, asked, isPinned(source));
    };
    await needs.sources.offer(incoming, show, again);
    if (isAgreed) await acceptOffer(needs);
    return;
  }
  const isTheirs = isOwn(needs.link);
  if (isTheirs) noteOpened(address);
  await needs.sources.mount(incoming, {
    again,
    keepsHarness: needs.link.request.profileId !== undefined,
    onMounted: async (mounted) => {
      const mount = needs.tree.state().mounts[0] ?? mounted;
      if (!isTheirs && mount.source.kind === "git") needs.slice.set({ linkedMountId: mount.id });
      chooseNamedSkill(needs.link, mount.source);
      await placeAs(needs.sources, mount, asked.as?.[0]);
      enter(needs);
    },
  });
  await mountOthers(needs, asked);
}

/** Redirects the address of a whole workshop to its first lesson, which has an address of its own. */
async function goToFirstLesson(needs: Pick<EnterNeeds, "activity" | "slice">, source: Source): Promise<void> {
  await needs.activity.underway(sourceLabel(source), async (options) => {
    const fetched = await fetchWhole(source, options);
    needs.slice.set({
      phase: { kind: "moved", path: workspacePath({ ...source, lesson: lessonOf(fetched.source) ?? "" } as Source) },
    });
    return { kind: "idle" };
  });
}
