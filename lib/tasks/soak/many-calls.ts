/**
 * An answer with the most tool calls allowed, all at once, to a whole conversation: prints how long its thread was blocked, and fails if
 * that is long. `npm run soak calls`.
 */
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { testHost } from "#lib/chat/host-fixture.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";

/** Milliseconds of this thread's work in one task. */
const longestDeaf = 50;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

await converse(1);
let failed = false;
for (const count of [16, 64, 256]) {
  const { deaf, took } = await converse(count);
  failed ||= deaf > longestDeaf;
  console.log(`${count} calls: ${took.toFixed(0)} ms, deaf for ${deaf.toFixed(0)} ms at most`);
}
process.exitCode = failed ? 1 : 0;

async function converse(count: number) {
  const onChange = () => undefined;
  const label = { provider: "soak", model: "soak", label: "soak", scripted: false };
  const load = async () => ({ model: modelOf(count), label });
  const session = createChatSession({ host: testHost(), messages: [], onChange }, load);
  const start = performance.now();
  let [deaf, before, isOver] = [0, worked(), false];
  const listen = () => {
    const now = worked();
    deaf = Math.max(deaf, now - before);
    before = now;
    if (!isOver) setImmediate(listen);
  };
  setImmediate(listen);
  await session.send({ text: "Read it" });
  isOver = true;
  deaf = Math.max(deaf, worked() - before);
  return { deaf, took: performance.now() - start };
}

/** Milliseconds that this thread has worked, which other load on the machine does not affect. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A model that makes its calls, and answers the next request with text. */
function modelOf(count: number): LanguageModelV4 {
  let asked = 0;
  return {
    specificationVersion: "v4",
    provider: "soak",
    modelId: "soak",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not asked for")),
    async doStream() {
      const parts = asked++ === 0 ? callsOf(count) : said();
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

function* callsOf(count: number): Generator<LanguageModelV4StreamPart> {
  const input = JSON.stringify({ path: "notes.txt" });
  for (let at = 0; at < count; at++) yield { type: "tool-call", toolCallId: `c${at}`, toolName: "read_file", input };
  yield { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage };
}

function* said(): Generator<LanguageModelV4StreamPart> {
  yield { type: "text-start", id: "1" };
  yield { type: "text-delta", id: "1", delta: "Done." };
  yield { type: "text-end", id: "1" };
  yield { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage };
}
