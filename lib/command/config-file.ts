import type { Document } from "yaml";
import { z } from "zod";
import { profiles } from "#lib/harness/profiles.ts";
import { parseBounded } from "#lib/skills/yaml/parse-bounded.ts";
import { UsageError } from "./console.ts";

const levels = ["off", "note", "warning", "error"] as const;
const harness = z.enum(profiles.map(({ id }) => id) as [string, ...string[]]);

const shape = z.strictObject({
  version: z.literal(1).optional(),
  /** Absent: all harnesses. */
  harnesses: z.array(harness).min(1).optional(),
  /** Path patterns for which only alarms are reported. */
  ignore: z.array(z.string()).optional(),
  /** Levels by finding code. An alarm stays an alarm. */
  rules: z.record(z.string(), z.enum(levels)).optional(),
  overlap: z.strictObject({ above: z.number().positive().optional() }).optional(),
});

export type ConfigLevel = (typeof levels)[number];

/** The content of a settings file. */
export type ConfigFile = z.infer<typeof shape>;

/** Limits on YAML nodes and nesting: enough for some hundred lines. */
const limits = { parts: 4000, depth: 16 };

/** @throws UsageError with a sentence for each mistake */
export function parseConfig(text: string, name: string): ConfigFile {
  const parsed = parseBounded(text, limits, { schema: "core", prettyErrors: false, logLevel: "silent" });
  const error = parsed?.document?.errors[0];
  if (!parsed || error) throw new UsageError(`${name} cannot be read: ${error?.message ?? "it is too long"}.`);
  const read = shape.safeParse(plainOf(parsed.document, name));
  if (read.success) return read.data;
  throw new UsageError(read.error.issues.flatMap((issue) => sentencesOf(issue, name)).join(" "));
}

/** @throws UsageError for aliases: settings do not need them, and a few lines with them can expand to millions */
function plainOf(document: Document | undefined, name: string): unknown {
  try {
    return document?.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (caught) {
    throw new UsageError(`${name} cannot be read: it refers to other places of itself (*name).`, { cause: caught });
  }
}

function sentencesOf(issue: z.core.$ZodIssue, name: string): readonly string[] {
  const at = issue.path.join(".");
  const within = at === "" ? "" : ` below ${at}`;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${name} has the key ${key}${within}, which nothing reads.`);
  return [`${name}: ${at === "" ? "it" : at} is not as it should be: ${issue.message}.`];
}
