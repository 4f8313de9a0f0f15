import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { ReadCases } from "#lib/evals/formats/cases.ts";
import type { EvalCase } from "#lib/evals/formats/eval-case.ts";
import { addToSet, leftOut, newSetFormats, writeSet } from "#lib/evals/formats/write-set.ts";
import { writeLines } from "#lib/evals/requests.ts";
import { readCaseSet } from "#lib/evals/set-files.ts";
import { plural } from "#lib/format-count.ts";
import { complain, harmlessJson, harmlessText, UsageError } from "../console.ts";
import { readArguments, type Verb } from "../verb.ts";

const usage = `skillground evals convert <set>… --to <format> [--out <file>]
skillground evals convert <set>… --into <file>

Converts requests from one format to another, or adds them to an existing file.

  --to <format>     lines, ${newSetFormats.join(", ")}
  --out <file>      write a new file instead of to the console
  --into <file>     add what this file lacks, in its own format; the rest of it stays, comments included
  --skill <name>    the skill for requests that name none, and for the file

Exit codes: 0 converted, 1 the format cannot express what some requests expect (they are listed), 2 nothing
could be written.

Examples:
  skillground evals convert evals/evals.json --to waza-triggers --out trigger_tests.yaml
  skillground evals convert requests.txt --skill pdf --into skills/pdf/evals/evals.json`;

function run(args: readonly string[]): number {
  const { values, positionals } = readArguments(args, {
    to: { type: "string" },
    out: { type: "string" },
    into: { type: "string" },
    skill: { type: "string" },
  });
  const { to, out, into, skill } = values;
  if (positionals.length === 0) throw new UsageError("Name the file of requests to convert.");
  if ((to === undefined) === (into === undefined)) throw new UsageError("One of --to <format> and --into <file>.");
  if (into !== undefined && out !== undefined) throw new UsageError("--out is for a new file, and goes with --to.");
  if (to !== undefined && to !== "lines" && !newSetFormats.includes(to))
    throw new UsageError(`There is no format ${to} here. There are: lines, ${newSetFormats.join(", ")}.`);
  if (out !== undefined && existsSync(out))
    throw new UsageError(`${out} is there already, and stays as it is: --into adds to it.`);
  const sets = positionals.map((file) => readFile(file, skill));
  const lost = into === undefined ? convert(sets, { to: to ?? "lines", out, skill }) : add(sets, into, skill);
  for (const sentence of lost) complain(sentence);
  return lost.length > 0 ? 1 : 0;
}

function readFile(file: string, skill: string | undefined): ReadCases {
  const read = readCaseSet(readFileSync(file, "utf8"), skill);
  if (typeof read === "string") throw new UsageError(`${basename(file)} cannot be read: ${read}.`);
  return read;
}

interface Target {
  readonly to: string;
  readonly out: string | undefined;
  readonly skill: string | undefined;
}

function convert(sets: readonly ReadCases[], { to, out, skill }: Target): readonly string[] {
  const cases = sets.flatMap((set) => set.cases);
  const meant = skill ?? onlySkill(sets);
  for (const set of sets) if (set.format !== to) for (const sentence of leftOut(set)) complain(sentence);
  const written = to === "lines" ? { text: `${writeLines(cases, undefined)}\n`, lost: [] } : writeSet(to, meant, cases);
  if (typeof written === "string") throw new UsageError(`Nothing was written: ${written} (--skill).`);
  if (out === undefined) process.stdout.write(printable(written.text, to));
  else writeFileSync(out, written.text, { flag: "wx" });
  return written.lost;
}

/** The skill that the sets are for, or that all their requests lead to; `undefined` if there are several. */
function onlySkill(sets: readonly ReadCases[]): string | undefined {
  const named = new Set(sets.flatMap(({ skill, cases }) => skill ?? cases.flatMap(expectedSkill)));
  return named.size === 1 ? [...named][0] : undefined;
}

function expectedSkill({ expects }: EvalCase): readonly string[] {
  return expects.kind === "picks" ? [expects.skill] : [];
}

/** A text that is safe to print: JSON can escape characters that steer a terminal, the other formats cannot. */
function printable(text: string, format: string): string {
  if (format === "triggers" || format === "evals") return harmlessJson(text);
  if (harmlessText(text) === text) return text;
  throw new UsageError("A request holds characters that would steer a terminal: name a file with --out.");
}

function add(sets: readonly ReadCases[], into: string, skill: string | undefined): readonly string[] {
  const before = readFileSync(into, "utf8");
  const read = readCaseSet(before, skill);
  if (typeof read === "string") throw new UsageError(`${basename(into)} cannot be read: ${read}.`);
  if (read.format === "lines")
    throw new UsageError(`${basename(into)} is a list of requests, one a line: add to it with --to lines and a pipe.`);
  const saved = addToSet(
    before,
    read,
    sets.flatMap((set) => set.cases),
  );
  if (typeof saved === "string") throw new UsageError(`${basename(into)} stays as it is: ${saved}.`);
  writeFileSync(into, saved.text);
  complain(`${plural(saved.added, "request")} added to ${basename(into)}.`);
  return saved.lost;
}

/** The command `evals convert`. */
export const convertPart: Verb = { usage, run };
