import type { GrepInput, GrepOutput, SkippedFiles } from "#lib/chat/message.ts";
import { isBinary, isPending } from "#lib/vfs/files.ts";
import { grepLimits } from "./limits.ts";
import { isGitPath, type Reach, requireReadable, resolveToolPath, ToolError, walkFiles, whenHere } from "./reach.ts";

/** How much is read and passed to the worker at a time, so that the page can draw in between. */
const batch = { bytes: 512 * 1024, entries: 500 } as const;

/**
 * The lines that match, up to the limits; the output says which limit ended the search.
 * @throws ToolError when the pattern is invalid or too large, nothing exists at the path, or the harness denies it.
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
  await whenHere(reach, pendingBelow(reach, root), signal);
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

/** The text files to search, in batches, at least one even if empty. Records in `output` what is left out. */
function* batches(reach: Reach, root: string, output: GrepOutput): Generator<readonly GrepFile[], void> {
  let files: GrepFile[] = [];
  let entries = 0;
  let bytes = 0;
  let searched = 0;
  for (const { path, kind } of entriesAt(reach, root)) {
    if (kind === "withheld") output.withheld = (output.withheld ?? 0) + 1;
    const content = kind === "file" ? contentOf(reach, path, output, searched) : undefined;
    if (content) files.push({ path, bytes: content });
    const { length = 0 } = content ?? {};
    [bytes, searched] = [bytes + length, searched + length];
    if (++entries < batch.entries && bytes < batch.bytes) continue;
    yield files;
    [files, entries, bytes] = [[], 0, 0];
  }
  yield files;
}

/** Files to search whose contents have not arrived yet. */
function pendingBelow(reach: Reach, root: string): readonly string[] {
  const isAwaited = (path: string) => isPending(reach.files.stat(path));
  return [...entriesAt(reach, root)].flatMap(({ path, kind }) => (kind === "file" && isAwaited(path) ? [path] : []));
}

function entriesAt(reach: Reach, root: string): ReturnType<typeof walkFiles> | { path: string; kind: "file" }[] {
  const isFile = reach.files.stat(root)?.kind === "file";
  return isFile ? [{ path: root, kind: "file" }] : walkFiles(reach, root, true);
}

function contentOf(reach: Reach, path: string, output: GrepOutput, searched: number) {
  return searched > grepLimits.bytes ? skip(output, "rest", path) : textBytes(reach, path, output);
}

/** A copy of a text file's bytes; `undefined` for any other file, and for one that is too large, which is recorded. */
function textBytes({ files }: Reach, path: string, output: GrepOutput): Uint8Array<ArrayBuffer> | undefined {
  const stat = files.stat(path);
  if (isPending(stat)) {
    output.pending = (output.pending ?? 0) + 1;
    return undefined;
  }
  if ((stat?.size ?? 0) > grepLimits.fileBytes) return skip(output, "large", path);
  const bytes = files.read(path);
  if (!bytes) return skip(output, "unreadable", path);
  return isBinary(bytes) ? skip(output, "binary", path) : Uint8Array.from(bytes);
}

/** The most files of each kind that are named. */
const mostNamed = 5;

function skip(output: GrepOutput, reason: SkippedFiles["reason"], path: string): undefined {
  output.skipped ??= [];
  let group = output.skipped.find((one) => one.reason === reason);
  if (!group) {
    group = { reason, count: 0, paths: [] };
    output.skipped.push(group);
  }
  group.count++;
  if (group.paths.length < mostNamed) group.paths.push(path);
  return undefined;
}

export type GrepMatch = GrepOutput["matches"][number];

/** What the page sends to `grep.worker.ts`: a pattern first, then files in batches. */
export type GrepRequest =
  | ({ readonly kind: "pattern"; readonly most: GrepMost } & LinePattern)
  | { readonly kind: "files"; readonly files: readonly GrepFile[] };

export interface LinePattern {
  readonly pattern: string;
  readonly ignoreCase?: boolean | undefined;
}

/** The most matches, and the most characters of each line. */
export interface GrepMost {
  readonly matches: number;
  readonly lineLength: number;
}

export interface GrepFile {
  readonly path: string;
  /** A copy, which is transferred. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * What the worker replies. `ready`: once, before any request. `found` and `cut` may come many times for a request; each
 * other reply ends it.
 */
export type GrepReply =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly match: GrepMatch }
  | { readonly kind: "cut"; readonly lines: number }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "done" }
  | { readonly kind: "full" };

/** `late`: the deadline has ended the search. */
export type GrepEnd = "done" | "full" | "late";

export interface GrepSearch {
  /**
   * Searches a batch; matches are reported at once.
   * @throws ToolError when the pattern is refused or the search cannot start; the signal's reason when aborted.
   */
  look(files: readonly GrepFile[]): Promise<GrepEnd>;
  /** Ends the search at any point. */
  close(): void;
}

export interface GrepOptions extends LinePattern {
  readonly most: GrepMost;
  /**
   * Milliseconds for the whole search, counted from when the worker's code has loaded: loading depends on the network.
   */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  onFound(match: GrepMatch): void;
  onCut(lines: number): void;
}

/**
 * A search in a worker of its own: the pattern comes from a model and the text from a stranger, and together they may
 * take arbitrarily long. Terminating the worker ends it.
 */
function openGrepSearch(options: GrepOptions): GrepSearch {
  const { pattern, ignoreCase, most, signal } = options;
  const worker = new Worker(new URL("./grep.worker.ts", import.meta.url), { type: "module", name: "grep" });
  /** What the worker was asked last: first, to be ready. */
  let asked = Promise.withResolvers<GrepEnd>();
  let isLate = false;
  worker.addEventListener("message", ({ data }: MessageEvent<GrepReply>) => {
    if (data.kind === "found") options.onFound(data.match);
    else if (data.kind === "cut") options.onCut(data.lines);
    else if (data.kind === "refused") asked.reject(new ToolError(data.reason));
    else asked.resolve(data.kind === "full" ? "full" : "done");
  });
  worker.addEventListener("error", () => asked.reject(new ToolError(notBegun)));
  signal?.addEventListener("abort", () => asked.reject(signal.reason));
  if (signal?.aborted) asked.reject(signal.reason);
  const ask = (request: GrepRequest, transfer: Transferable[] = []): Promise<GrepEnd> => {
    asked = Promise.withResolvers();
    if (signal?.aborted) asked.reject(signal.reason);
    else if (isLate) asked.resolve("late");
    else worker.postMessage(request, transfer);
    return asked.promise;
  };
  const begun = asked.promise.then(() => {
    AbortSignal.timeout(options.deadline).addEventListener("abort", () => {
      isLate = true;
      asked.resolve("late");
    });
    return ask({ kind: "pattern", pattern, ignoreCase, most });
  });
  // `look` rejects with this error; until then it must not count as unhandled.
  begun.catch(() => undefined);
  return {
    look: async (files) => {
      const end = await begun;
      return end === "done"
        ? ask(
            { kind: "files", files },
            files.map(({ bytes }) => bytes.buffer),
          )
        : end;
    },
    close: () => worker.terminate(),
  };
}

const notBegun = "The search could not be begun: its code did not load. Nothing was searched; try again.";
