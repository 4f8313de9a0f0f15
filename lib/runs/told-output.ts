import { plural } from "#lib/format-count.ts";
import type { RunPiece } from "#lib/state/model-run.ts";

/** How a command ended, for the model. */
export interface ToldEnd {
  /** Absent where the command did not finish. */
  readonly status?: number;
  /** Why it did not finish. */
  readonly said?: string;
  /** A sentence for each package problem. */
  readonly notes?: readonly string[];
  readonly kept: readonly string[];
  /** The changes that were not kept, with reasons. */
  readonly left: readonly string[];
  readonly refused: readonly string[];
}

/**
 * The text that a model reads about a command: its output in order of arrival, cut in the middle to `limit` characters,
 * and how it ended.
 */
export function toldOutput(pieces: readonly RunPiece[], limit: number, end: ToldEnd): string {
  const printed = plainText(pieces.map(({ text }) => text).join(""));
  const lines: string[] = [];
  if (end.said !== undefined) lines.push(`[${end.said}]`);
  if (end.status !== undefined && end.status !== 0) lines.push(`[It ended with exit code ${end.status}.]`);
  for (const note of end.notes ?? []) lines.push(`[${note}]`);
  if (end.kept.length > 0) lines.push(`[Kept in the workspace: ${listed(end.kept)}.]`);
  if (end.left.length > 0)
    lines.push(`[The person did not keep: ${listed(end.left)}. The workspace is as before there.]`);
  if (end.refused.length > 0) lines.push(`[Not kept, as nothing may be written there: ${listed(end.refused)}.]`);
  if (printed === "") return ["(It printed nothing.)", ...lines].join("\n");
  const told = cutMiddle(printed, limit);
  return `${told}${told.endsWith("\n") ? "" : "\n"}${lines.join("\n")}`;
}

/** The most paths that are named. */
const mostNamed = 30;

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed);
  const more = paths.length - named.length;
  return named.join(", ") + (more > 0 ? `, and ${plural(more, "more file", "more files")}` : "");
}

/** The text without escape sequences that only a terminal interprets: colours, moves, titles. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replaceAll(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, "");
}

/** The beginning and the end, without splitting characters, with a line in between that says how much is missing. */
function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const from = isLow(text, half) ? half - 1 : half;
  const to = isLow(text, text.length - half) ? text.length - half + 1 : text.length - half;
  return `${text.slice(0, from)}\n[${to - from} of ${text.length} characters left out here.]\n${text.slice(to)}`;
}

/** Whether a cut here would split a surrogate pair. */
function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
