import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatCount, plural } from "#lib/format-count.ts";
import { harmlessJson, harmlessText, UsageError } from "../../console.ts";
import { deliver, type Output, remark } from "../../output.ts";
import { openProgress } from "../../progress.ts";
import { type Judge, type JudgeOptions, type Judging, judgeAddress } from "./judge.ts";
import { readList } from "./list.ts";
import { type Politeness, politely } from "./polite.ts";
import type { RepositoryResult } from "./result.ts";
import { openResults, resultsFile } from "./results-folder.ts";
import { summaryOf } from "./summary.ts";
import { summaryMarkdown, summaryPage, summaryText } from "./summary-faces.ts";

export interface ListOptions
  extends Pick<JudgeOptions, "way" | "config">,
    Pick<Politeness, "parallel" | "perHost" | "pause"> {
  /** Path of the list. */
  readonly list: string;
  /** Results folder; an earlier run in it is continued. */
  readonly out: string;
  /** Whether to try repositories again that failed earlier. */
  readonly retries: boolean;
  /** Address of the queue, if workers evaluate. */
  readonly redis: string | undefined;
  readonly output: Output;
}

/**
 * Evaluates all repositories of a list that have no result yet, and writes the summary. @returns the exit code: 1 if some could not be
 * evaluated
 * @throws UsageError for settings that make no sense
 */
export async function reportOnList(options: ListOptions, judge: Judge = judgeAddress): Promise<number> {
  const { list, out, output } = options;
  const listed = readList(readFileSync(list, "utf8"), basename(list));
  const results = openResults(out, { retries: options.retries, settings: settingsOf(options) });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, onSignal);
  const keys = new Set(listed.map(({ key }) => key));
  try {
    const left = listed.filter(({ key }) => !results.results.has(key));
    if (left.length < listed.length)
      remark(output, `${formatCount(listed.length - left.length)} of ${formatCount(listed.length)} are there already.`);
    const tell = progressOf(output, listed.length, left.length);
    const onResult = (result: RepositoryResult) => {
      results.keep(result);
      tell.next(result);
    };
    const judging = { left, ...options, signal: stop.signal, onResult };
    if (options.redis === undefined) await judgeHere(judging, judge);
    else await (await import("./queue.ts")).judgeByWorkers(judging, options.redis);
    tell.end();
    const all = [...results.results.values()].filter(({ repository }) => keys.has(repository));
    finish(options, all);
    if (all.length < listed.length)
      throw new UsageError(
        `Stopped after ${formatCount(all.length)} of ${formatCount(listed.length)}: the same command goes on from here.`,
      );
    return all.some(({ state }) => state === "failed") ? 1 : 0;
  } finally {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, onSignal);
    results.close();
  }
}

/** The settings on which a result depends, as text. */
function settingsOf({ way, config: { harnesses, rules, ignore } }: ListOptions): string {
  return `${JSON.stringify({ way, harnesses, rules, ignore }, null, 2)}\n`;
}

async function judgeHere(judging: Judging & Politeness, judge: Judge): Promise<void> {
  const { left, signal, onResult } = judging;
  await politely(left, judging, async (each) => {
    const result = await judge(each, judging).catch((caught: unknown) => {
      if (signal.aborted) return undefined;
      throw caught;
    });
    if (result) onResult(result);
  });
}

/** Tells the progress, and the remaining time at the pace so far. */
function progressOf({ quiet }: Output, total: number, left: number) {
  const progress = openProgress(quiet);
  const start = performance.now();
  let [done, failed] = [0, 0];
  return {
    next({ state }: RepositoryResult) {
      done++;
      if (state === "failed") failed++;
      const seconds = ((performance.now() - start) / done / 1000) * (left - done);
      const told = failed === 0 ? "" : `, ${plural(failed, "failure")}`;
      progress.show(
        `${formatCount(total - left + done)} of ${formatCount(total)}${told}, about ${duration(seconds)} left`,
      );
    },
    end: () => progress.end(),
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}

function finish({ out, output }: ListOptions, results: readonly RepositoryResult[]): void {
  const summary = summaryOf(results);
  const json = `${JSON.stringify(summary, null, 2)}\n`;
  writeFileSync(join(out, "summary.json"), harmlessJson(json));
  writeFileSync(join(out, "summary.md"), harmlessText(summaryMarkdown(summary)));
  writeFileSync(join(out, "summary.html"), summaryPage(summary));
  deliver(
    { text: () => harmlessText(summaryText(summary)), json: () => json, markdown: () => summaryMarkdown(summary) },
    output,
  );
  remark(output, `${out} has ${resultsFile} and the summary as JSON, Markdown and a page.`);
}
