import { z } from "zod";

/** One expectation of a harness as data: a tree of files, what is done with it, what comes of it. */
const conformanceCase = z.object({
  /** `system/name`; the system alone decides which rules run. */
  id: z.string(),
  kind: z.string(),
  why: z.string().default(""),
  /** Absolute path → text; a key that ends in a slash is an empty folder. */
  files: z.record(z.string(), z.string()).default({}),
  /** Path of a link → its target. */
  symlinks: z.record(z.string(), z.string()).default({}),
  input: z.record(z.string(), z.unknown()),
  /** A subset of the result, see `match.ts`. */
  expect: z.record(z.string(), z.unknown()),
});

export type ConformanceCase = z.infer<typeof conformanceCase>;

/** The cases of a JSON file. Throws when it is none: a broken file must not pass for an empty one. */
export function readCases(json: string): readonly ConformanceCase[] {
  return z.array(conformanceCase).parse(JSON.parse(json));
}

/** What the input of a case may hold, of every kind. */
const caseInput = z.object({
  cwd: z.string().default("/work/app"),
  home: z.string().default("/home/dev"),
  bundledDir: z.string().optional(),
  path: z.string().default(""),
  content: z.string().optional(),
  body: z.string().default(""),
  args: z.array(z.string()).nullish(),
  line: z.string().default(""),
  complete: z.string().optional(),
  commands: z.array(z.string()).default([]),
  query: z.array(z.string()).default([]),
  op: z.string().default("read"),
  allowlistRoots: z.array(z.string()).optional(),
  skillDir: z.string().default(""),
  skillDirs: z.array(z.string()).default([]),
  /** Changes made to the disk after the first load: path → new text, null to delete. */
  afterDiscovery: z.record(z.string(), z.string().nullable()).optional(),
  afterFirstBuild: z.record(z.string(), z.string().nullable()).optional(),
  afterReload: z.record(z.string(), z.string().nullable()).optional(),
  disk: z.record(z.string(), z.string().nullable()).optional(),
});

export type CaseInput = z.infer<typeof caseInput>;

export function readInput({ input }: ConformanceCase): CaseInput {
  return caseInput.parse(input);
}
