import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

export interface CountRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface CountReply {
  readonly id: number;
  readonly counts: readonly number[];
}

/** Exact o200k counts; text that looks like a control token is counted as plain text. */
export function countAll(texts: readonly string[]): number[] {
  return texts.map((text) => countTokens(text, { disallowedSpecial: new Set() }));
}

// Tests import this file outside a worker.
if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.addEventListener("message", ({ data: { id, texts } }: MessageEvent<CountRequest>) => {
    self.postMessage({ id, counts: countAll(texts) } satisfies CountReply);
  });
}
