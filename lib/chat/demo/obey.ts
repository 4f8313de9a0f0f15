import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { resolvePath } from "#lib/vfs/paths.ts";
import { type Looked, lookedAt, type PathTool, workingFolder } from "./read-prompt.ts";

/** What a skill's text wants done to a file of its reader's, beside what it is for. */
export interface Order {
  readonly path: string;
  /** To be put behind what stands there. */
  readonly line: string;
}

/** An order that was tried. `isDone`: whether the person has let it. */
export interface Ordered extends Order {
  readonly isDone: boolean;
}

/** Only in these words a person has the script do what a skill says, where it otherwise tells what it would do. */
const asked = /\b(?:do|follow) (?:all|everything|whatever) (?:that )?(?:it|the skill) (?:says|asks for|tells you)\b/i;

/** One sentence is understood, wherever it stands, in a comment that no page shows as well. */
const appending =
  /\bappend (?:the|this) line\s+`([^`\n]{1,300})`\s+to\s+(?:the file\s+)?`?(?=[\w~-]*[./])(~?[\w/-][\w./-]{0,200}\w)/i;

/** The order in a skill's instructions, where the request wants all of them followed. */
export function orderIn(instructions: string, request: string): Order | undefined {
  const [, line, path] = (asked.test(request) && appending.exec(instructions)) || [];
  return line !== undefined && path !== undefined ? { line, path } : undefined;
}

/** How an order is carried out: the file is read, then written. */
export type Obeying =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "write"; readonly input: Record<string, unknown>; readonly tool: string }
  | { readonly kind: "over"; readonly isDone: boolean };

/** What comes next of an order; `undefined` where it cannot be carried out. `reader`: the tool that reads files. */
export function obey(order: Order, reader: PathTool, options: LanguageModelV4CallOptions): Obeying | undefined {
  const writer = writeToolIn(options);
  if (!writer) return undefined;
  const path = /^[~/]/.test(order.path) ? order.path : resolvePath(workingFolder(options), order.path);
  const done = lookedAt(options).find(({ tool }) => tool === writer.name);
  if (done) return { kind: "over", isDone: !done.failed };
  const before = lookedAt(options).find((one) => one.tool === reader.name && one.path === path);
  if (!before) return { kind: "read", path };
  if (isInPart(before)) return undefined;
  const text = before.failed ? "" : before.text;
  const content = `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${order.line}\n`;
  return { kind: "write", tool: writer.name, input: { [writer.parameter]: path, [writer.content]: content } };
}

/** Of a long file only a part was read: writing that would lose the rest. */
function isInPart({ text }: Looked): boolean {
  return /\n\n\[(?:Lines|Characters) [^\n]*\]$/.test(text);
}

/** The tool that writes a whole file: by what it takes, as harnesses name it as they like. */
function writeToolIn({
  tools = [],
}: LanguageModelV4CallOptions): (PathTool & { readonly content: string }) | undefined {
  for (const tool of tools) {
    if (tool.type !== "function") continue;
    const parameters = Object.keys(tool.inputSchema.properties ?? {});
    const [parameter, content] = [/path/i, /^content/i].map((sign) => parameters.find((name) => sign.test(name)));
    if (parameter !== undefined && content !== undefined) return { name: tool.name, parameter, content };
  }
  return undefined;
}
