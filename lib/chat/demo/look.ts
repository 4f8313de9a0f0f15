import type { Looked, Prompt, PromptTool } from "./read-prompt.ts";

/** A call of a tool with one input. */
export interface Call {
  readonly kind: "call";
  readonly tool: string;
  readonly inputs: readonly Record<string, unknown>[];
}

/**
 * Work that yields the first call whose result is not in the conversation yet. It is not resumed: it runs again from
 * the start once the result is there.
 */
export type Script<Result> = Generator<Call, Result>;

export function* call(tool: PromptTool, inputs: Call["inputs"]): Script<never> {
  yield { kind: "call", tool: tool.name, inputs };
  throw new Error("A script goes no further than to its first call.");
}

/** What a tool says about a path. `known`: the calls that already count as made. */
export function* lookAt(tool: PromptTool, path: string, known: readonly Looked[], more = {}): Script<Looked> {
  return lastOf(known, tool, path) ?? (yield* call(tool, [{ [tool.parameter]: path, ...more }]));
}

/** The recursive listing of a folder; `undefined` where there is no tool that lists. */
export function* listFolder(path: string, { tools }: Prompt, known: readonly Looked[]): Script<Looked | undefined> {
  return tools.list && (yield* lookAt(tools.list, path, known, { recursive: true }));
}

/** The files at these paths, as read in this turn; empty where there is no tool that reads. */
export function* readFiles(paths: readonly string[], { tools: { read: tool }, looked }: Prompt): Script<Looked[]> {
  if (!tool) return [];
  const missing = paths.filter((path) => !lastOf(looked, tool, path));
  if (missing.length > 0) {
    yield* call(
      tool,
      missing.map((path) => ({ [tool.parameter]: path })),
    );
  }
  return paths.flatMap((path) => lastOf(looked, tool, path) ?? []);
}

function lastOf(known: readonly Looked[], tool: PromptTool, path: string): Looked | undefined {
  return known.findLast((one) => one.tool === tool.name && one.path === path);
}
