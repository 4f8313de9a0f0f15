import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { firstPicker, skillsInRequest } from "#lib/chat/first-pick.ts";
import { profileFor, windowOf } from "#lib/chat/model-choice.ts";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import { draftRequest } from "#lib/chat/request.ts";
import type { ChatHost } from "#lib/chat/session.ts";
import { tellInterval } from "#lib/evals/interval.ts";
import {
  type JudgedRequest,
  type Judgement,
  judge,
  tellJudgement,
  tellPassed,
  usualThreshold,
} from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import {
  type RunConditions,
  tellCuts,
  tellExpectation,
  tellOutcome,
  writeAllResults,
  writeTable,
} from "#lib/evals/results-files.ts";
import { type Ask, type RunResult, runRequests } from "#lib/evals/run.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { suggestRequests } from "#lib/evals/suggest.ts";
import { failureText } from "#lib/failure-text.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { readText } from "#lib/vfs/files.ts";
import { requestsUnder } from "#lib/workspace/experiments/skill-names.ts";
import { toldSkills } from "#lib/workspace/experiments/told-skills.ts";
import { complain, harmlessLine, UsageError } from "../console.ts";
import { harnessUsage, testableOf } from "../harnesses.ts";
import { deliver, type Faces, outputOptions, outputUsage, readOutput, remark } from "../output.ts";
import { openProgress } from "../progress.ts";
import { countOf, readArguments, shareOf, type Verb } from "../verb.ts";
import { type FolderWorkspace, namedSkill, openFolder } from "./folder-workspace.ts";
import { choiceOf, keyVariables, modelForms, openModel } from "./models.ts";

const known = ["text", "json"] as const;

const usage = `skillground evals [folder of skills] [options]
skillground evals convert <set>… --to <format> | --into <file>     (evals convert --help)
skillground evals benchmark [folder] --out <folder>                (evals benchmark --help)

Measures which requests lead to which skill, by harness and model. Without a folder: the current one.

  --set <file>                requests, one per line; results of an earlier run; or a set of skill-creator
                              (triggers, evals.json), waza, Vally, skillgrade, promptfoo or skill-reach.
                              Says what of it will not run. Default: the skills' own evals/evals.json, or
                              requests suggested by their descriptions
  --skill <name>              the skill for requests that name none; suggest requests for this skill only
  --harness <ids>             comma-separated (default: claude-code)
  --model <names>             comma-separated; each harness is run with each (default: demo, a free preview
                              that compares words)
  --base-url <url>            address of a compatible host, up to and including /v1
  --runs <n>                  runs per request (default: 3; the demo model: 1)
  --parallel <n>              requests at once (default: 4)
  --most-tokens <n>           stop asking once this many tokens are spent (default: 1000000)
  --threshold <share>         share of runs that counts as leading to a skill (default: ${usualThreshold})
  --need <share>              share of requests that must lead where they should (default: 0.8)
  --csv <file>                also write a table
${outputUsage(known)}

${harnessUsage}
Models: demo, ${modelForms}.
API keys: ${keyVariables}.

Exit codes: 0 --need is met under every harness and model, 1 it is not, 2 the requests could not be run.
Ctrl+C stops early and keeps what was measured.

Examples:
  skillground evals skills --harness claude-code,codex
  skillground evals skills --model anthropic/claude-sonnet-4-5 --runs 3 --need 0.8 --output picked.json`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    set: { type: "string" },
    skill: { type: "string" },
    harness: { type: "string", default: "claude-code" },
    model: { type: "string", default: "demo" },
    "base-url": { type: "string" },
    runs: { type: "string" },
    parallel: { type: "string", default: "4" },
    "most-tokens": { type: "string", default: "1000000" },
    threshold: { type: "string", default: String(usualThreshold) },
    need: { type: "string", default: "0.8" },
    csv: { type: "string" },
  });
  const output = readOutput(values, known);
  const [folder = "."] = positionals;
  const threshold = shareOf("threshold", values.threshold);
  const need = shareOf("need", values.need);
  const choices = values.model.split(",").map((name) => choiceOf(name.trim(), values["base-url"]));
  const profiles = testableOf(values.harness);
  const tries = await Promise.all(
    profiles.flatMap((profile) => choices.map((choice) => openTry(folder, profile, choice))),
  );
  const [first] = tries;
  if (!first) return 2;
  const requests = requestsOf(first.workspace, values.set, values.skill);
  for (const each of tries) for (const line of await unmeasurable(each)) remark(output, line);

  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const progress = openProgress(output.quiet);
  const isFree = choices.every(({ source }) => source === "demo");
  const result = await runRequests(
    tries.map(({ ask, workspace }) => ({ ask, requests: requestsUnder(workspace, requests, first.workspace) })),
    {
      runs: countOf("runs", values.runs ?? (isFree ? "1" : "3")),
      parallel: countOf("parallel", values.parallel),
      mostTokens: countOf("most-tokens", values["most-tokens"]),
      signal: stop.signal,
      onProgress: ({ done, total, tokens }) => progress.show(`${done} of ${total} asked, about ${tokens} tokens`),
    },
  );
  progress.end();
  const judged = tries.map(({ conditions, workspace: { skills, catalog } }, index): Judged => {
    const { picked = [], tokens = 0 } = result.asked[index] ?? {};
    const told = toldSkills(
      skills,
      catalog,
      picked.map(({ request }) => request),
    );
    return { verdict: judge(picked, threshold), conditions: { ...conditions, threshold, told }, tokens, need };
  });
  deliver(facesOf(judged), output);
  if (result.ended)
    remark({ quiet: false }, `Ended early (${result.ended}): ${result.done} of ${result.total} were asked.`);
  if (values.csv !== undefined) writeFileSync(values.csv, `${tablesOf(verdictsOf(judged)).join("\r\n")}\r\n`);
  return exitCodeOf(judged, result, need);
}

