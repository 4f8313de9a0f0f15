import type { ChatMessage } from "#lib/chat/message.ts";

/** The text of a message, without its tool calls and commands. */
export function messageText(message: ChatMessage): string {
  return message.parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n\n");
}

/** The line that the person sent last: a message as typed, or a command. */
export function lastLine(messages: readonly ChatMessage[]): string | undefined {
  const lines = messages.flatMap((message) => [
    ...message.parts.filter((part) => part.type === "data-command").map((part) => part.data.line),
    ...(message.role === "user" && messageText(message) ? [message.metadata?.typed ?? messageText(message)] : []),
  ]);
  return lines.at(-1);
}

/**
 * The beginning of a Markdown text for reading aloud, at most `length` characters: a screen reader would read out each asterisk and
 * backquote. Removes only marks; text in code stays verbatim.
 */
export function spokenText(markdown: string, length: number): string {
  let inCode = false;
  const lines: string[] = [];
  // Marks, above all addresses of links, take up characters that are not read aloud.
  for (const line of markdown.slice(0, 4 * length).split("\n")) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    else if (inCode) lines.push(line);
    // A thematic break, a heading underline, or the line below a table's header.
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
