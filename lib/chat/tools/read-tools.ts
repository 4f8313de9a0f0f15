import type { ListFilesInput, ListFilesOutput, ReadFileInput, ReadFileOutput } from "#lib/chat/message.ts";
import { shownTypeOf, whyUnseen } from "#lib/chat/shown/sight.ts";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { isBinary, isPending } from "#lib/vfs/files.ts";
import { listLimits, readLimits } from "./limits.ts";
import {
  isGitPath,
  missingSentence,
  pendingSentence,
  type Reach,
  requireReadable,
  resolveToolPath,
  ToolError,
  walkFiles,
  whenHere,
} from "./reach.ts";
import { versionOf } from "./versions.ts";

/**
 * A file's text, or the requested part. Lines end at `\n`; a whole file is returned byte for byte. A picture or PDF is
 * only looked up: its bytes are read when the request is sent (`agent.ts`).
 * @throws ToolError when there is no such file, it is a folder, binary or nothing that the model sees, the harness
 * denies it, or `offset` or `column` is beyond its end; the signal's reason when aborted while its content is on the way.
 */
export async function executeReadFile(
  input: ReadFileInput,
  reach: Reach,
  signal?: AbortSignal,
): Promise<ReadFileOutput> {
  const path = resolveToolPath(reach, input.path);
  requireReadable(reach, path);
  await whenHere(reach, [path], signal);
  const bytes = readBytes(reach, path);
  const file = { path, bytes: bytes.length, version: versionOf(bytes) };
  const shown = shownTypeOf(bytes);
  if (shown) {
    const unseen = whyUnseen(shown, bytes.length, reach.sight);
    if (unseen !== undefined) throw new ToolError(`${path} ${unseen}.`);
    return { ...file, text: "", lines: 0, truncated: false, shown };
  }
  if (isBinary(bytes)) {
    throw new ToolError(`${path} is a binary file (${bytes.length} bytes), which cannot be read as text.`);
  }
  return { ...file, ...readLines(bytes, input, path) };
}

/**
 * The requested text, as far as one answer may go.
 * @throws ToolError where it begins beyond the end
 */
export function readLines(
  bytes: Uint8Array,
  input: ReadFileInput,
  path: string,
): Pick<ReadFileOutput, "text" | "lines" | "truncated" | "cut"> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lines = splitLines(text);
  const { excerpt, cut } = excerptOf(lines, text, input, path);
  return { text: excerpt, lines: lines.length, truncated: excerpt !== text, ...(cut && { cut }) };
}

function readBytes(reach: Reach, path: string): Uint8Array {
  const stat = isGitPath(path) ? undefined : reach.files.stat(path);
  if (stat?.kind === "folder") throw new ToolError(folderSentence(reach, path));
  if (isPending(stat)) throw new ToolError(pendingSentence(path));
  const bytes = stat && reach.files.read(path);
  if (!bytes) throw new ToolError(missingSentence(reach, "file", path));
  return bytes;
}

/** Lines without their line ends; a final line end begins no further line. */
function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

interface Excerpt {
  readonly excerpt: string;
  readonly cut?: ReadFileOutput["cut"];
}

function excerptOf(lines: readonly string[], text: string, input: ReadFileInput, path: string): Excerpt {
  const first = (input.offset ?? 1) - 1;
  if (first > 0 && first >= lines.length) {
    throw new ToolError(`${path} has only ${lines.length} lines, so there is no line ${first + 1}.`);
  }
  const line = lines[first] ?? "";
  const from = input.column ?? 1;
  if (from > 1 && from > line.length) {
    throw new ToolError(`Line ${first + 1} of ${path} has only ${line.length} characters.`);
  }
  const part = fittingPart(line, from - 1, budgetOf());
  const to = from - 1 + part.length;
  if (from > 1 || to < line.length) return { excerpt: part, cut: { from, to, of: line.length } };
  const kept = fittingLines(lines.slice(first, first + Math.min(input.limit ?? readLimits.lines, readLimits.lines)));
  const isWhole = first === 0 && kept.length === lines.length;
  return { excerpt: isWhole ? text : kept.join("\n") };
}

/** The remaining room of an answer, in tokens and in characters. */
function budgetOf() {
  return { tokens: readLimits.tokens as number, characters: readLimits.characters as number };
}

/** As many whole lines as fit; the caller knows that the first one does. */
function fittingLines(lines: readonly string[]): readonly string[] {
  const budget = budgetOf();
  const end = lines.findIndex((line) => {
    const part = fittingPart(line, 0, budget);
    // The line end.
    budget.tokens--;
    budget.characters--;
    return part.length < line.length || budget.characters < 0;
  });
  return end === -1 ? lines : lines.slice(0, Math.max(end, 1));
}

/** Characters that are counted at a time: text that does not fit is cut at a multiple of this. */
const counted = 500;

/** As much of the line from `start` on as fits; reduces `budget` by it. */
function fittingPart(line: string, start: number, budget: ReturnType<typeof budgetOf>): string {
  let end = start;
  while (end < line.length && budget.tokens > 0 && budget.characters >= counted) {
    const piece = line.slice(end, wholeEnd(line, end + counted));
    budget.tokens -= estimateTokens(piece);
    budget.characters -= piece.length;
    if (budget.tokens < 0 && end > start) break;
    end += piece.length;
  }
  return line.slice(start, end);
}

/** `end`, or one more where it would split a surrogate pair. */
function wholeEnd(line: string, end: number): number {
  return (line.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
}

function folderSentence(reach: Reach, path: string): string {
  const names = (reach.files.list(path) ?? []).map(({ name, kind }) => (kind === "folder" ? `${name}/` : name));
  const shown = names.filter((name) => name !== ".git/").slice(0, 20);
  return `${path} is a folder${shown.length > 0 ? `; it holds ${shown.join(", ")}` : ", and empty"}.`;
}

/**
 * The entries of a folder by absolute path, at most 500. A file is listed as itself.
 * @throws ToolError when nothing exists at the path or the harness denies it.
 */
export function executeListFiles(input: ListFilesInput, reach: Reach): ListFilesOutput {
  const path = resolveToolPath(reach, input.path);
  requireReadable(reach, path);
  const stat = isGitPath(path) ? undefined : reach.files.stat(path);
  if (!stat) throw new ToolError(missingSentence(reach, "folder", path));
  if (stat.kind === "file") return { path, entries: [fileEntry(reach, path)], truncated: false };
  const entries: ListFilesOutput["entries"] = [];
  let withheld = 0;
  for (const { path: found, kind } of walkFiles(reach, path, input.recursive ?? false)) {
    if (entries.length === listLimits.entries) return { path, entries, truncated: true, withheld };
    if (kind === "withheld") withheld++;
    else entries.push(kind === "file" ? fileEntry(reach, found) : { path: found, kind, bytes: 0 });
  }
  return { path, entries, truncated: false, withheld };
}

function fileEntry({ files }: Reach, path: string): ListFilesOutput["entries"][number] {
  const bytes = files.stat(path)?.size;
  return { path, kind: "file", ...(bytes !== undefined && { bytes }) };
}
