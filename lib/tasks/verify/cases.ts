import type { Program } from "./program.ts";
import { printedMark, type Told } from "./told.ts";
import type { Call, PlacedTree } from "./tree.ts";

/** A conformance case with what a program told of a tree (`lib/harness/conformance/case.ts`). */
export interface SeenCase {
  readonly id: string;
  readonly kind: "catalog" | "tool" | "invoke";
  readonly source: "program";
  readonly why: string;
  readonly files: PlacedTree["files"];
  readonly symlinks?: PlacedTree["links"];
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Most characters of a stored case: cases of larger trees show little more, and make the file long. */
const mostCharacters = 4_000;

/**
 * What a program told of a tree, as a case: what it made of a line, or the catalog and the answers to calls. `undefined` for a tree that is
 * too large, and if the program showed none of that. Cases are about terminals: a line that a program treats differently there gives no
 * case.
 */
export function seenCase(
  program: Program,
  { version, date }: { readonly version: string; readonly date: string },
  { tree, why, told }: { readonly tree: PlacedTree; readonly why: string; readonly told: Told },
): SeenCase | undefined {
  const { name, files, links, cwd, home, line, calls, reads, model } = tree;
  if (told.catalog === undefined || reads.length > 0 || model !== undefined) return undefined;
  const message = calledBy(program, tree, told);
  // A skill's text on a second call depends on the conversation, which a case does not have.
  const isOnce = line === undefined && new Set(calls.map(([skill]) => skill)).size === calls.length;
  const hasCalls = isOnce && calls.length > 0 && told.results.length === calls.length;
  const answers = told.results.map((assistantFacing, index) => [`r${index}`, { assistantFacing }] as const);
  const seen: SeenCase = {
    id: `${program.id}/${message === undefined ? "seen" : "typed"}-${name}`,
    kind: message !== undefined ? "invoke" : hasCalls ? "tool" : "catalog",
    source: "program",
    why: `seen in ${program.label} ${version} (${date}): ${why}`,
    files,
    ...(Object.keys(links).length > 0 && { symlinks: links }),
    input: {
      cwd,
      home,
      ...(message !== undefined && line !== undefined && { line: program.line(line) }),
      ...(hasCalls && { calls: calls.map((call) => inputOf(told, call)) }),
    },
    expect:
      message === undefined
        ? { text: told.catalog, ...(hasCalls && Object.fromEntries(answers)) }
        : { activated: true, message },
  };
  return JSON.stringify(seen).length > mostCharacters ? undefined : seen;
}

/**
 * What was sent to the model instead of a line, for a line that is treated the same in a terminal as here; `undefined` if that is the line
 * itself, or nothing.
 */
function calledBy(program: Program, { line, isTerminal }: PlacedTree, told: Told): string | undefined {
  const isAsThere = isTerminal || program.headless?.byUser === undefined;
  if (!isAsThere || line === undefined || told.line === undefined) return undefined;
  return told.line === program.line(line) || told.line.startsWith(printedMark) ? undefined : told.line;
}

/** The input of a call to the program's tool: its first required parameter is the skill's name, another one the arguments. */
function inputOf({ tool }: Told, [skill, args]: Call): Readonly<Record<string, string>> {
  const schema = (tool?.schema ?? {}) as { readonly required?: readonly string[]; readonly properties?: object };
  const [name = "name"] = schema.required ?? [];
  const other = Object.keys(schema.properties ?? {}).find((each) => each !== name);
  return { [name]: skill, ...(args !== undefined && other !== undefined && { [other]: args }) };
}
