/**
 * Gives hostile texts of growing size, as a model's answer or an imported conversation, to everything in the page that reads them. Fails if
 * one of them blocks the page's thread. `npm run soak chat`.
 */
import { type InvalidToolInputError, NoSuchToolError } from "ai";
import { refuseOverlongPaths } from "#lib/chat/conversations/overlong-paths.ts";
import { readConversation } from "#lib/chat/conversations/read-conversation.ts";
import { askedFor } from "#lib/chat/demo/asked-files.ts";
import { mentionedPaths } from "#lib/chat/demo/mentioned-files.ts";
import { orderIn } from "#lib/chat/demo/obey.ts";
import { firstSentences, outlineOf } from "#lib/chat/demo/outline.ts";
import { testHost } from "#lib/chat/host-fixture.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { foldThinking } from "#lib/chat/models/fold-thinking.ts";
import { modelFailure } from "#lib/chat/models/model-failure.ts";
import { readsOf, skillFileAt, workedOn } from "#lib/chat/reads.ts";
import { repairCall } from "#lib/chat/repair-call.ts";
import { readLimits } from "#lib/chat/tools/limits.ts";
import { missingSentence, reachOf } from "#lib/chat/tools/reach.ts";
import { failureText } from "#lib/failure-text.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

const kilobytes = [1, 16, 120, 400];
/** Milliseconds of the page's thread. */
const longestHold = 50;

const skill: Skill = { name: "a", description: "", directory: "/w/a", location: "/w/a/SKILL.md", root: "/w" };

const file = { path: "/w/a/x", written: "x" };

const shapes: Readonly<Record<string, (length: number) => string>> = {
  "a name without end": (length) => "x".repeat(length),
  "folders without end": (length) => "x/".repeat(length / 2),
  slashes: (length) => "/".repeat(length),
  "ways up": (length) => "../".repeat(length / 3),
  blanks: (length) => `"${" ".repeat(length)}x`,
  "a heading of blanks": (length) => `# a${" ".repeat(length)}b`,
  "a heading of hashes": (length) => `# a${" #".repeat(length / 2)} b`,
  "blank lines": (length) => "\n".repeat(length),
  "open brackets": (length) => "[".repeat(length),
  "open links": (length) => "[a](".repeat(length / 4),
  commas: (length) => `{${", ".repeat(length / 2)}`,
  dots: (length) => `${".".repeat(length)}x`,
  "full stops": (length) => `a${". a".repeat(length / 3)}`,
  "words of an order": (length) => "first next then ".repeat(length / 16),
  "words before a read": (length) => "before a ".repeat(length / 9),
  backquotes: (length) => "`".repeat(length),
  items: (length) => "- a\n".repeat(length / 4),
  "steps of steps": (length) => "1. step 1: ".repeat(length / 11),
};

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "skill of a path": (text) => skillFileAt(text, [skill]),
  "reads of a conversation": (text) => readsOf([read(text)], [skill]),
  "files worked on": (text) => workedOn([read(text)], { cwd: "/w", home: "/home/user" }),
  "a missing file": (text) => missingSentence(reachOf(testHost()), "file", `/workspace/${text.slice(0, 1024)}`),
  "overlong paths": (text) => refuseOverlongPaths(read(text)),
  "a broken call": (text) => repairCall({ toolCall: callOf(text), tools: ["read_file"], error: noTool(text) }),
  "an outline": (text) => outlineOf(asRead(text)),
  "first sentences": (text) => firstSentences(asRead(text), 200),
  "mentioned files": (text) => mentionedPaths(asRead(text), "/w/a"),
  "files asked for": (text) => askedFor([file], asRead(text), { request: "read it", skill: "a" }),
  "an order": (text) => orderIn(asRead(text), "do it"),
  "a failure": (text) => failureText(modelFailure(new Error(text), "a host")),
};

const later: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  "thinking aloud": think,
  "a conversation's file": (text) => readConversation("a", JSON.stringify([read(text)])),
};

let failed = 0;
for (const [name, shape] of Object.entries(shapes)) {
  const worst = { name: "", took: 0, size: 0 };
  for (const size of kilobytes) {
    const text = shape(size * 1024);
    for (const [reader, run] of [...Object.entries(readers), ...Object.entries(later)]) {
      let took = await timeOf(() => run(text));
      // The first run includes compiling code.
      if (took > longestHold) took = Math.min(took, await timeOf(() => run(text)));
      if (took > worst.took) Object.assign(worst, { name: reader, took, size });
      if (took <= longestHold) continue;
      failed++;
      console.log(`  ${name}, ${size} KB: ${reader} HELD ${Math.round(took)} ms`);
    }
  }
  console.log(`${name.padEnd(24)} at most ${worst.took.toFixed(1)} ms (${worst.name}, ${worst.size} KB)`);
}
console.log(failed === 0 ? "Nothing held the page." : `${failed} texts held the page.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Milliseconds of this thread. */
async function timeOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The part of a file that a model gets at a time. */
function asRead(text: string): string {
  return text.slice(0, readLimits.characters);
}

function read(path: string): ChatMessage {
  const output = { path, text: "", bytes: 0, lines: 0, truncated: false };
  const part = { type: "tool-read_file", toolCallId: "a", state: "output-available", input: { path }, output } as const;
  return { id: "1", role: "assistant", parts: [part] };
}

function callOf(input: string) {
  return { type: "tool-call", toolCallId: "a", toolName: "read_file", input } as const;
}

function noTool(toolName: string): NoSuchToolError | InvalidToolInputError {
  return new NoSuchToolError({ toolName: toolName.slice(0, 100) });
}

function asBytes(): TransformStream<unknown, Uint8Array> {
  return new TransformStream({ transform: (_, controller) => controller.enqueue(new Uint8Array(1)) });
}

/** Feeds the text as a model's answer in small pieces. */
async function think(text: string): Promise<void> {
  const folding = foldThinking();
  const writer = folding.writable.getWriter();
  const reading = new Response(folding.readable.pipeThrough(asBytes())).arrayBuffer();
  await writer.write({ type: "text-start", id: "1" });
  for (let at = 0; at < text.length; at += 40)
    await writer.write({ type: "text-delta", id: "1", delta: text.slice(at, at + 40) });
  await writer.close();
  await reading;
}
