import type { Difference } from "../compare.ts";
import type { Told } from "../told.ts";
import type { Tree } from "../tree.ts";

/** A known difference, and its reason. */
export interface Explanation {
  readonly id: string;
  readonly reason: string;
}

/** Runs the engine on another tree. */
export type TellOurs = (tree: Tree) => Told;

export interface Rule extends Explanation {
  readonly programs: readonly string[];
  fits(difference: Difference, tree: Tree, tellOurs: TellOurs): boolean;
}

/** Whether a file's text fits a pattern. */
export function holds({ files }: Tree, pattern: RegExp): boolean {
  return Object.values(files).some((text) => pattern.test(text));
}
