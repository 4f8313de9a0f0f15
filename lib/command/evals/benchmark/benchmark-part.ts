import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { profileFor, windowOf } from "#lib/chat/model-choice.ts";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import { type BenchmarkRun, benchmarkOf, type Configuration, configurations } from "#lib/evals/grading/benchmark.ts";
import { plural } from "#lib/format-count.ts";
import { harmlessLine, UsageError } from "../../console.ts";
import { commitOf } from "../../git/git-program.ts";
import { harnessUsage, testableOf } from "../../harnesses.ts";
import type { OpenedFolder } from "../../open-under.ts";
import { deliver, outputOptions, outputUsage, readOutput, remark } from "../../output.ts";
import { openProgress } from "../../progress.ts";
import { countOf, readArguments, shareOf, type Verb } from "../../verb.ts";
import { choiceOf, keyVariables, modelForms, openModel } from "../models.ts";
import { findSkill, openArm } from "./arms.ts";
import { requireEmpty, writeJson } from "./benchmark-folder.ts";
import { evalsOf } from "./evals-of.ts";
import { type AnsweredRun, comparePairs, openJudge } from "./judging.ts";
import { measure, planOf } from "./measure.ts";

const known = ["text", "json"] as const;

const arms: Readonly<Record<string, Configuration>> = {
  with: "with_skill",
  without: "without_skill",
  old: "old_skill",
  repository: "whole_repository",
};

const usage = `skillground evals benchmark [folder of skills] --out <folder> [options]

Does a skill help? Runs each request in a conversation with the skill and in one without it, grades the
answers by the assertions that a program can decide, and writes what skill-creator's viewer reads:
grading.json and timing.json for each run, benchmark.json for all.

  --out <folder>              a new folder for the results
  --skill <name>              the skill to test, if the folder has several
  --set <file>                requests to use instead of the skill's own evals/evals.json
  --arms <names>              ${Object.keys(arms).join(", ")}; comma-separated (default: with,without)
                              old: as in the commit of --since; repository: with all skills of the folder
  --since <ref>               commit of the old version (default: HEAD)
  --harness <id>              one of those below (default: claude-code)
  --model <name>              one of those below (default: demo)
  --judge <name>              a model that decides what no program can, and which answer is better; asked
                              in both orders
  --base-url <url>            address of a compatible host, up to and including /v1
  --runs <n>                  runs per request (default: 3)
  --parallel <n>              conversations at once (default: 4)
  --most-tokens <n>           stop asking once this many tokens are spent (default: 1000000)
  --need <share>              share of assertions that must hold with the skill (default: none)
${outputUsage(known).replace(/^.*--output.*\n/m, "")}

A program decides: The answer contains "…" · The answer does not contain "…" · The file a/b.md exists, or
contains "…" · The skill <name> is used, or is not used. Anything else needs --judge: without one it is
listed and not counted. A judge that answers differently in the two orders has not decided. Tools write
into a copy; scripts do not run.

${harnessUsage}
Models: demo, ${modelForms}.
API keys: ${keyVariables}.

Exit codes: 0 passed, 1 --need is not met, 2 a request could not be run. Ctrl+C stops early and keeps what
was measured.

Examples:
  skillground evals benchmark skills/pdf --model anthropic/claude-sonnet-4-5 --out pdf-workspace/iteration-1
  skillground evals benchmark skills --skill pdf --arms with,old --since main --out old-and-new`;

async function run(args: readonly string[]): Promise<number> {
  const settings = readSettings(args);
  const { folder, profile, choice, output, out } = settings;
  const skill = await findSkill(folder, profile, settings.skill);
  const evals = evalsOf(skill, settings.set);
  const since = settings.configurations.includes("old_skill") ? await commitOf(folder, settings.since) : undefined;
  const window = windowOf({ choice });
  const opened = new Map<Configuration, OpenedFolder>();
  for (const each of settings.configurations)
    opened.set(each, await openArm(each, { folder, profile, window, skill, since }));
  const loaded = await openModel(choice);
  const judging = settings.judge && (await openModel(settings.judge));
  mkdirSync(out, { recursive: true });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const progress = openProgress(output.quiet);
  const planned = planOf(evals, settings.configurations, settings.runs);
  const { signal } = stop;
  const judge = judging && openJudge(judging, { mostTokens: settings.mostTokens, signal });
  const { runs: answered, notes } = await measure(planned, {
    ...settings,
    loaded,
    opened,
    judge,
    signal,
    onProgress: (asked, tokens) => progress.show(`${asked} of ${planned.length} asked, about ${tokens} tokens`),
  });
  if (judge) progress.show("Having the answers compared…");
  const comparisons = judge ? await comparePairs(judge, answered, settings.configurations) : [];
  progress.end();
  const runs = answered.map(({ run }) => run);
  const head = { skill: skill.name, path: folder, model: loaded.label.label, runs: settings.runs };
  const benchmark = benchmarkOf(
    { ...head, at: new Date().toISOString(), ...(judge && { judge: judge.label }) },
    { runs, comparisons, notes: [...notes, ...undecidedIn(answered)] },
  );
  writeJson(join(out, "benchmark.json"), benchmark);
  deliver({ text: () => textOf(benchmark), json: () => `${JSON.stringify(benchmark, null, 2)}\n` }, output);
  remark(output, `Written to ${out}: ${plural(runs.length, "run")}, and benchmark.json of all.`);
  if (runs.length < planned.length) return 2;
  return settings.need !== undefined && rateOf(runs) < settings.need ? 1 : 0;
}

