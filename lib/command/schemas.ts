import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { type Configuration, configurations } from "#lib/evals/grading/benchmark.ts";
import { reportShape } from "#lib/report/shape.ts";
import { checkResultShape } from "./check/check-shape.ts";
import { lockShape } from "./lock/skills-lock.ts";
import { resultShape } from "./report/many/result.ts";
import { summaryShape } from "./report/many/summary.ts";

const text = z.string();
const count = z.number();
const version = z.literal(1);
const place = z.object({ path: text, line: z.optional(count) });

export const comparisonShape = z.object({
  version,
  workspace: z.object({
    title: text,
    sources: z.array(z.object({ label: text, kind: text, url: z.optional(text), commit: z.optional(text) })),
  }),
  profiles: z.array(z.object({ id: text, label: text, tokens: count, counts: z.record(text, count) })),
  skills: z.array(
    z.object({
      source: text,
      path: text,
      folder: text,
      differs: z.boolean(),
      profiles: z.record(
        text,
        z.object({ verdict: text, name: z.optional(text), reason: z.optional(text), by: z.optional(text) }),
      ),
    }),
  ),
});

const ruleTest = z.object({
  rule: text,
  title: text,
  outcome: z.enum(["passed", "failed", "warned", "not reached"]),
  tested: text,
  place,
  says: z.array(text),
  fix: z.optional(text),
});

export const explanationShape = z.object({
  version,
  /** Path of the SKILL.md, relative to the opened folder. */
  path: text,
  harnesses: z.array(
    z.object({
      id: text,
      label: text,
      /** Whether the folder is the project, or its skills and plugins are put where the harness takes installs. */
      way: z.enum(["as-it-lies", "as-installed"]),
      /** Where this harness finds the file. */
      location: text,
      name: text,
      verdict: z.object({ kind: text, by: z.optional(text), rule: z.optional(text) }),
      tests: z.array(ruleTest),
      decisive: z.optional(ruleTest),
    }),
  ),
});

const evalRun = z.object({
  model: text,
  harness: text,
  threshold: count,
  told: z.array(
    z.object({ name: text, description: text, told: z.optional(count), isLeftOut: z.optional(z.boolean()) }),
  ),
  summary: z.object({ passed: count, judged: count, skills: z.array(z.object({ skill: text, expected: count })) }),
  requests: z.array(
    z.object({
      text,
      expects: z.object({ kind: text, skill: z.optional(text) }),
      outcome: text,
      by: z.optional(text),
      runs: count,
      picked: z.record(text, count),
      other: z.array(text),
    }),
  ),
});
const evals = z.union([z.extend(evalRun, { version }), z.object({ version, runs: z.array(evalRun) })]);

const spread = z.object({ mean: count, stddev: count, min: count, max: count });
const armStats = z.object({ pass_rate: spread, time_seconds: spread, tokens: spread });
/** The format of skill-creator's viewer, which has no version. */
const benchmark = z.object({
  metadata: z.object({
    skill_name: text,
    skill_path: text,
    executor_model: text,
    analyzer_model: text,
    timestamp: text,
    evals_run: z.array(count),
    runs_per_configuration: count,
  }),
  runs: z.array(
    z.object({
      eval_id: count,
      eval_name: text,
      configuration: z.enum(configurations),
      run_number: count,
      result: z.object({
        pass_rate: count,
        passed: count,
        failed: count,
        total: count,
        time_seconds: count,
        tokens: count,
        tool_calls: count,
        errors: count,
      }),
      expectations: z.array(z.object({ text, passed: z.boolean(), evidence: text })),
      notes: z.array(text),
    }),
  ),
  run_summary: z.object({
    ...(Object.fromEntries(configurations.map((each) => [each, z.optional(armStats)])) as Record<
      Configuration,
      z.ZodMiniOptional<typeof armStats>
    >),
    delta: z.object({ pass_rate: text, time_seconds: text, tokens: text }),
  }),
  comparisons: z.optional(
    z.array(
      z.object({
        eval_id: count,
        run_number: count,
        configurations: z.array(z.enum(configurations)),
        winner: z.enum([...configurations, "tie", "failed"]),
      }),
    ),
  ),
  notes: z.array(text),
});

const conformance = z.object({
  version,
  passed: count,
  failed: z.array(
    z.object({
      message: text,
      failures: z.array(z.object({ path: text, expected: z.unknown(), actual: z.optional(z.unknown()) })),
      detail: z.optional(text),
    }),
  ),
});

const workshopFinding = z.object({ severity: z.enum(["error", "warning"]), file: text, line: count, message: text });
const workshop = z.object({
  version,
  title: text,
  findings: z.array(workshopFinding),
  lessons: z.array(
    z.object({
      id: text,
      title: text,
      minutes: count,
      checks: count,
      links: z.array(z.object({ target: text, line: count })),
      findings: z.array(workshopFinding),
    }),
  ),
});

const verified = z.object({
  version,
  skills: z.array(
    z.object({ name: text, state: z.enum(["same", "changed", "missing", "unlocked"]), folder: z.optional(text) }),
  ),
});

const shapes = {
  report: reportShape,
  "report-list-result": resultShape,
  "report-list": summaryShape,
  check: checkResultShape,
  compare: comparisonShape,
  explain: explanationShape,
  evals,
  benchmark,
  conformance,
  "lint-workshop": workshop,
  lock: lockShape,
  "lock-verify": verified,
};

export type SchemaName = keyof typeof shapes;
export const schemaNames = Object.keys(shapes) as readonly SchemaName[];

/** The JSON Schema (2020-12) of a verb's JSON. Members may be added without a new `version`. */
export function schemaOf(name: SchemaName): Readonly<Record<string, unknown>> {
  return { title: `skillground ${name}`, ...z.toJSONSchema(shapes[name], { io: "input" }) };
}
