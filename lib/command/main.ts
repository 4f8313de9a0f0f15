/** The command line: `skillground <verb> …`. `--help` lists the verbs, and each verb's options. */
import { setFlagsFromString } from "node:v8";
import { runCommand, UsageError } from "./console.ts";
import { growYoungGeneration } from "./memory.ts";
import { ownVersion } from "./own-files.ts";
import type { Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";

const width = Math.max(...Object.keys(verbs).map((name) => name.length));

const usage = `skillground <verb> [options]

${Object.entries(verbs)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join("\n")}

Run "skillground <verb> --help" for its options, "skillground --version" for the version.

Examples:
  skillground report skills --fail-on alarm
  skillground explain skills/pdf --harness claude-code`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") return show(usage);
  if (name === "--version" || name === "-v") return show(await ownVersion());
  const verb = Object.hasOwn(verbs, name) ? await verbs[name]?.load() : undefined;
  if (!verb) throw new UsageError(`There is no verb ${name}. There are: ${Object.keys(verbs).join(", ")}.`);
  const [part = "", ...rest] = args;
  const own = verb.parts && Object.hasOwn(verb.parts, part) ? await verb.parts[part]?.() : undefined;
  return own ? perform(own, rest) : perform(verb, args);
}

async function perform(verb: Verb, args: readonly string[]): Promise<number> {
  return asksForHelp(args) ? show(verb.usage) : verb.run(args);
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
}

function show(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

growYoungGeneration();
// V8 lets the old generation grow to four times what lives in it before it looks for what does not: with half of that a check of 605 skills
// takes as long, and less memory.
setFlagsFromString("--heap-growing-percent=50");
// By itself V8 gives a function to its last compiler, which takes longer than all others together, after 3,000 calls. Most runs are over
// before such code has saved what it cost, and the compiler takes a processor from the threads that judge.
setFlagsFromString("--invocation-count-for-turbofan=30000");
await runCommand(() => main(process.argv.slice(2)));
