import { useEffect, useState } from "react";
import { deadlineWorker } from "#components/ui/deadline-worker.ts";
import type { DiffRow } from "./diff-rows.ts";

export interface LineDiffRequest {
  readonly left: string;
  readonly right: string;
  /** Whether nothing may be left out, however long the texts are. */
  readonly isWhole: boolean;
}
export type LineDiffReply = readonly DiffRow[];

const ask = deadlineWorker<LineDiffRequest, LineDiffReply>(
  () => new Worker(new URL("./line-diff.worker.ts", import.meta.url), { type: "module", name: "line-diff" }),
  20_000,
);

/** `failed`: the worker could not be fetched, or took too long. */
type Answer = LineDiffReply | "failed";

/**
 * The line diff of two texts, side by side: shortened for reading, or whole for what a person has to approve. `undefined` until the worker,
 * fetched at first use, has it.
 */
export function useLineDiff(left: string, right: string, isWhole = false): Answer | undefined {
  const [found, setFound] = useState<LineDiffRequest & { answer: Answer }>();
  useEffect(
    () =>
      ask({ left, right, isWhole }, (outcome) =>
        setFound({ left, right, isWhole, answer: outcome.kind === "answered" ? outcome.reply : "failed" }),
      ),
    [left, right, isWhole],
  );
  return found?.left === left && found.right === right ? found.answer : undefined;
}
