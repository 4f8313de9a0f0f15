/**
 * Computes what harnesses make of a source, in a thread beside the one that fetches and reads its files (`judge.ts`).
 */
import { parentPort } from "node:worker_threads";
import type { FromJudge } from "./judge.ts";
import { judgeKnown, type ToJudge } from "./judging.ts";

const port = parentPort;
if (!port) throw new Error("This is the code of a thread.");

const tell = (message: FromJudge) => port.postMessage(message);

// A caller that waits no longer ends the thread.
const { signal } = new AbortController();

port.on("message", async (asked: ToJudge) => {
  try {
    tell({ kind: "judged", judged: await judgeKnown(asked, signal) });
  } catch (caught) {
    tell({ kind: "broken", message: caught instanceof Error ? (caught.stack ?? caught.message) : String(caught) });
  }
});
