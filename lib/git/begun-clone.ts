import type { MountProgress } from "#lib/vfs/progress.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { type CloneOptions, cloneRepository } from "./clone.ts";
import type { CloneResult, SkillList } from "./clone-protocol.ts";

interface BegunClone {
  readonly source: string;
  readonly result: Promise<CloneResult>;
  readonly stopping: AbortController;
  /** What it told before it was taken, and whom it tells since. */
  progress?: MountProgress;
  list?: SkillList;
  listener?: CloneOptions;
}

let begun: BegunClone | undefined;

/**
 * Starts a clone before there is a workspace to take it: the page that shows it loads meanwhile. At most
 * one is kept; another one ends it.
 */
export function beginClone(source: GitSource): void {
  dropBegunClone();
  const stopping = new AbortController();
  const result = cloneRepository(source, {
    signal: stopping.signal,
    onProgress: (progress) => {
      clone.progress = progress;
      clone.listener?.onProgress?.(progress);
    },
    onSkillList: (list) => {
      clone.list = list;
      clone.listener?.onSkillList?.(list);
    },
  });
  // Whoever takes it hears of a failure; one that nobody takes has nobody to tell.
  result.catch(() => undefined);
  const clone: BegunClone = { source: JSON.stringify(source), result, stopping };
  begun = clone;
}

/** Ends a begun clone that turned out not to be needed. */
export function dropBegunClone(): void {
  begun?.stopping.abort();
  begun = undefined;
}

/** The clone of `source` that was begun, or a new one. As `cloneRepository`. */
export function takeClone(source: GitSource, options: CloneOptions): Promise<CloneResult> {
  const clone = begun;
  if (clone?.source !== JSON.stringify(source)) return cloneRepository(source, options);
  begun = undefined;
  clone.listener = options;
  if (clone.progress) options.onProgress?.(clone.progress);
  if (clone.list) options.onSkillList?.(clone.list);
  const stop = () => clone.stopping.abort();
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener("abort", stop);
  return clone.result;
}
