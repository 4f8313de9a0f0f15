import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type ConformanceCase, type ReadCase, readCases } from "#lib/harness/conformance/case.ts";
import type { Mismatch } from "#lib/harness/conformance/match.ts";
import { runCase } from "#lib/harness/conformance/run-case.ts";
import { harmlessLine } from "./console.ts";
import { deliver, outputOptions, outputUsage, type Paint, readOutput } from "./output.ts";
import { ownFile } from "./own-files.ts";
import { readArguments, type Verb } from "./verb.ts";

const known = ["text", "json"] as const;

const usage = `skillground conformance [folder or file]… [options]

Runs cases of what each harness must do: those named, or those that come with the command.

${outputUsage(known)}

Exit codes: 0 all passed, 1 one failed or there were none, 2 a file could not be read.

Examples:
  skillground conformance
  skillground conformance cases/claude-code.json --format json`;

/** A case, or a file of cases, that is not valid or does not hold. */
interface FailedCase {
  /** What is wrong, in one line. */
  readonly message: string;
  readonly failures: readonly Mismatch[];
  /** Details, in lines. */
  readonly detail?: string;
}

interface Outcome {
  readonly passed: number;
  readonly failed: readonly FailedCase[];
}

function run(args: readonly string[]): number {
  const { values, positionals } = readArguments(args, outputOptions);
  const output = readOutput(values, known);
  const files = (positionals.length > 0 ? positionals : [ownFile("lib/harness/conformance/cases")]).flatMap(caseFiles);
  const outcomes = files.flatMap(runFile);
  const failed = outcomes.filter((outcome) => outcome !== undefined);
  const outcome = { passed: outcomes.length - failed.length, failed };
  deliver(
    {
      text: (paint) => outcomeText(outcome, paint),
      json: () => `${JSON.stringify({ version: 1, ...outcome }, null, 2)}\n`,
    },
    output,
  );
  return failed.length > 0 || outcome.passed === 0 ? 1 : 0;
}

function caseFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(path, name));
}

/** The failure of each case; `undefined` for one that passed. */
function runFile(file: string): readonly (FailedCase | undefined)[] {
  const text = readFileSync(file, "utf8");
  let cases: readonly ReadCase[];
  try {
    cases = readCases(text);
  } catch (caught) {
    const why = caught instanceof SyntaxError ? caught.message : "a file of cases is a list";
    return [{ message: `${file} cannot be read as cases: ${why}`, failures: [] }];
  }
  return cases.map((each) => {
    if (each.kind === "case") return failureOf(each.conformanceCase, basename(file, ".json"));
    return { message: `${file}, case ${each.position} is malformed:`, failures: [], detail: each.problem };
  });
}

function failureOf(conformanceCase: ConformanceCase, system: string): FailedCase | undefined {
  const { failures, passed } = runCase(conformanceCase, system);
  return passed ? undefined : { message: `${conformanceCase.id}: ${conformanceCase.why}`, failures };
}

function outcomeText({ passed, failed }: Outcome, paint: Paint): string {
  const told = failed.flatMap(({ message, failures, detail }) => [
    `${paint("red", "✗")} ${harmlessLine(message)}`,
    ...(detail?.split("\n") ?? []).map(harmlessLine),
    ...failures.flatMap(({ path, expected, actual }) =>
      [
        `    ${path}`,
        `      expected ${JSON.stringify(expected)}`,
        `      actual   ${JSON.stringify(actual) ?? "nothing"}`,
      ].map(harmlessLine),
    ),
  ]);
  return [...told, `${passed} passed, ${failed.length} failed`].map((line) => `${line}\n`).join("");
}

export const conformanceVerb: Verb = { usage, run };
