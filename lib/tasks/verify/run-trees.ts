import { harmlessText } from "#lib/command/console.ts";
import type { Difference } from "./compare.ts";
import type { Holder, Outcome } from "./hold.ts";
import type { Tree } from "./tree.ts";

/** Number of trees by outcome; `left`: no time was left to ask. */
export type Counts = Readonly<Record<Outcome["kind"], number>>;

export interface Differing {
  readonly tree: Tree;
  readonly differences: readonly Difference[];
}

export interface RunOptions {
  /** Trees compared at a time. */
  readonly jobs: number;
  /** The time (`Date.now`) after which no tree is started. */
  readonly until: number;
}

/** Compares the engine with the program on all trees. Each result is printed at once; differing and equal trees are returned. */
export async function holdAll(
  holder: Holder,
  trees: readonly Tree[],
  { jobs, until }: RunOptions,
): Promise<{ readonly counts: Counts; readonly differing: readonly Differing[]; readonly same: readonly Tree[] }> {
  const counts = { same: 0, explained: 0, differs: 0, unasked: 0, left: 0 };
  const differing: Differing[] = [];
  const same = new Set<Tree>();
  const left = trees.values();
  async function work() {
    for (const tree of left) {
      const outcome = await holder.hold(tree, until);
      counts[outcome.kind]++;
      if (outcome.kind === "same") same.add(tree);
      if (outcome.kind === "unasked") tell(`- ${tree.name}: ${outcome.why}`);
      if (outcome.kind !== "differs") continue;
      differing.push({ tree, differences: outcome.differences });
      tell([`✗ ${tree.name}: ${tree.why}`, ...outcome.differences.flatMap(differenceText)].join("\n"));
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  const order = new Map(trees.map((tree, index) => [tree, index]));
  const inOrder = differing.sort((a, b) => (order.get(a.tree) ?? 0) - (order.get(b.tree) ?? 0));
  return { counts, differing: inOrder, same: trees.filter((tree) => same.has(tree)) };
}

/** Prints a text with untrusted names. */
export function tell(text: string): void {
  console.log(harmlessText(text).trimEnd());
}

export function countsText({ same, explained, differs, unasked, left }: Counts, all: number): string {
  const late = left > 0 ? `, ${left} left for the next run` : "";
  return `${all} trees: ${same} the same, ${explained} explained, ${differs} differ, ${unasked} not asked${late}`;
}

/** Most characters printed of a text. */
const mostText = 700;

/** A difference as lines for a person. */
export function differenceText({ about, at, real, ours }: Difference): readonly string[] {
  const short = (text: string) =>
    JSON.stringify(text.length > mostText ? `${text.slice(0, mostText)}… (${text.length})` : text);
  return [`  ${about}${at === undefined ? "" : ` ${at}`}`, `    program ${short(real)}`, `    engine  ${short(ours)}`];
}
