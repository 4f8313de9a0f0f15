import type { ChatMessage } from "#lib/chat/message.ts";

/** The text of a message, without its tool calls and commands. */
export function messageText(message: ChatMessage): string {
  return message.parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n\n");
}

/** The line a person typed last: a message as typed, or a command. */
export function lastLine(messages: readonly ChatMessage[]): string | undefined {
  const lines = messages.flatMap((message) => [
    ...message.parts.filter((part) => part.type === "data-command").map((part) => part.data.line),
    ...(message.role === "user" && messageText(message) ? [message.metadata?.typed ?? messageText(message)] : []),
  ]);
  return lines.at(-1);
}

/**
 * The beginning of a Markdown text for reading aloud, at most `length` characters of it: a screen reader would say each
 * asterisk and backquote. Only marks go; what stands in code stays to the letter.
 */
export function spokenText(markdown: string, length: number): string {
  let inCode = false;
  const lines: string[] = [];
  // Marks, addresses of links above all, take room that is not read.
  for (const line of markdown.slice(0, 4 * length).split("\n")) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    else if (inCode) lines.push(line);
    // A rule, an underline of a heading, or the line below the head of a table.
    else if (!/^[\s|:=*_-]*$/.test(line)) lines.push(spokenLine(line));
  }
  return lines.join("\n").trim().slice(0, length);
}

function spokenLine(line: string): string {
  const text = line
    .replace(/^[\s>]*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/, "")
    .replace(/^\|\s*|\s*\|\s*$/g, "")
    .replace(/\s+#+\s*$/, "");
  const cells = line.trimStart().startsWith("|") ? text.replace(/\s*\|\s*/g, ", ") : text;
  return cells
    .split(/(`+[^`]+`+)/)
    .map((part) => (part.startsWith("`") ? part.replace(/^`+ ?| ?`+$/g, "") : withoutMarks(part)))
    .join("");
}

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<((?:https?|mailto):[^>\s]*)>/g, "$1")
    .replace(/(?<![\\*])\*{1,3}(?=[^\s*])|(?<=[^\s\\*])\*{1,3}(?!\*)|~~/g, "")
    .replace(/(?<![\w\\])_{1,3}(?=[^\s_])|(?<=[^\s\\])_{1,3}(?!\w)/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
