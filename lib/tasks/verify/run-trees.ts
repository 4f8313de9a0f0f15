import { harmlessText } from "#lib/command/console.ts";
import type { Difference } from "./compare.ts";
import type { Explanation } from "./explained/rule.ts";
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

export interface Held {
  readonly counts: Counts;
  /** Names of trees by the explanation of a difference. */
  readonly explained: ReadonlyMap<string, readonly string[]>;
  readonly differing: readonly Differing[];
  readonly same: readonly Tree[];
}

/** Compares the engine with the program on all trees. Each result is printed at once; differing and equal trees are returned. */
export async function holdAll(holder: Holder, trees: readonly Tree[], { jobs, until }: RunOptions): Promise<Held> {
  const counts = { same: 0, explained: 0, differs: 0, unasked: 0, left: 0 };
  const explained = new Map<string, string[]>();
  const differing: Differing[] = [];
  const same = new Set<Tree>();
  const left = trees.values();
  async function work() {
    for (const tree of left) {
      const outcome = await holder.hold(tree, until);
      counts[outcome.kind]++;
      if (outcome.kind === "same") same.add(tree);
      if (outcome.kind === "explained") note(outcome.by, tree, explained);
      if (outcome.kind === "unasked") tell(`- ${tree.name}: ${outcome.why}`);
      if (outcome.kind !== "differs") continue;
      differing.push({ tree, differences: outcome.differences });
      tell([`✗ ${tree.name}: ${tree.why}`, ...outcome.differences.flatMap(differenceText)].join("\n"));
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  const order = new Map(trees.map((tree, index) => [tree, index]));
  const inOrder = differing.sort((a, b) => (order.get(a.tree) ?? 0) - (order.get(b.tree) ?? 0));
  return { counts, explained, differing: inOrder, same: trees.filter((tree) => same.has(tree)) };
}

function note(by: readonly Explanation[], { name }: Tree, explained: Map<string, string[]>): void {
  for (const { id } of by) explained.set(id, [...(explained.get(id) ?? []), name]);
}

/** Prints a text with untrusted names. */
export function tell(text: string): void {
  console.log(harmlessText(text).trimEnd());
}

export function countsText({ counts, explained }: Pick<Held, "counts" | "explained">, all: number): string {
  const late = counts.left > 0 ? `, ${counts.left} left for the next run` : "";
  const { same, explained: known, differs, unasked } = counts;
  const rows = [...explained].sort(([, a], [, b]) => b.length - a.length);
  return [
    `${all} trees: ${same} the same, ${known} explained, ${differs} differ, ${unasked} not asked${late}`,
    ...rows.map(([id, names]) => `  ${id}, ${names.length}: ${names.slice(0, mostNames).join(", ")}`),
  ].join("\n");
}

/** Most trees named of an explanation. */
const mostNames = 12;

/** Most characters printed of a text. */
const mostText = 700;

/** A difference as lines for a person. */
export function differenceText({ about, at, real, ours }: Difference): readonly string[] {
  const short = (text: string) =>
    JSON.stringify(text.length > mostText ? `${text.slice(0, mostText)}… (${text.length})` : text);
  return [`  ${about}${at === undefined ? "" : ` ${at}`}`, `    program ${short(real)}`, `    engine  ${short(ours)}`];
}
