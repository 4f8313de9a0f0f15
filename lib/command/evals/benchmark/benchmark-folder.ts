import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchmarkRun, gradingOf, timingOf } from "#lib/evals/grading/benchmark.ts";
import { UsageError } from "../../console.ts";
import type { Came } from "./converse.ts";
import type { BenchmarkEval } from "./evals-of.ts";

/** @throws UsageError if the folder is not empty: results of two benchmarks must not mix */
export function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty: name a new folder, so that results of two benchmarks do not mix.`);
}

/** Writes a run's results where skill-creator's viewer and its `aggregate_benchmark.py` look for them. */
export function writeRun(out: string, asked: BenchmarkEval, run: BenchmarkRun, came: Came): void {
  const folder = join(out, `eval-${asked.id}`, run.configuration, `run-${run.runNumber}`);
  const outputs = join(folder, "outputs");
  mkdirSync(outputs, { recursive: true });
  const metadata = { eval_id: asked.id, eval_name: asked.name, prompt: asked.text, assertions: asked.sentences };
  for (const where of [join(out, `eval-${asked.id}`), folder]) writeJson(join(where, "eval_metadata.json"), metadata);
  const decided = new Set(run.expectations.map(({ text }) => text));
  const undecided = asked.ungraded.filter((text) => !decided.has(text));
  writeJson(join(folder, "grading.json"), gradingOf(run, undecided));
  writeJson(join(folder, "timing.json"), timingOf(run));
  writeFileSync(join(outputs, "answer.md"), `${came.answer}\n`);
  for (const [index, { path, text }] of came.files.entries())
    writeFileSync(join(outputs, outputName(path, index)), text);
}

/** A file name for a path that a model chose: a plain name inside this one folder, which no other file has. */
function outputName(path: string, index: number): string {
  const plain = path
    .replace(/^.*\//, "")
    .replace(/[^\w.-]+/g, "_")
    .replace(/^\.+/, "")
    .slice(-80);
  return `${index + 1}-${plain || "file"}`;
}

export function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
