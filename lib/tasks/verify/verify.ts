/**
 * Compares a profile with the released program: both get the same trees, and what they tell a model is compared word by word. `npm run
 * verify -- <program> [options]`; see `--help`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { harmlessJson, runCommand, UsageError } from "#lib/command/console.ts";
import type { Seen } from "#lib/harness/describe/seen.ts";
import { askedTrees, type Installed } from "./ask.ts";
import { type SeenCase, seenCase } from "./cases.ts";
import { documentedTrees } from "./documented-trees.ts";
import { folderTrees } from "./folder-trees.ts";
import { createHolder, type Holder, profileOf } from "./hold.ts";
import { installProgram } from "./install.ts";
import { startJails, whyNoJail } from "./jail/jail.ts";
import { treesFor } from "./named-trees.ts";
import type { Program } from "./program.ts";
import { programs } from "./programs.ts";
import { randomTree } from "./random-trees.ts";
import { type Counts, countsText, type Differing, differenceText, holdAll, tell } from "./run-trees.ts";
import { shrinkTree } from "./shrink.ts";
import { placeTree, type Tree } from "./tree.ts";

const usage = `npm run verify -- <program> [options]

Compares what a released program tells its model with what its profile says.

  <program>             one of ${programs.map(({ id }) => id).join(", ")}
  --release <v>         another version than the one its profile describes
  --trees <n>           random trees beside the named ones (default: 0)
  --seed <n>            seed of the random trees (default: 1); repeatable, <n> trees each
  --asked               also all random trees that it has answered before, whichever seed and generator made them
  --only <names>        only these named trees, comma-separated; "none" for none
  --documented          also the trees of its conformance cases that were written from documents
  --folder <path>       also a folder of this disk, as it lies and as installed; repeatable. owner/name=<path> for a
                        repository of that name on GitHub, which some programs ask for
  --model <name>        ask for this model on trees that name none
  --jobs <n>            programs at a time (default: 2)
  --minutes <n>         begin no further tree after this time; answers are kept for the next run
  --smaller <n>         how many differing trees to shrink (default: 3)
  --record              keep the result, which the product shows beside the profile
  --differences <file>  write all differences, as JSON
  --cases <file>        write what the program told of equal trees, as conformance cases
  --look                print what program and engine tell of each differing tree

Programs are fetched from npm into $VERIFY_CACHE or ~/.cache/skillground-verify, outside the repository, and run without a
network. What a program has answered is kept there and not asked again.
Exit codes: 0 nothing differs but what is explained, 1 something does, 2 the program cannot be run here.`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: "string" },
      trees: { type: "string", default: "0" },
      seed: { type: "string", multiple: true, default: ["1"] },
      asked: { type: "boolean", default: false },
      documented: { type: "boolean", default: false },
      only: { type: "string" },
      folder: { type: "string", multiple: true, default: [] },
      model: { type: "string" },
      jobs: { type: "string", default: "2" },
      minutes: { type: "string", default: "9999" },
      smaller: { type: "string", default: "3" },
      record: { type: "boolean", default: false },
      differences: { type: "string" },
      cases: { type: "string" },
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
  const [count, jobs, minutes, smaller] = (["trees", "jobs", "minutes", "smaller"] as const).map((name) =>
    numberOf(name, values[name]),
  ) as [number, number, number, number];
  const installed = installProgram(program, values.release ?? program.version);
  const trees = unique([
    ...writtenTrees(id, values),
    ...(await Promise.all(values.folder.map((folder) => folderTrees(folder, profileOf(id))))).flat(),
    ...(values.asked ? askedTrees(installed, isOfChance) : []),
    ...values.seed.flatMap((seed) => ofChance(program, count, numberOf("seed", seed))),
  ]).map((tree) => (values.model === undefined ? tree : { model: values.model, ...tree }));
  const noJail = whyNoJail();
  if (noJail !== undefined) throw new UsageError(noJail);
  const jails = startJails(Math.max(1, jobs));
  try {
    const holder = await createHolder(installed, jails);
    const until = Date.now() + minutes * 60_000;
    const { counts, explained, differing, same } = await holdAll(holder, trees, { jobs: Math.max(1, jobs), until });
    for (const [index, each] of differing.entries()) {
      await lookInto(holder, each, { isShrunk: index < smaller, isLooking: values.look });
    }
    if (holder.elsewhere.size > 0) tell(`It asked in vain for ${[...holder.elsewhere].join(", ")}.`);
    tell(countsText({ counts, explained }, trees.length));
    if (values.differences !== undefined) writeFileSync(values.differences, `${JSON.stringify(differing, null, 1)}\n`);
    if (values.cases !== undefined) await writeCases(values.cases, { holder, installed, trees: same });
    if (values.record) recordResult(installed, counts);
    return counts.differs > 0 ? 1 : 0;
  } finally {
    jails.stop();
  }
}

/** The trees that somebody wrote. @param only the named ones among them; absent: all */
function writtenTrees(
  id: string,
  { only, documented }: { readonly only?: string | undefined; readonly documented: boolean },
): readonly Tree[] {
  const named = treesFor(id).filter(({ name }) => !only || only.split(",").includes(name));
  return documented ? [...named, ...documentedTrees(id)] : named;
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number, and ${text} is none.`);
  return Number(text);
}

function ofChance(program: Program, count: number, seed: number): readonly Tree[] {
  const arbitrary = randomTree(program.settings, program.folders, profileOf(program.id).roots);
  const trees = count === 0 ? [] : fc.sample(arbitrary, { numRuns: count, seed });
  return trees.map((tree, index) => ({ ...tree, name: `random ${seed}:${index}` }));
}

/** Whether a tree is one of `ofChance`, whole: not one that was made smaller. */
function isOfChance({ name }: Tree): boolean {
  return name.startsWith("random ");
}

function unique(trees: readonly Tree[]): readonly Tree[] {
  return [...new Map(trees.map((tree) => [JSON.stringify(tree), tree])).values()];
}

/** Most calls of a program to find the smallest tree that shows a difference. */
const mostQuestions = 120;

/** Both results for a tree, and the smallest tree with the same difference. */
async function lookInto(
  holder: Holder,
  { tree, differences }: Differing,
  { isShrunk, isLooking }: { readonly isShrunk: boolean; readonly isLooking: boolean },
): Promise<void> {
  if (isLooking) console.log(harmlessJson(JSON.stringify({ tree, ...(await holder.look(tree)) }, null, 1)));
  if (!isShrunk) return;
  const about = new Set(differences.map((each) => each.about));
  const smallest = await shrinkTree(
    { ...tree, name: `part of ${tree.name}` },
    async (smaller) => {
      const outcome = await holder.hold(smaller);
      return outcome.kind === "differs" && outcome.differences.some((each) => about.has(each.about));
    },
    mostQuestions,
  );
  const outcome = await holder.hold(smallest);
  const { name, why, ...parts } = smallest;
  tell(`${tree.name} is as small as this, and still differs:`);
  console.log(harmlessJson(`  ${JSON.stringify(parts)}`));
  if (outcome.kind === "differs") tell(outcome.differences.flatMap(differenceText).join("\n"));
}

/** Stores what the program told of the trees without a difference. */
async function writeCases(
  path: string,
  {
    holder,
    installed,
    trees,
  }: { readonly holder: Holder; readonly installed: Installed; readonly trees: readonly Tree[] },
): Promise<void> {
  const { program, version } = installed;
  const cases: SeenCase[] = [];
  for (const tree of trees) {
    const { real } = await holder.look(tree);
    const placed = placeTree(tree, program.folders);
    const made = seenCase(program, { version, date: today() }, { tree: placed, why: tree.why, told: real });
    if (made) cases.push(made);
  }
  writeFileSync(path, `${JSON.stringify(cases, null, 1)}\n`);
  tell(`${cases.length} cases in ${path}`);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const kept = new URL("../../harness/describe/seen.json", import.meta.url);

/** Replaces the program's stored result where it stands. */
function recordResult({ program, version }: Installed, { same, explained, differs: differ }: Counts): void {
  const all = JSON.parse(readFileSync(kept, "utf8")) as readonly Seen[];
  const trees = same + explained + differ;
  const result: Seen = { program: program.id, version, date: today(), trees, same, explained, differ };
  const isKnown = all.some((each) => each.program === program.id);
  const updated = isKnown ? all.map((each) => (each.program === program.id ? result : each)) : [...all, result];
  writeFileSync(kept, `${JSON.stringify(updated, null, 2)}\n`);
}

await runCommand(main);
