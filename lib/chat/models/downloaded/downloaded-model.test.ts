import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { calls, open, textOf } from "#lib/chat/turns/session-fixture.ts";
import { failureParts } from "#lib/failure-text.ts";
import { type EngineThread, freeLoaded, loadDownloadable, openDownloaded } from "./downloaded-model.ts";
import { type Engine, type EngineReply, type EngineRequest, serveEngine } from "./serve-engine.ts";
import { deleteDownload, downloadableModels, isDownloaded, webGpuProblem } from "./weights.ts";

const [model] = downloadableModels as readonly [(typeof downloadableModels)[0], ...typeof downloadableModels];
const base = `https://huggingface.co/mlc-ai/${model.model}/resolve/main/`;
const never = new AbortController().signal;
const onProgress = () => {};

/** A fake of the browser's caches, as far as they are used. */
function fakeCaches() {
  const all = new Map<string, Map<string, string>>();
  const named = (name: string) => {
    const cache = all.get(name) ?? new Map<string, string>();
    all.set(name, cache);
    return cache;
  };
  const put = (name: string, url: string, text = "x") => void named(name).set(url, text);
  const urls = () => [...all.values()].flatMap((cache) => [...cache.keys()]);
  const storage = {
    has: async (name: string) => all.has(name),
    open: async (name: string) => ({
      match: async (url: string) => (named(name).has(url) ? new Response(named(name).get(url)) : undefined),
      keys: async () => [...named(name).keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => named(name).delete(url),
    }),
  };
  return { put, urls, storage };
}

let kept: ReturnType<typeof fakeCaches>;
const adapter = { features: new Set(["shader-f16"]) };
beforeEach(() => {
  kept = fakeCaches();
  vi.stubGlobal("caches", kept.storage);
  vi.stubGlobal("navigator", { gpu: { requestAdapter: async () => adapter } });
});
afterEach(() => {
  freeLoaded();
  vi.unstubAllGlobals();
});

function keepWeights(): void {
  kept.put(
    "webllm/model",
    `${base}tensor-cache.json`,
    JSON.stringify({ records: [{ dataPath: "a.bin" }, { dataPath: "b.bin" }] }),
  );
  for (const part of ["a.bin", "b.bin"]) kept.put("webllm/model", base + part);
}

interface FakeEngineOptions {
  /** The answers of the fake engine, one for each request, in pieces. */
  readonly answers?: readonly (readonly string[] | Error)[];
  readonly reload?: (tell: (share: number) => void) => Promise<void>;
}

/** A fake thread: a small engine in place of WebLLM's, behind the real thread's code. */
function fakeThread({ answers = [], reload = async (tell) => tell(1) }: FakeEngineOptions = {}) {
  const asked: (readonly { role: string; content: string }[])[] = [];
  const queue = [...answers];
  let interrupted = 0;
  let terminated = 0;
  let tell = (_: number) => {};
  const engine: Engine = {
    setInitProgressCallback: (report) => {
      tell = (progress) => report({ progress });
    },
    reload: () => reload((share) => tell(share)),
    interruptGenerate: () => void interrupted++,
    chat: {
      completions: {
        async create({ messages }) {
          asked.push(messages);
          const answer = queue.shift() ?? [];
          if (answer instanceof Error) throw answer;
          return (async function* () {
            for (const content of answer) {
              await new Promise((resolve) => setTimeout(resolve));
              yield { choices: [{ delta: { content } }] };
            }
          })();
        },
      },
    },
  };
  const hearing: ((event: { data: EngineReply }) => void)[] = [];
  const failing: ((event: { message?: string }) => void)[] = [];
  const serve = serveEngine(engine, (data) => {
    for (const hear of hearing) hear({ data: structuredClone(data) });
  });
  const thread: EngineThread = {
    postMessage: (request: EngineRequest) => queueMicrotask(() => serve(structuredClone(request))),
    addEventListener: (type: string, listen: never) => void (type === "message" ? hearing : failing).push(listen),
    terminate: () => void terminated++,
  };
  const breakDown = (message: string) => {
    for (const fail of failing) fail({ message });
  };
  return { start: () => thread, asked, breakDown, interrupted: () => interrupted, terminated: () => terminated };
}

const endlessly = () => vi.fn(() => new Promise<void>(() => {}));

const label = { provider: "this browser", model: model.model, label: model.label, scripted: false };

test("a downloaded model answers in the lab, with its tools, and its thoughts are folded", async () => {
  keepWeights();
  const call = '```tool_call\n{"name":"read_file","arguments":{"path":"notes.txt"}}\n```';
  const { start, asked, interrupted } = fakeThread({
    answers: [
      [
        "<think>",
        "hm</think>\n\n",
        call.slice(0, 9),
        call.slice(9),
        "\nmade up",
        ...Array.from({ length: 500 }, () => " and on"),
      ],
      ["Three ", "lines."],
    ],
  });
  const opened = await openDownloaded(model.model, start);
  const { session, last } = open(async () => ({ model: opened, label }));
  await session.send({ text: "How many lines?" });
  expect(last().status).toEqual({ kind: "ready" });
  expect(textOf(last().messages[1])).toBe("Three lines.");
  expect(calls(last().messages[1])).toMatchObject([{ type: "tool-read_file", state: "output-available" }]);
  expect(asked[1]?.at(-1)?.content).toMatch(/^```tool_result/);
  // The text that it made up after its call was not waited for.
  expect(interrupted()).toBe(1);
});

test("Stop ends the model's work, and an error of its is a sentence", async () => {
  keepWeights();
  const { start, interrupted } = fakeThread({
    answers: [Array.from({ length: 1000 }, () => "word "), new Error("Prompt tokens exceed context window size")],
  });
  const opened = await openDownloaded(model.model, start);
  const { session, last, until } = open(async () => ({ model: opened, label }));
  const sending = session.send({ text: "go on and on" });
  await until(({ messages }) => textOf(messages[1]).includes("word"));
  session.stop();
  await sending;
  expect(last().status).toEqual({ kind: "interrupted" });
  expect(interrupted()).toBe(1);
  await session.send({ text: "too much" });
  expect(last().status).toMatchObject({
    kind: "failed",
    failure: { code: "model-too-long", provider: "this browser" },
  });
});

test("answers asked for at once come one after the other from one engine, and a stopped one holds up none", async () => {
  keepWeights();
  const { start, asked } = fakeThread({ answers: [Array.from({ length: 20 }, () => "word "), ["Third."]] });
  const begin = vi.fn(start);
  const opened = await openDownloaded(model.model, begin);
  const labs = ["one", "two", "three"].map((text) => {
    const lab = open(async () => ({ model: opened, label }));
    return { ...lab, sent: lab.session.send({ text }) };
  });
  const [first, second, third] = labs as [(typeof labs)[0], (typeof labs)[0], (typeof labs)[0]];
  await first.until(({ messages }) => textOf(messages[1]).includes("word"));
  second.session.stop();
  await Promise.all(labs.map(({ sent }) => sent));
  expect(textOf(first.last().messages[1])).toBe("word ".repeat(20));
  expect(second.last().status).toEqual({ kind: "interrupted" });
  expect(textOf(third.last().messages[1])).toBe("Third.");
  expect(asked).toHaveLength(2);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("an answer ends where its model is unloaded", async () => {
  keepWeights();
  const { start } = fakeThread({ answers: [Array.from({ length: 1000 }, () => "word ")] });
  const opened = await openDownloaded(model.model, start);
  const { session, last, until } = open(async () => ({ model: opened, label }));
  const sending = session.send({ text: "go on and on" });
  await until(({ messages }) => textOf(messages[1]).includes("word"));
  freeLoaded();
  await sending;
  expect(last().status).toMatchObject({ kind: "failed" });
});

describe("an engine that has lost its graphics processor", () => {
  const lost = new Error("Model not loaded before trying to complete ChatCompletionRequest.");

  test("is replaced by one that gives the answer, and one that also fails says why", async () => {
    keepWeights();
    const threads = [{ answers: [["One."], lost] }, { answers: [["Two."], lost] }, { answers: [lost] }].map(fakeThread);
    const [first, second] = threads as [(typeof threads)[0], (typeof threads)[0]];
    const queue = [...threads];
    const opened = await openDownloaded(model.model, () => (queue.shift() ?? fakeThread()).start());
    const { session, last } = open(async () => ({ model: opened, label }));
    await session.send({ text: "one" });
    await session.send({ text: "two" });
    expect(textOf(last().messages.at(-1))).toBe("Two.");
    expect([first.terminated(), second.terminated()]).toEqual([1, 0]);
    await session.send({ text: "three" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { detail: lost.message } });
    expect(queue).toHaveLength(0);
  });

  test("is not asked again after its thread has broken", async () => {
    keepWeights();
    const broken = fakeThread({ answers: [["One."]] });
    const queue = [broken, fakeThread({ answers: [["Two."]] })];
    const opened = await openDownloaded(model.model, () => (queue.shift() ?? fakeThread()).start());
    const { session, last } = open(async () => ({ model: opened, label }));
    await session.send({ text: "one" });
    broken.breakDown("out of memory");
    await session.send({ text: "two" });
    expect(textOf(last().messages.at(-1))).toBe("Two.");
  });
});

describe("a download", () => {
  test("tells how far it is, and can be cancelled, which ends its thread", async () => {
    const shares: number[] = [];
    const done = fakeThread({ reload: async (tell) => [0.25, 7].forEach(tell) });
    await loadDownloadable(model, { onProgress: (share) => shares.push(share), signal: never }, done.start);
    expect(shares).toEqual([0.25, 1]);
    freeLoaded();
    expect(done.terminated()).toBe(1);

    const stopping = new AbortController();
    const reload = endlessly();
    const endless = fakeThread({ reload });
    const loading = loadDownloadable(model, { onProgress, signal: stopping.signal }, endless.start);
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
    stopping.abort();
    await expect(loading).rejects.toMatchObject({ failure: { code: "cancelled" } });
    expect(endless.terminated()).toBe(1);
  });

  test("that stands still, is refused, or whose thread breaks ends with the reason", async () => {
    const still = fakeThread({ reload: endlessly() });
    const waiting = loadDownloadable(model, { onProgress, signal: never, silence: 20 }, still.start);
    await expect(waiting).rejects.toMatchObject({ failure: { detail: expect.stringContaining("made no progress") } });
    const refused = fakeThread({ reload: () => Promise.reject(new Error("Quota exceeded.")) });
    const failed = await loadDownloadable(model, { onProgress, signal: never }, refused.start).catch(
      (caught) => caught,
    );
    expect(failureParts(failed.failure).what).toBe("The model of this browser cannot answer: Quota exceeded.");
    const offline = fakeThread({ reload: () => Promise.reject(new TypeError("Failed to fetch")) });
    const cut = loadDownloadable(model, { onProgress, signal: never }, offline.start);
    await expect(cut).rejects.toMatchObject({
      failure: { detail: expect.stringContaining("check that you are online") },
    });
    const reload = endlessly();
    const broken = fakeThread({ reload });
    const breaking = loadDownloadable(model, { onProgress, signal: never }, broken.start);
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
    broken.breakDown("out of memory");
    await expect(breaking).rejects.toMatchObject({ failure: { detail: "out of memory" } });
  });
});

describe("what is kept", () => {
  test("is whole only with every part that its list names, and goes when it is deleted, others not", async () => {
    expect(await isDownloaded(model.model)).toBe(false);
    keepWeights();
    expect(await isDownloaded(model.model)).toBe(true);
    kept.put("webllm/wasm", `https://raw.githubusercontent.com/x/${model.model.replace("-MLC", "")}_cs1k-webgpu.wasm`);
    kept.put("webllm/model", "https://huggingface.co/mlc-ai/another/resolve/main/a.bin");
    await deleteDownload(model);
    expect(kept.urls()).toEqual(["https://huggingface.co/mlc-ai/another/resolve/main/a.bin"]);
  });

  test.each([
    ["a part is missing", JSON.stringify({ records: [{ dataPath: "a.bin" }, { dataPath: "gone.bin" }] })],
    ["its list is empty", JSON.stringify({ records: [] })],
    ["its list is none", "<html>"],
    ["its list makes no sense", JSON.stringify({ records: [null, 3] })],
  ])("is not whole where %s, and then nothing is fetched for an answer", async (_, manifest) => {
    keepWeights();
    kept.put("webllm/model", `${base}tensor-cache.json`, manifest);
    expect(await isDownloaded(model.model)).toBe(false);
    const start = vi.fn();
    await expect(openDownloaded(model.model, start)).rejects.toMatchObject({ failure: { code: "model-absent" } });
    expect(start).not.toHaveBeenCalled();
  });
});

test.each([
  ["no WebGPU", {}, /This browser has no WebGPU/],
  ["no graphics processor", { gpu: { requestAdapter: async () => null } }, /found no graphics processor/],
  ["a driver that fails", { gpu: { requestAdapter: () => Promise.reject(new Error("lost")) } }, /found no graphics/],
  ["one without short numbers", { gpu: { requestAdapter: async () => ({ features: new Set() }) } }, /16-bit/],
])("a browser with %s is told so in one sentence, before anything is fetched", async (_, navigator, sentence) => {
  keepWeights();
  vi.stubGlobal("navigator", navigator);
  expect(await webGpuProblem()).toMatch(sentence);
  await expect(openDownloaded(model.model)).rejects.toMatchObject({ failure: { code: "model-absent" } });
});
