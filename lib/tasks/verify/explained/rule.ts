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

/**
 * Whether the program has told what the engine tells of another tree, as the explanation has it: then that is the whole difference.
 * @param respelled the engine's text with the paths of the program's tree
 */
export function isToldOf(
  told: Told,
  { about, at, real, ours }: Difference,
  respelled: (text: string) => string = (text) => text,
): boolean {
  const texts = { catalog: told.catalog, line: told.line, stands: told.stands };
  if (about === "results" || about === "later") return respelled(told[about]?.[Number(at) - 1] ?? "") === real;
  if (about !== "catalog") return (about === "line" || about === "stands") && respelled(texts[about] ?? "") === real;
  const catalog = `${respelled(texts.catalog ?? "")}\n`;
  return real === "" ? !catalog.includes(`${ours}\n`) : catalog.includes(`${real}\n`);
}
