import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConformanceCase, type ReadCase, readCases } from "./case.ts";
import { runCase } from "./run-case.ts";

/** Runs the cases of the files and folders named, or the project's own, and prints what fails. */
const ownCases = fileURLToPath(new URL("cases", import.meta.url));
const named = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const file of (named.length > 0 ? named : [ownCases]).flatMap(caseFiles)) runFile(file);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function caseFiles(path: string): readonly string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(path, name));
}

function runFile(file: string): void {
  let cases: readonly ReadCase[];
  try {
    cases = readCases(readFileSync(file, "utf8"));
  } catch (caught) {
    fail(`${file} cannot be read as cases: ${caught}`);
    return;
  }
  for (const each of cases) {
    if (each.kind === "malformed") fail(`${file}, case ${each.position} is malformed:\n${each.problem}`);
    else report(each.conformanceCase, basename(file, ".json"));
  }
}

function report(conformanceCase: ConformanceCase, system: string): void {
  const { failures, ...outcome } = runCase(conformanceCase, system);
  if (outcome.passed) {
    passed++;
    return;
  }
  fail(`${conformanceCase.id}: ${conformanceCase.why}`);
  for (const { path, expected, actual } of failures) {
    console.log(`    ${path}`);
    console.log(`      expected ${JSON.stringify(expected)}`);
    console.log(`      actual   ${JSON.stringify(actual) ?? "nothing"}`);
  }
}

function fail(message: string): void {
  failed++;
  console.log(`✗ ${message}`);
}
