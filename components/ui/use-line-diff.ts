import { useEffect, useState } from "react";
import type { DiffRow } from "./diff-rows.ts";

export interface LineDiffRequest {
  readonly id: number;
  readonly left: string;
  readonly right: string;
}

export interface LineDiffReply {
  readonly id: number;
  readonly rows: readonly DiffRow[];
}

let worker: Worker | undefined;
let lastId = 0;

type Answer = readonly DiffRow[] | "failed";

/** The two texts line by line, side by side; `undefined` until the worker, fetched at first use, has it. */
export function useLineDiff(left: string, right: string): Answer | undefined {
  const [found, setFound] = useState<{ left: string; right: string; answer: Answer }>();
  useEffect(() => ask(left, right, (answer) => setFound({ left, right, answer })), [left, right]);
  return found?.left === left && found.right === right ? found.answer : undefined;
}

/** Asks the worker; the function returned ends the waiting. */
function ask(left: string, right: string, show: (answer: Answer) => void): () => void {
  worker ??= new Worker(new URL("./line-diff.worker.ts", import.meta.url), { type: "module", name: "line-diff" });
  const id = ++lastId;
  const done = new AbortController();
  const { signal } = done;
  const receive = ({ data }: MessageEvent<LineDiffReply>) => {
    if (data.id !== id) return;
    done.abort();
    show(data.rows);
  };
  // Its script did not come; another try starts another worker.
  const fail = () => {
    worker = undefined;
    show("failed");
  };
  worker.addEventListener("message", receive, { signal });
  worker.addEventListener("error", fail, { signal });
  worker.postMessage({ id, left, right } satisfies LineDiffRequest);
  return () => done.abort();
}
