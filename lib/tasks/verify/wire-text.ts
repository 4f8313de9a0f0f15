import { createHash } from "node:crypto";
import type { IsOwn } from "./program.ts";
import type { OwnRow, ToldTool } from "./told.ts";

/** All text of a part of a message, in any of the wire formats. */
export function textsOf(part: {
  readonly text?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}): string {
  const { text, content } = part;
  if (text !== undefined) return text;
  return typeof content === "string" ? content : (content ?? []).map((each) => each.text ?? "").join("\n");
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A request's tool as compared: only the length and the hash of its description. */
export function toldTool({
  name,
  description,
  parameters: schema,
}: {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}): ToldTool {
  return { name, schema, length: description.length, sha256: sha256(description) };
}

/** The name in a row `- name: text`. */
function nameOf(row: string): string {
  return /^- ([^:\s]+)|<name>\s*([^<]*?)\s*<\/name>/.exec(row)?.slice(1).join("") ?? "";
}

/** The program's own rows, with their lengths. */
export function ownRows(rows: readonly string[], isOwn: IsOwn): readonly OwnRow[] {
  return rows.filter(isOwn).map((row) => ({ name: nameOf(row), text: row }));
}

/** A list in a longer text, from its first words to its last; `undefined` if it is not there. */
export function listIn(text: string, from: string, to: string): string | undefined {
  const start = text.indexOf(from);
  if (start < 0) return undefined;
  const end = text.lastIndexOf(to);
  return text.slice(start, end < start ? undefined : end + to.length);
}

/** The rows of an XML list. */
export function rowsIn(list: string): readonly string[] {
  return list.match(/^ *<skill>[\s\S]*?^ *<\/skill>$/gm) ?? [];
}

/** The list without the program's own rows; empty if it has no others. */
export function withoutRows(list: string, isOwn: IsOwn): string {
  const rows = rowsIn(list);
  if (rows.every(isOwn)) return "";
  return rows.filter(isOwn).reduce((rest, row) => rest.replace(`${row}\n`, () => ""), list);
}

/** A request in OpenAI's chat completions format. */
export interface CompletionsBody {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string | readonly { readonly text?: string }[] | null;
  }[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
}

/** The texts of messages with this role. */
export function textsIn(body: CompletionsBody | undefined, role: string): readonly string[] {
  return (body?.messages ?? [])
    .filter((each) => each.role === role)
    .map(({ content }) => textsOf({ content: content ?? "" }));
}
