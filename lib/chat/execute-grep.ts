import { RE2JS } from "re2js";
import { readText } from "#lib/vfs/files.ts";
import type { GrepInput, GrepOutput } from "./message.ts";
import { isGitPath, type Reach, requireReadable, resolveToolPath } from "./reach.ts";
import { ToolError } from "./tool-error.ts";
import { walkFiles } from "./walk-files.ts";

/** Where a search ends, whatever it has found. `fileBytes`: larger files are not searched. */
export const grepLimits = { matches: 200, bytes: 20 * 1024 * 1024, fileBytes: 1024 * 1024, lineLength: 300 } as const;

/** The page draws between batches of this many bytes. */
const batchBytes = 512 * 1024;

/**
 * The lines that match. RE2 takes time linear in the text, so no pattern can hang the page.
 * @throws ToolError when the pattern is none, nothing stands at the path, or the harness denies it.
 * @throws the signal's reason when aborted.
 */
export async function executeGrep(input: GrepInput, reach: Reach, signal?: AbortSignal): Promise<GrepOutput> {
  const expression = compile(input);
  const root = resolveToolPath(reach, input.path ?? ".");
  requireReadable(reach, root);
  if (isGitPath(root) || !reach.files.stat(root)) throw new ToolError(`There is nothing at ${root}.`);
  const output: GrepOutput = { pattern: input.pattern, matches: [], truncated: false, withheld: 0 };
  let searched = 0;
  let batch = 0;
  for (const path of searchable(reach, root, output)) {
    const text = readText(reach.files, path) ?? "";
    if (!collect(output, path, text, expression)) break;
    searched += text.length;
    batch += text.length;
    if (searched > grepLimits.bytes) {
      output.truncated = true;
      break;
    }
    if (batch > batchBytes) {
      batch = 0;
      await nextTask();
      signal?.throwIfAborted();
    }
  }
  return output;
}

function compile({ pattern, ignoreCase }: GrepInput): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError(`The pattern is not a regular expression that RE2 accepts (${reason}).`, { cause });
  }
}

/** The text files to search. Counts in `output` what is withheld, and says so when a file is too large. */
function* searchable(reach: Reach, root: string, output: GrepOutput): Generator<string> {
  const isFile = reach.files.stat(root)?.kind === "file";
  const found = isFile ? [{ path: root, kind: "file" as const }] : walkFiles(reach, root, true);
  for (const { path, kind } of found) {
    if (kind === "withheld") output.withheld = (output.withheld ?? 0) + 1;
    const stat = kind === "file" ? reach.files.stat(path) : undefined;
    if (!stat) continue;
    if (stat.size > grepLimits.fileBytes) output.truncated = true;
    else if (!reach.files.read(path)?.subarray(0, 8000).includes(0)) yield path;
  }
}

/** Adds a file's matching lines; `false` when the output is full. */
function collect(output: GrepOutput, path: string, text: string, expression: RE2JS): boolean {
  for (const [index, line] of text.split("\n").entries()) {
    if (!expression.test(line)) continue;
    if (output.matches.length === grepLimits.matches) {
      output.truncated = true;
      return false;
    }
    output.matches.push({ path, line: index + 1, text: line.trimEnd().slice(0, grepLimits.lineLength) });
  }
  return true;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
