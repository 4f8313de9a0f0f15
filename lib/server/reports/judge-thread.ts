/** Finds out what harnesses make of a source, in a thread beside the one that reads its other files (`judge.ts`). */
import { parentPort } from "node:worker_threads";
import { inSlices } from "#lib/async/slices.ts";
import { sourceJudged } from "#lib/workspace/report/source-report.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";
import type { FromJudge, KnownSource } from "./judge.ts";
import { collectGarbage } from "./thread-garbage.ts";

const port = parentPort;
if (!port) throw new Error("This is the code of a thread.");

port.on("message", (known: KnownSource) => void judge(known));

async function judge({ snapshot, pending, ...source }: KnownSource): Promise<void> {
  const tree = await growTree(snapshot, { pending });
  const judged = await inSlices(sourceJudged({ ...source, tree }));
  // Of a harness that looked for a file that has not come, this says nothing.
  const answer: FromJudge = tree.volume.pending.wasMissed() ? undefined : judged;
  port?.postMessage(answer);
  setImmediate(collectGarbage);
}
