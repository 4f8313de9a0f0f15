import { z } from "zod";
import { normalizePath } from "#lib/vfs/paths.ts";

const byPath = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});

/** One expectation of a harness as data: a tree of files, what is done with it, what comes of it. */
const conformanceCase = z.object({
  /** `system/name`; the system alone decides which rules run. */
  id: z.string(),
  kind: z.string(),
  why: z.string().default(""),
  /** Absolute path → text; a key that ends in a slash is an empty folder. */
  files: byPath,
  /** Path of a link → its target. */
  symlinks: byPath,
  input: z.record(z.string(), z.unknown()),
  /** A subset of the result, see `match.ts`. */
  expect: z.record(z.string(), z.unknown()),
});

export type ConformanceCase = z.infer<typeof conformanceCase>;

/** A case in a file of cases. One that is malformed fails by itself; the others still run. */
export type ReadCase =
  | { readonly kind: "case"; readonly conformanceCase: ConformanceCase }
  | { readonly kind: "malformed"; readonly position: number; readonly problem: string };

/** The cases of a JSON file. Throws when it is not a JSON array. */
export function readCases(json: string): readonly ReadCase[] {
  return z
    .array(z.unknown())
    .parse(JSON.parse(json))
    .map((value, position) => {
      const result = conformanceCase.safeParse(value);
      if (result.success) return { kind: "case", conformanceCase: result.data };
      return { kind: "malformed", position, problem: z.prettifyError(result.error) };
    });
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
const folder = (unsaid: string) =>
  z
    .string()
    .default(unsaid)
    .transform((path) => (path === "" ? path : normalizePath(path)));
/** Changes made to the disk after the first load: path → new text, null to delete. */
const changes = z.record(z.string(), z.string().nullable()).nullish();

const passage = z.strictObject({ find: z.string(), replace: z.string() });

/** A call of a harness's write tool; the one that replaces a single passage has parameters of its own. */
const writeCall = z
  .strictObject({
    tool: z.string(),
    path: z.string(),
    content: z.string().default(""),
    patches: z.array(passage).optional(),
    old_string: z.string().optional(),
    new_string: text,
  })
  .transform(({ old_string: find, new_string: replace, patches, ...call }) => {
    return { ...call, patches: patches ?? (find === undefined ? [] : [{ find, replace }]) };
  });

/** What the input of a case may hold, of every kind. Any other key fails the case: it would prove nothing. */
const caseInput = z.strictObject({
  cwd: folder("/work/app"),
  home: folder("/home/dev"),
  added: texts,
  touched: texts,
  bundledDir: text,
  path: text,
  content: z.string().optional(),
  body: text,
  args: texts,
  /** What a skill calls its arguments. */
  names: texts,
  line: text,
  complete: text,
  commands: texts,
  query: texts,
  op: text,
  allowlistRoots: z.array(z.string()).nullish(),
  skillDir: text,
  skillDirs: texts,
  afterDiscovery: changes,
  afterFirstBuild: changes,
  afterReload: changes,
  disk: changes,
  userMessage: text,
  /** What the model takes in, in tokens. */
  window: z.number().positive().optional(),
  params: z.unknown().optional(),
  calls: z.array(z.unknown()).optional(),
  render: z.string().optional(),
  noSkills: z.boolean().default(false),
  config: z.unknown().optional(),
  reloadAfter: z.boolean().default(false),
  ops: z
    .array(
      z.strictObject({
        op: z.enum(["set", "cycle"]),
        name: z.string(),
        state: z.string().default(""),
        level: z.enum(["project", "user"]).default("project"),
      }),
    )
    .default([]),
  writes: z.array(writeCall).default([]),
});

export type CaseInput = z.infer<typeof caseInput>;

/** Throws when a key or a value is none that a case may have. */
export function readInput({ input }: ConformanceCase): CaseInput {
  return caseInput.parse(input);
}

/** What a case changes on the disk once the harness has looked at it. */
export function laterChanges(input: CaseInput): Readonly<Record<string, string | null>> {
  return { ...input.afterDiscovery, ...input.afterFirstBuild, ...input.afterReload, ...input.disk };
}
