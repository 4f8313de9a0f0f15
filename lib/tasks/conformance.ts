/**
 * Runs the cases of the files and folders named, or the project's own, and prints what fails: `npm run conformance`.
 * Ends with 0, with 1 where a case fails or there is none, with 2 where a file cannot be read.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConformanceCase, type ReadCase, readCases } from "#lib/harness/conformance/case.ts";
import { runCase } from "#lib/harness/conformance/run-case.ts";
import { runCommand, tell, tellText } from "./command.ts";

const ownCases = fileURLToPath(new URL("../harness/conformance/cases", import.meta.url));

interface Counts {
  passed: number;
  failed: number;
}

function main(): number {
  const named = process.argv.slice(2);
  const counts: Counts = { passed: 0, failed: 0 };
  for (const file of (named.length > 0 ? named : [ownCases]).flatMap(caseFiles)) runFile(file, counts);
  tell(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

function caseFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(path, name));
}

function runFile(file: string, counts: Counts): void {
  const text = readFileSync(file, "utf8");
  let cases: readonly ReadCase[];
  try {
    cases = readCases(text);
  } catch (caught) {
    const why = caught instanceof SyntaxError ? caught.message : "a file of cases is a list";
    fail(`${file} cannot be read as cases: ${why}`, "", counts);
    return;
  }
  for (const each of cases) {
    if (each.kind === "case") report(each.conformanceCase, basename(file, ".json"), counts);
    else fail(`${file}, case ${each.position} is malformed:`, each.problem, counts);
  }
}

function report(conformanceCase: ConformanceCase, system: string, counts: Counts): void {
  const { failures, ...outcome } = runCase(conformanceCase, system);
  if (outcome.passed) {
    counts.passed++;
    return;
  }
  const differences = failures.map(({ path, expected, actual }) =>
    [
      `    ${path}`,
      `      expected ${JSON.stringify(expected)}`,
      `      actual   ${JSON.stringify(actual) ?? "nothing"}`,
    ].join("\n"),
  );
  fail(`${conformanceCase.id}: ${conformanceCase.why}`, differences.join("\n"), counts);
}

/** @param details lines */
function fail(message: string, details: string, counts: Counts): void {
  counts.failed++;
  tell(`✗ ${message}`);
  if (details !== "") tellText(details);
}

await runCommand(main);
