/**
 * Holds a profile against the released program: both get the same trees, and what they tell a model is compared word by word.
 * `npm run verify -- <program> [options]`; `--help` tells them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { runCommand, UsageError } from "#lib/command/console.ts";
import type { Seen } from "#lib/harness/describe/seen.ts";
import type { Installed } from "./ask.ts";
import type { Difference } from "./compare.ts";
import { createHolder, type Holder, type Outcome } from "./hold.ts";
import { installProgram } from "./install.ts";
import { startJail, whyNoJail } from "./jail.ts";
import { treesFor } from "./named-trees.ts";
import type { Program } from "./program.ts";
import { programs } from "./programs.ts";
import { randomTree } from "./random-trees.ts";
import type { Tree } from "./tree.ts";

const usage = `npm run verify -- <program> [options]

  <program>         one of ${programs.map(({ id }) => id).join(", ")}
  --release <v>     another version than the one its profile describes
  --trees <n>       random trees beside the named ones (default: 0)
  --seed <n>        which ones (default: 1)
  --only <names>    these named trees only, with commas between them
  --record          keeps the result, which the product shows beside the profile
  --look            prints what program and engine tell of each tree that differs

Programs are fetched from npm into a folder outside of the repository, $VERIFY_CACHE or ~/.cache/skillground-verify, and run
without a network. What one has said of a tree is kept there, so that it is asked once.
Ends with 0 where nothing differs but what is explained, with 1 where something does, with 2 where the program cannot be
asked here.`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: "string" },
      trees: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
      only: { type: "string" },
      record: { type: "boolean", default: false },
      look: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [id] = positionals;
  if (values.help || id === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const program = programs.find((each) => each.id === id);
  if (!program) throw new UsageError(`There is no program ${id} to ask. There are ${programs.map((each) => each.id)}.`);
  const count = numberOf("trees", values.trees);
  const seed = numberOf("seed", values.seed);
  const noJail = whyNoJail();
  if (noJail !== undefined) throw new UsageError(noJail);
  const installed = installProgram(program, values.release ?? program.version);
  const jail = startJail();
  try {
    const holder = await createHolder(installed, jail);
    const named = treesFor(id).filter(({ name }) => !values.only || values.only.split(",").includes(name));
    const trees = [...named, ...chance(program, count, seed)];
    const counts = await report(holder, trees, values.look);
    if (values.record) recordResult(installed, counts);
    return counts.differs > 0 ? 1 : 0;
  } finally {
    jail.stop();
  }
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number, and ${text} is none.`);
  return Number(text);
}

function chance(program: Program, count: number, seed: number): readonly Tree[] {
  const trees = count === 0 ? [] : fc.sample(randomTree(program.settings), { numRuns: count, seed });
  return trees.map((tree, index) => ({ ...tree, name: `random ${seed}:${index}` }));
}

type Counts = Record<Outcome["kind"], number>;

async function report(holder: Holder, trees: readonly Tree[], isLooking: boolean): Promise<Counts> {
  const counts: Counts = { same: 0, explained: 0, differs: 0, unasked: 0 };
  for (const tree of trees) {
    const outcome = await holder.hold(tree);
    counts[outcome.kind]++;
    if (outcome.kind === "unasked") console.log(`- ${tree.name}: ${outcome.why}`);
    if (outcome.kind !== "differs") continue;
    console.log(`✗ ${tree.name}: ${tree.why}`);
    for (const each of outcome.differences) console.log(differenceText(each));
    if (isLooking) console.log(JSON.stringify({ tree, ...(await holder.look(tree)) }, null, 1));
  }
  if (holder.elsewhere.size > 0) console.log(`It asked in vain for ${[...holder.elsewhere].join(", ")}.`);
  const { same, explained, differs, unasked } = counts;
  console.log(
    `${trees.length} trees: ${same} the same, ${explained} explained, ${differs} differ, ${unasked} not asked`,
  );
  return counts;
}

const kept = new URL("../../harness/describe/seen.json", import.meta.url);

/** Replaces what is kept of the program. */
function recordResult({ program, version }: Installed, { same, explained, differs: differ }: Counts): void {
  const others = (JSON.parse(readFileSync(kept, "utf8")) as Seen[]).filter((each) => each.program !== program.id);
  const date = new Date().toISOString().slice(0, 10);
  const result: Seen = {
    program: program.id,
    version,
    date,
    trees: same + explained + differ,
    same,
    explained,
    differ,
  };
  writeFileSync(kept, `${JSON.stringify([...others, result], null, 2)}\n`);
}

function differenceText({ about, at, real, ours }: Difference): string {
  const short = (text: string) => JSON.stringify(text.length > 700 ? `${text.slice(0, 700)}… (${text.length})` : text);
  return `  ${about}${at === undefined ? "" : ` ${at}`}\n    program ${short(real)}\n    engine  ${short(ours)}`;
}

await runCommand(main);