/** @throws UsageError for settings that make no sense */
function readSettings(args: readonly string[]) {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    skill: { type: "string" },
    set: { type: "string" },
    arms: { type: "string", default: "with,without" },
    since: { type: "string", default: "HEAD" },
    harness: { type: "string", default: "claude-code" },
    model: { type: "string", default: "demo" },
    judge: { type: "string" },
    "base-url": { type: "string" },
    runs: { type: "string", default: "3" },
    parallel: { type: "string", default: "4" },
    "most-tokens": { type: "string", default: "1000000" },
    need: { type: "string" },
  });
  // Here `--out` is the results folder, not a file in place of the console.
  const { out, ...shown } = values;
  if (out === undefined) throw new UsageError("Name a new folder for the results with --out.");
  requireEmpty(out);
  const choice = choiceOf(values.model, values["base-url"]);
  const [asked, ...more] = testableOf(values.harness);
  if (!asked || more.length > 0) throw new UsageError("A benchmark is of one harness.");
  return {
    folder: positionals[0] ?? ".",
    out,
    output: readOutput(shown, known),
    skill: values.skill,
    set: values.set,
    since: values.since,
    profile: profileFor(asked, { choice }),
    choice,
    judge: values.judge === undefined ? undefined : judgeOf(values.judge, values["base-url"]),
    configurations: armsOf(values.arms),
    runs: countOf("runs", values.runs),
    parallel: countOf("parallel", values.parallel),
    mostTokens: countOf("most-tokens", values["most-tokens"]),
    need: values.need === undefined ? undefined : shareOf("need", values.need),
  };
}

function armsOf(list: string): readonly Configuration[] {
  return [...new Set(list.split(","))].map((name) => {
    const arm = Object.hasOwn(arms, name.trim()) ? arms[name.trim()] : undefined;
    if (!arm) throw new UsageError(`--arms knows no ${name}. It knows: ${Object.keys(arms).join(", ")}.`);
    return arm;
  });
}

/** @throws UsageError for the demo model, which judges nothing */
function judgeOf(name: string, baseUrl: string | undefined): ModelChoice {
  const choice = choiceOf(name, baseUrl);
  if (choice.source === "demo") throw new UsageError("The demo model is a script: it cannot judge.");
  return choice;
}

/** The assertions that no program could decide and no judge has decided. */
function undecidedIn(answered: readonly AnsweredRun[]): readonly string[] {
  const undecided = new Set(
    answered.flatMap(({ asked, run }) => {
      const decided = new Set(run.expectations.map(({ text }) => text));
      return asked.ungraded.filter((text) => !decided.has(text)).map((text) => `${asked.id} ${text}`);
    }),
  );
  const count = undecided.size;
  return count === 0
    ? []
    : [`${plural(count, "assertion")} ${count === 1 ? "takes" : "take"} a judge, and did not count.`];
}

function rateOf(runs: readonly BenchmarkRun[]): number {
  const tested = runs.filter(({ configuration }) => configuration === "with_skill");
  const all = tested.flatMap(({ expectations }) => expectations);
  return all.length === 0 ? 0 : all.filter(({ passed }) => passed).length / all.length;
}

function textOf({ metadata, run_summary, notes }: ReturnType<typeof benchmarkOf>): string {
  const { delta } = run_summary;
  const lines = [
    `${metadata.skill_name}, ${metadata.executor_model}: ${plural(metadata.evals_run.length, "request")}, ${plural(metadata.runs_per_configuration, "run")} each`,
    ...configurations.flatMap((name) => {
      const { pass_rate: rate, time_seconds: time, tokens } = run_summary[name] ?? {};
      if (!rate || !time || !tokens) return [];
      return `  ${name.replace("_", " ").padEnd(16)} ${percent(rate.mean)}% ± ${percent(rate.stddev)} of the assertions hold, ${time.mean.toFixed(1)} s, ${Math.round(tokens.mean)} tokens`;
    }),
    `  difference       ${delta.pass_rate} of the assertions, ${delta.time_seconds} s, ${delta.tokens} tokens`,
    ...notes,
  ];
  return lines.map((line) => `${harmlessLine(line)}\n`).join("");
}

function percent(share: number): number {
  return Math.round(share * 100);
}

export const benchmarkPart: Verb = { usage, run };
