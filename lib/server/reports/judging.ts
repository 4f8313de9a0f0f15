import { inSlices } from "#lib/async/slices.ts";
import type { ArrivingClone } from "#lib/git/clone/clone-protocol.ts";
import type { Judged } from "#lib/report/report.ts";
import { type GitSource, sourceLabel } from "#lib/vfs/source.ts";
import { sourceJudged } from "#lib/workspace/report/source-report.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";

/** A source with the files of it that harnesses read ahead, and the names of its others. */
export interface ToJudge extends Pick<ArrivingClone, "known" | "pending" | "commit" | "ref" | "path"> {
  readonly source: GitSource;
}

/**
 * What harnesses make of a source, found out while those of its files come that no harness reads ahead; `undefined` where one of them is
 * asked for after all.
 */
export async function judgeKnown(asked: ToJudge, signal: AbortSignal): Promise<Judged | undefined> {
  const { known, pending } = asked;
  const tree = await growTree(known, { pending, signal });
  const judged = await inSlices(sourceJudged({ ...describedSource(asked.source, asked), tree }), { signal });
  return tree.volume.pending.wasMissed() ? undefined : judged;
}

/** A source as a report names it: at the commit that was found. */
export function describedSource(source: GitSource, { commit, ref, path }: Pick<ToJudge, "commit" | "ref" | "path">) {
  const { refPath: _, ...address } = source;
  return { source: { ...address, ref, ...(path && { path }) }, label: sourceLabel(source), commit };
}
