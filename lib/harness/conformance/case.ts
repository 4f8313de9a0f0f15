import { z } from "zod";
import { normalizePath } from "#lib/vfs/paths.ts";

const byPath = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});

/** One expectation of a harness as data: a tree of files, an action, and the expected result. */
const conformanceCase = z.object({
  /** `system/name`; only the system decides which rules run. */
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

/** A case in a file of cases. A malformed case fails by itself; the others still run. */
export type ReadCase =
  | { readonly kind: "case"; readonly conformanceCase: ConformanceCase }
  | { readonly kind: "malformed"; readonly position: number; readonly problem: string };

/** The cases of a JSON file. Throws if it is not a JSON array. */
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
/** Changes of the disk after the first load: path → new text, null to delete. */
const changes = z.record(z.string(), z.string().nullable()).nullish();

const passage = z.strictObject({ find: z.string(), replace: z.string() });

/** A call of a harness's write tool; the tool that replaces a single passage has its own parameters. */
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

/** The input of a case of any kind. An unknown key fails the case, because it would prove nothing. */
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
  /** The skill's names for its arguments. */
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
  /** Context window of the model, in tokens. */
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

/** Throws for a key or a value that a case may not have. */
export function readInput({ input }: ConformanceCase): CaseInput {
  return caseInput.parse(input);
}

/** The changes that a case makes on the disk after discovery. */
export function laterChanges(input: CaseInput): Readonly<Record<string, string | null>> {
  return { ...input.afterDiscovery, ...input.afterFirstBuild, ...input.afterReload, ...input.disk };
}
