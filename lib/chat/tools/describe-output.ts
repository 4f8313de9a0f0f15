import type { GrepOutput, ListFilesOutput, ReadFileInput, ReadFileOutput, SkippedFiles } from "#lib/chat/message.ts";
import { harnessOutputOf, jsonLine, type ToolCall, textField } from "#lib/chat/tool-call.ts";
import { grepLimits, searchLimits } from "./limits.ts";

/** The result of a finished call, as the model reads it. */
export function describeOutput({ tool, input, output }: Pick<ToolCall, "tool" | "input" | "output">): string {
  if (tool === "read_file" && isReadOutput(output)) return describeRead((input ?? {}) as ReadFileInput, output);
  if (tool === "list_files" && isListOutput(output)) return describeList(output);
  if (tool === "grep" && isGrepOutput(output)) return describeGrep(output);
  return harnessOutputOf(output)?.text ?? (typeof output === "string" ? output : jsonLine(output));
}

// A kept conversation may be older than the current shapes.

export function isReadOutput(output: unknown): output is ReadFileOutput {
  return textField(output, "text") !== undefined;
}

export function isListOutput(output: unknown): output is ListFilesOutput {
  return Array.isArray((output as ListFilesOutput | null)?.entries);
}

export function isGrepOutput(output: unknown): output is GrepOutput {
  return Array.isArray((output as GrepOutput | null)?.matches);
}

/** A file as the model reads it: its text, and a last line only when there is more. */
export function describeRead(input: ReadFileInput, output: ReadFileOutput): string {
  return output.news === undefined ? describePart(input, output) : `${describePart(input, output)}\n\n${output.news}`;
}

function describePart(input: ReadFileInput, output: ReadFileOutput): string {
  const { text, lines, truncated, cut, shown } = output;
  if (shown !== undefined) return `[${output.path}: ${shown}, ${output.bytes} bytes.]`;
  if (!truncated) return text;
  const first = input.offset ?? 1;
  const last = cut ? first : first + countLines(text) - 1;
  const inLine = cut && cut.to < cut.of ? ` Read on with offset ${first} and column ${cut.to + 1}.` : undefined;
  const next = inLine ?? (last < lines ? ` Read on with offset ${last + 1}.` : "");
  const part = cut
    ? `Characters ${cut.from} to ${cut.to} of the ${cut.of} in line ${first} of ${lines}`
    : `Lines ${first} to ${last} of ${lines}`;
  return `${text}\n\n[${part}.${next}]`;
}

/** One path a line; folders end in a slash, links in an at sign, files carry their size. */
export function describeList(output: ListFilesOutput): string {
  const lines = output.entries.map(({ path, kind, bytes }) =>
    kind === "folder" ? `${path}/` : kind === "link" ? `${path}@` : `${path} (${sizeOf(bytes)})`,
  );
  if (lines.length === 0) lines.push(`${output.path} is empty.`);
  if (output.truncated) lines.push("[There is more; list a folder below.]");
  return [...lines, ...withheldLine(output.withheld)].join("\n");
}

function sizeOf(bytes: number | undefined): string {
  return bytes === undefined ? "still on its way" : `${bytes} bytes`;
}

/** `path:line: text`, as grep prints it. */
export function describeGrep(output: GrepOutput): string {
  const lines = output.matches.map(({ path, line, text }) => `${path}:${line}: ${text}`);
  if (lines.length === 0) lines.push("No line matches.");
  if (output.timedOut) {
    lines.push(
      "[The search took too long and was ended; these are the matches until then. Narrow the pattern or the path.]",
    );
  }
  if (output.cutLines) {
    lines.push(
      `[Of ${output.cutLines} long lines only the first ${searchLimits.lineLength} characters were searched.]`,
    );
  }
  if (output.pending) lines.push(`[Files left out as their contents have not come: ${output.pending}.]`);
  lines.push(...(output.skipped ?? []).map(skippedLine));
  if (output.truncated) lines.push("[The search stopped here; narrow the pattern or the path.]");
  return [...lines, ...withheldLine(output.withheld)].join("\n");
}

const skippedReasons: Record<SkippedFiles["reason"], string> = {
  large: `larger than ${grepLimits.fileBytes / 1024 / 1024} MB; read them in parts`,
  binary: "no text",
  unreadable: "what is there cannot be read",
  rest: `the search ends after ${grepLimits.bytes / 1024 / 1024} MB; search a folder below`,
};

function skippedLine({ reason, count, paths }: SkippedFiles): string {
  const more = count > paths.length ? `, and ${count - paths.length} more` : "";
  return `[Not searched, as ${skippedReasons[reason]}: ${paths.join(", ")}${more}.]`;
}

function withheldLine(withheld = 0): string[] {
  return withheld > 0 ? [`[${withheld} left out: the harness does not let the model read there.]`] : [];
}

function countLines(text: string): number {
  return text.split("\n").length;
}
