import type { ListFilesInput, ListFilesOutput, ReadFileInput, ReadFileOutput } from "#lib/chat/message.ts";
import { isPending } from "#lib/vfs/files.ts";
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

/** How far git looks for a NUL byte before it calls a file binary (`buffer_is_binary`). */
const binaryProbe = 8000;

/**
 * A file's text, or the part of it asked for. Lines end at `\n`; a whole file is returned byte for byte.
 * @throws ToolError when there is no such file, it is a folder or binary, the harness denies it, or
 * `offset` lies behind its last line.
 */
export async function executeReadFile(input: ReadFileInput, reach: Reach): Promise<ReadFileOutput> {
  const path = resolveToolPath(reach, input.path);
  requireReadable(reach, path);
  await whenHere(reach, [path]);
  const bytes = readBytes(reach, path);
  if (bytes.subarray(0, binaryProbe).includes(0)) {
    throw new ToolError(`${path} is a binary file (${bytes.length} bytes), which cannot be read as text.`);
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lines = splitLines(text);
  const excerpt = excerptOf(lines, text, input, path);
  return { path, text: excerpt, bytes: bytes.length, lines: lines.length, truncated: excerpt !== text };
}

function readBytes(reach: Reach, path: string): Uint8Array {
  const stat = isGitPath(path) ? undefined : reach.files.stat(path);
  if (stat?.kind === "folder") throw new ToolError(folderSentence(reach, path));
  if (isPending(stat)) throw new ToolError(pendingSentence(path));
  const bytes = stat && reach.files.read(path);
  if (!bytes) throw new ToolError(missingSentence(reach, "file", path));
  return bytes;
}

/** Lines without their ends; the end of the last line begins no further one. */
function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function excerptOf(lines: readonly string[], text: string, input: ReadFileInput, path: string): string {
  const first = (input.offset ?? 1) - 1;
  if (first > 0 && first >= lines.length) {
    throw new ToolError(`${path} has only ${lines.length} lines, so there is no line ${first + 1}.`);
  }
  const wanted = lines.slice(first, first + Math.min(input.limit ?? readLimits.lines, readLimits.lines));
  const kept = withinBytes(wanted);
  const whole = first === 0 && kept.length === lines.length && kept.at(-1) === lines.at(-1);
  return whole ? text : kept.join("\n");
}

/** As many whole lines as fit; a first line that alone is too long is cut. */
function withinBytes(lines: readonly string[]): string[] {
  const encoder = new TextEncoder();
  const kept: string[] = [];
  let left: number = readLimits.bytes;
  for (const line of lines) {
    left -= encoder.encode(line).length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const [head] = lines;
  // Three bytes hold any character of one UTF-16 unit.
  return kept.length === 0 && head !== undefined ? [head.slice(0, readLimits.bytes / 3)] : kept;
}

function folderSentence(reach: Reach, path: string): string {
  const names = (reach.files.list(path) ?? []).map(({ name, kind }) => (kind === "folder" ? `${name}/` : name));
  const shown = names.filter((name) => name !== ".git/").slice(0, 20);
  return `${path} is a folder${shown.length > 0 ? `; it holds ${shown.join(", ")}` : ", and empty"}.`;
}

/**
 * The entries of a folder by absolute path, at most 500. A file is listed as itself.
 * @throws ToolError when nothing stands there or the harness denies it.
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
