import type { GrepInput, GrepOutput } from "#lib/chat/message.ts";
import { type GrepEnd, type GrepFile, type GrepSearch, openGrepSearch } from "./grep-search.ts";
import { isGitPath, type Reach, requireReadable, resolveToolPath } from "./reach.ts";
import { ToolError } from "./tool-error.ts";
import { walkFiles } from "./walk-files.ts";

/**
 * Where a search ends, whatever it has found. `fileBytes`: larger files are not searched. `lineLength`: characters of a
 * matching line that are shown. `deadline`: milliseconds.
 */
export const grepLimits = {
  matches: 200,
  bytes: 20 * 1024 * 1024,
  fileBytes: 1024 * 1024,
  lineLength: 300,
  deadline: 5_000,
} as const;

/** What is read and handed over at a time: the page draws in between. */
const batch = { bytes: 512 * 1024, entries: 500 } as const;

/**
 * The lines that match, as far as the limits allow; the output says where one ended it.
 * @throws ToolError when the pattern is none or too large, nothing stands at the path, or the harness denies it.
 * @throws the signal's reason when aborted.
 */
export async function executeGrep(
  input: GrepInput,
  reach: Reach,
  signal?: AbortSignal,
  deadline: number = grepLimits.deadline,
): Promise<GrepOutput> {
  const root = resolveToolPath(reach, input.path ?? ".");
  requireReadable(reach, root);
  if (isGitPath(root) || !reach.files.stat(root)) throw new ToolError(`There is nothing at ${root}.`);
  const output: GrepOutput = { pattern: input.pattern, matches: [], truncated: false, withheld: 0 };
  const { matches } = output;
  const { pattern, ignoreCase } = input;
  const search = openGrepSearch({
    pattern,
    ignoreCase,
    most: grepLimits,
    deadline,
    signal,
    onFound: (match) => matches.push(match),
    onCut: (lines) => {
      output.cutLines = (output.cutLines ?? 0) + lines;
    },
  });
  try {
    const end = await searchAll(search, batches(reach, root, output));
    if (end === "full") output.truncated = true;
    if (end === "late") output.timedOut = true;
    return output;
  } finally {
    search.close();
  }
}

async function searchAll(search: GrepSearch, all: Iterable<readonly GrepFile[]>): Promise<GrepEnd> {
  for (const files of all) {
    const end = await search.look(files);
    if (end !== "done") return end;
  }
  return "done";
}

/** The text files to search, some at a time, at least once none. Tells `output` what is left out. */
function* batches(reach: Reach, root: string, output: GrepOutput): Generator<readonly GrepFile[], void> {
  let files: GrepFile[] = [];
  let entries = 0;
  let bytes = 0;
  let searched = 0;
  for (const { path, kind } of entriesAt(reach, root)) {
    if (kind === "withheld") output.withheld = (output.withheld ?? 0) + 1;
    const content = kind === "file" ? textBytes(reach, path, output) : undefined;
    if (content) files.push({ path, bytes: content });
    bytes += content?.length ?? 0;
    searched += content?.length ?? 0;
    if (searched > grepLimits.bytes) {
      output.truncated = true;
      break;
    }
    if (++entries < batch.entries && bytes < batch.bytes) continue;
    yield files;
    [files, entries, bytes] = [[], 0, 0];
  }
  yield files;
}

function entriesAt(reach: Reach, root: string): ReturnType<typeof walkFiles> | { path: string; kind: "file" }[] {
  const isFile = reach.files.stat(root)?.kind === "file";
  return isFile ? [{ path: root, kind: "file" }] : walkFiles(reach, root, true);
}

/** A copy of what stands in a text file; `undefined` for a binary one, and for one that is too large, which is told. */
function textBytes({ files }: Reach, path: string, output: GrepOutput): Uint8Array<ArrayBuffer> | undefined {
  const size = files.stat(path)?.size ?? 0;
  if (size > grepLimits.fileBytes) {
    output.truncated = true;
    return undefined;
  }
  const bytes = files.read(path);
  return bytes?.subarray(0, 8000).includes(0) ? undefined : bytes && Uint8Array.from(bytes);
}
