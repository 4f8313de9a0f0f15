import type { Program } from "./program.ts";
import type { Told } from "./told.ts";
import type { Call, PlacedTree } from "./tree.ts";

/** A conformance case that holds what a program told of a tree (`lib/harness/conformance/case.ts`). */
export interface SeenCase {
  readonly id: string;
  readonly kind: "catalog" | "tool";
  readonly source: "program";
  readonly why: string;
  readonly files: PlacedTree["files"];
  readonly symlinks?: PlacedTree["links"];
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Characters of a case that is kept: those of larger trees say little more, and make the file long. */
const mostCharacters = 4_000;

/**
 * What a program told of a tree, as a case: the catalog, and the answers to calls. `undefined` for a tree that is too large, and
 * where the program showed neither. What became of a line is left out: cases are about terminals.
 */
export function seenCase(
  { id, label }: Program,
  { version, date }: { readonly version: string; readonly date: string },
  { tree, why, told }: { readonly tree: PlacedTree; readonly why: string; readonly told: Told },
): SeenCase | undefined {
  const { name, files, links, cwd, home, line, calls, reads, model } = tree;
  if (told.catalog === undefined || reads.length > 0 || model !== undefined) return undefined;
  // What a skill's text is a second time depends on the conversation, which a case has none of.
  const isOnce = line === undefined && new Set(calls.map(([skill]) => skill)).size === calls.length;
  const hasCalls = isOnce && calls.length > 0 && told.results.length === calls.length;
  const answers = told.results.map((assistantFacing, index) => [`r${index}`, { assistantFacing }] as const);
  const seen: SeenCase = {
    id: `${id}/seen-${name}`,
    kind: hasCalls ? "tool" : "catalog",
    source: "program",
    why: `seen in ${label} ${version} (${date}): ${why}`,
    files,
    ...(Object.keys(links).length > 0 && { symlinks: links }),
    input: { cwd, home, ...(hasCalls && { calls: calls.map((call) => inputOf(told, call)) }) },
    expect: { text: told.catalog, ...(hasCalls && Object.fromEntries(answers)) },
  };
  return JSON.stringify(seen).length > mostCharacters ? undefined : seen;
}

/** A call as the program's tool takes it: the first parameter that it needs is the skill's name, another one its arguments. */
function inputOf({ tool }: Told, [skill, args]: Call): Readonly<Record<string, string>> {
  const schema = (tool?.schema ?? {}) as { readonly required?: readonly string[]; readonly properties?: object };
  const [name = "name"] = schema.required ?? [];
  const other = Object.keys(schema.properties ?? {}).find((each) => each !== name);
  return { [name]: skill, ...(args !== undefined && other !== undefined && { [other]: args }) };
}