function facesOf(judged: readonly Judged[]): Faces {
  return {
    text: () =>
      judged
        .flatMap(judgedLines)
        .map((line) => `${harmlessLine(line)}\n`)
        .join(""),
    json: () => writeAllResults(verdictsOf(judged)),
  };
}

function verdictsOf(judged: readonly Judged[]) {
  return judged.map(({ verdict, conditions }) => [verdict, conditions] as const);
}

function exitCodeOf(judged: readonly Judged[], { ended }: RunResult, need: number): number {
  if (ended === "failing" || ended === "stopped" || judged.some(({ verdict }) => verdict.judged === 0)) return 2;
  return judged.every(({ verdict }) => verdict.passed / verdict.judged >= need) ? 0 : 1;
}

/** A model under a harness, over the folder. */
interface Try {
  readonly workspace: FolderWorkspace;
  readonly host: ChatHost;
  readonly ask: Ask;
  readonly conditions: Pick<RunConditions, "model" | "harness">;
}

async function openTry(folder: string, profile: Profile, choice: ModelChoice): Promise<Try> {
  const window = windowOf({ choice });
  const workspace = await openFolder(folder, profileFor(profile, { choice }), window);
  const host: ChatHost = { ...workspace.host, models: () => ({ choice, keys: {} }) };
  const loaded = await openModel(choice);
  const { skills } = workspace;
  return {
    workspace,
    host,
    ask: firstPicker({ host, loaded, skills }),
    conditions: { model: loaded.label.label, harness: profile.label },
  };
}

function tablesOf(runs: readonly (readonly [Judgement, RunConditions])[]): readonly string[] {
  if (runs.length === 1) return runs.map(([verdict]) => writeTable(verdict));
  return runs.map(([verdict, { harness, model }]) => writeTable(verdict, `${harness}, ${model}`));
}

function requestsOf(
  workspace: FolderWorkspace,
  set: string | undefined,
  asked: string | undefined,
): readonly EvalRequest[] {
  const { skills } = workspace;
  const skill = asked === undefined ? undefined : namedSkill(skills, asked).name;
  if (set !== undefined) return readRequests(readFileSync(set, "utf8"), skill, basename(set));
  const wanted = skills.filter(({ name }) => skill === undefined || name === skill);
  const written = wanted.flatMap(({ name, directory }) => {
    const text = readText(workspace.files, `${directory}/evals/evals.json`);
    return text === undefined ? [] : readRequests(text, name, `${name}/evals/evals.json`);
  });
  const requests = written.length > 0 ? written : wanted.flatMap((each) => suggestRequests(each, skills));
  // Two skills may suggest the same requests.
  const unique = new Map(requests.map((request) => [JSON.stringify(request), request]));
  if (unique.size === 0) throw new UsageError("There is nothing to ask: no skill is loaded that says what it is for.");
  return [...unique.values()];
}

function readRequests(text: string, skill: string | undefined, name: string): readonly EvalRequest[] {
  const read = readSet(text, skill);
  if (read.kind === "refused") throw new UsageError(`${name} cannot be read: ${read.because}.`);
  for (const sentence of read.notRun ?? []) complain(`${name}: ${sentence}`);
  return read.requests;
}

/** What a run cannot measure, in sentences. */
async function unmeasurable({ host, workspace, conditions }: Try): Promise<readonly string[]> {
  const inside = await skillsInRequest(await draftRequest(host, []), workspace.files, workspace.skills);
  if (inside.length === 0) return [];
  return [
    `${conditions.harness} puts instructions into every request, so whether these are picked says nothing: ${inside.join(", ")}.`,
  ];
}

interface Judged {
  readonly verdict: Judgement;
  readonly conditions: RunConditions;
  readonly tokens: number;
  /** The share of requests that must lead to the right skill. */
  readonly need: number;
}

function judgedLines({ verdict, conditions, tokens, need }: Judged): readonly string[] {
  const { harness, model } = conditions;
  return [
    "",
    `${model}, ${harness}`,
    ...verdict.rows.flatMap(requestLines),
    ...tellJudgement(verdict),
    ...tellCuts(conditions),
    `${model}, ${harness}: ${tellPassed(verdict)} (${tellInterval(verdict.passed, verdict.judged, need)}); about ${tokens} tokens.`,
  ];
}

function requestLines({ request, outcome, counts, runs }: JudgedRequest): readonly string[] {
  const mark = { hit: "✓", open: "·", failed: "!" }[outcome.kind as string] ?? "✗";
  const picked = [...counts].map(([skill, count]) => `${skill} ${count}/${runs}`).join(", ") || "none";
  const wanted = tellExpectation(request.expects);
  return [
    `${mark} ${request.text.replace(/\s+/g, " ").slice(0, 90)}`,
    `    ${wanted === "" ? "" : `expected ${wanted}; `}picked ${picked}: ${tellOutcome(outcome)}`,
    ...(outcome.kind === "failed" && outcome.failure ? [`    ${failureText(outcome.failure)}`] : []),
  ];
}

export const evalsVerb: Verb = {
  usage,
  run,
  parts: {
    convert: async () => (await import("./convert-part.ts")).convertPart,
    benchmark: async () => (await import("./benchmark/benchmark-part.ts")).benchmarkPart,
  },
};
