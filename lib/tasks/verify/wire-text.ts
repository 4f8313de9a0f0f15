import { createHash } from "node:crypto";
import type { IsOwn } from "./program.ts";
import type { OwnRow } from "./told.ts";

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

/** What a row `- name: text` is of. */
function nameOf(row: string): string {
  return /^- ([^:\s]+)/.exec(row)?.[1] ?? "";
}

/** The rows of the program's own skills, with how long they are. */
export function ownRows(rows: readonly string[], isOwn: IsOwn): readonly OwnRow[] {
  return rows.filter(isOwn).map((row) => ({ name: nameOf(row), text: row }));
}
