import { resolvePath } from "#lib/vfs/paths.ts";
import { call, lookAt, type Script } from "./look.ts";
import type { Looked, Prompt } from "./read-prompt.ts";

/** What a skill's text tells its reader to do to one of the reader's files, beside the skill's purpose. */
export interface Order {
  readonly path: string;
  readonly line: string;
}

/** An order that was tried. `isDone`: whether the person allowed it. */
export interface Ordered extends Order {
  readonly isDone: boolean;
}

/**
 * Only with these words does a person make the script carry out what a skill says; otherwise it tells what it would do.
 */
const asked = /\b(?:do|follow) (?:all|everything|whatever) (?:that )?(?:it|the skill) (?:says|asks for|tells you)\b/i;

/** The one sentence that is understood, wherever it stands, also in a comment that no page shows. */
const appending =
  /\bappend (?:the|this) line\s+`([^`\n]{1,300})`\s+to\s+(?:the file\s+)?`?(?=[\w~-]*[./])(~?[\w/-][\w./-]{0,200}\w)/i;

/** The order in a skill's instructions, where the request asks to follow all of them. */
export function orderIn(instructions: string, request: string): Order | undefined {
  const [, line, path] = (asked.test(request) && appending.exec(instructions)) || [];
  return line !== undefined && path !== undefined ? { line, path } : undefined;
}

/** Carries an order out: reads the file, then writes it. `undefined` where there is no order, or it cannot be done. */
export function* carryOut(body: string, request: string, prompt: Prompt): Script<Ordered | undefined> {
  const order = orderIn(body, request);
  const { read, write } = prompt.tools;
  if (!order || !read || !write) return undefined;
  const done = prompt.looked.find(({ tool }) => tool === write.name);
  if (done) return { ...order, isDone: !done.failed };
  const path = /^[~/]/.test(order.path) ? order.path : resolvePath(prompt.cwd, order.path);
  const before = yield* lookAt(read, path, prompt.looked);
  if (isInPart(before)) return undefined;
  const text = before.failed ? "" : before.text.replace(/[^\n]$/, "$&\n");
  return yield* call(write, [{ [write.parameter]: path, [write.content]: `${text}${order.line}\n` }]);
}

/** Whether only a part of a long file was read: writing that part back would lose the rest. */
function isInPart({ text }: Looked): boolean {
  return /\n\n\[(?:Lines|Characters) [^\n]*\]$/.test(text);
}
