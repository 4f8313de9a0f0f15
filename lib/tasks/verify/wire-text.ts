import { createHash } from "node:crypto";
import type { IsOwn } from "./program.ts";
import type { OwnRow, ToldTool } from "./told.ts";

/** All the text of a part of a message, in whichever of the wires' shapes. */
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

/** A tool of a request as it is compared: of its description no more than its length and what it hashes to. */
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

/** What a row `- name: text` is of. */
function nameOf(row: string): string {
  return /^- ([^:\s]+)|<name>\s*([^<]*?)\s*<\/name>/.exec(row)?.slice(1).join("") ?? "";
}

/** The rows of the program's own skills, with how long they are. */
export function ownRows(rows: readonly string[], isOwn: IsOwn): readonly OwnRow[] {
  return rows.filter(isOwn).map((row) => ({ name: nameOf(row), text: row }));
}

/** A list in a longer text, from its first words to its last; `undefined` where it is not there. */
export function listIn(text: string, from: string, to: string): string | undefined {
  const start = text.indexOf(from);
  if (start < 0) return undefined;
  const end = text.lastIndexOf(to);
  return text.slice(start, end < start ? undefined : end + to.length);
}

/** The rows of a list that is written as XML. */
export function rowsIn(list: string): readonly string[] {
  return list.match(/^ *<skill>[\s\S]*?^ *<\/skill>$/gm) ?? [];
}

/** The list without the program's own rows; nothing where no other is in it. */
export function withoutRows(list: string, isOwn: IsOwn): string {
  const rows = rowsIn(list);
  if (rows.every(isOwn)) return "";
  return rows.filter(isOwn).reduce((rest, row) => rest.replace(`${row}\n`, () => ""), list);
}

/** A request in OpenAI's chat completions. */
export interface CompletionsBody {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string | readonly { readonly text?: string }[] | null;
  }[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
}

/** The texts of a role's messages. */
export function textsIn(body: CompletionsBody | undefined, role: string): readonly string[] {
  return (body?.messages ?? [])
    .filter((each) => each.role === role)
    .map(({ content }) => textsOf({ content: content ?? "" }));
}
