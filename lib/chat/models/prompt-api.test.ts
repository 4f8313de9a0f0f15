import { afterEach, describe, expect, test, vi } from "vitest";
import { calls, open, textOf } from "#lib/chat/turns/session-fixture.ts";
import { failureParts } from "#lib/failure-text.ts";
import { builtInStanding, createBrowserModel, type PromptApi, prepareBuiltIn } from "./prompt-api.ts";
import type { TextMessage } from "./prompted-tools.ts";
import { readToolBlocks } from "./tool-blocks.ts";

afterEach(() => vi.useRealTimers());

interface Prompted {
  readonly initial: readonly TextMessage[];
  readonly text: string;
}

interface StubOptions {
  readonly availability?: () => Promise<string>;
  /** The answers of the stub, one for each prompt, in pieces of three characters. */
  readonly answers?: readonly (string | Error)[];
  readonly create?: (options: Parameters<PromptApi["create"]>[0]) => Promise<void>;
  readonly contextWindow?: number;
}

/** A stub of the browser's Prompt API, as specified. */
function stub({ availability = async () => "available", answers = [], create, contextWindow }: StubOptions = {}) {
  const prompted: Prompted[] = [];
  const queue = [...answers];
  let open = 0;
  const api: PromptApi = {
    availability,
    async create(options) {
      await create?.(options);
      options.signal?.throwIfAborted();
      open++;
      return {
        ...(contextWindow !== undefined && { contextWindow }),
        promptStreaming(text) {
          prompted.push({ initial: options.initialPrompts ?? [], text });
          const answer = queue.shift() ?? "";
          const pieces = answer instanceof Error ? [] : (answer.match(/[\s\S]{1,3}/g) ?? []);
          return new ReadableStream<string>({
            pull(controller) {
              const piece = pieces.shift();
              if (piece !== undefined) controller.enqueue(piece);
              else if (answer instanceof Error) controller.error(answer);
              else controller.close();
            },
          });
        },
        destroy: () => void open--,
      };
    },
  };
  return { api, prompted, open: () => open };
}

const call = (name: string, input: object) => `\`\`\`tool_call\n${JSON.stringify({ name, arguments: input })}\n\`\`\``;

async function session(api: PromptApi) {
  const model = await createBrowserModel(api);
  return open(async () => ({
    model,
    label: { provider: "this browser", model: "built-in", label: "B", scripted: false },
  }));
}

describe("a conversation with the browser's own model", () => {
  test("uses the lab's tools: a call is a block in its text, and what came of it goes back as one", async () => {
    const {
      api,
      prompted,
      open: opened,
    } = stub({
      answers: [`Let me look.\n\n${call("read_file", { path: "notes.txt" })}\n`, "There are three lines."],
    });
    const { session: chat, last } = await session(api);
    await chat.send({ text: "How many lines?" });
    expect(last().status).toEqual({ kind: "ready" });
    const answer = last().messages[1];
    expect(textOf(answer)).toBe("Let me look.\n\nThere are three lines.");
    expect(calls(answer)).toMatchObject([{ type: "tool-read_file", state: "output-available" }]);
    const [first, second] = prompted;
    expect(first?.text).toBe("How many lines?");
    expect(first?.initial[0]?.content).toMatch(/You are a coding agent[\s\S]*## read_file/);
    expect(second?.initial.at(-1)).toMatchObject({ role: "assistant", content: expect.stringContaining("tool_call") });
    // The file's lines are inside a JSON text, so none of them begins a line.
    expect(second?.text).toMatch(/^```tool_result\n\{"name":"read_file","result":.*one\\ntwo\\nthree.*\}\n```$/);
    expect(opened()).toBe(0);
  });

  test("a call that is written wrong is put right, or answered by a sentence that it can act on", async () => {
    const { api, prompted } = stub({
      answers: [
        '```tool_call\n{"name": "Read-File", "arguments": {"path": "notes.txt",}}\n```',
        '```tool_call\n{"name": "fly", "arguments": {}}\n```',
        "```tool_call\nread notes.txt please\n```",
        "Done.",
      ],
    });
    const { session: chat, last } = await session(api);
    await chat.send({ text: "go" });
    expect(calls(last().messages[1])[0]).toMatchObject({ type: "tool-read_file", state: "output-available" });
    expect(prompted[2]?.text).toMatch(/There is no tool fly\. The tools are read_file/);
    expect(prompted[3]?.text).toMatch(/There is no tool tool_call\. The tools are|not a JSON object/);
    expect(textOf(last().messages[1])).toBe("Done.");
  });

  test("what it makes up behind a call is not read, and its work ends there", async () => {
    const { api, open: opened } = stub({
      answers: [
        `${call("list_files", {})}\n\`\`\`tool_result\n{"name":"list_files","result":"made up"}\n\`\`\`\nSo there.`,
        "ok",
      ],
    });
    const { session: chat, last } = await session(api);
    await chat.send({ text: "go" });
    expect(textOf(last().messages[1])).toBe("ok");
    expect(opened()).toBe(0);
  });

  test.each([
    [Object.assign(new Error("The input is too large."), { name: "QuotaExceededError" }), "model-too-long"],
    [new DOMException("No.", "NotAllowedError"), "model-absent"],
    [new DOMException("", "UnknownError"), "model-absent"],
  ])("an error of the browser is a sentence: %s", async (error, code) => {
    const { api, open: opened } = stub({ answers: [error] });
    const { session: chat, last } = await session(api);
    await chat.send({ text: "go" });
    expect(last().status).toMatchObject({ kind: "failed", failure: { code, provider: "this browser" } });
    expect(opened()).toBe(0);
  });

  test("begins none where it is not ready: within an answer nothing is fetched", async () => {
    for (const [standing, words] of [
      ["downloadable", /not been downloaded yet/],
      ["unavailable", /does not have what it needs/],
      ["surprise", /does not have what it needs/],
    ] as const) {
      const create = vi.fn();
      const { api } = stub({ availability: async () => standing, create });
      const failed = await createBrowserModel(api).catch((caught) => caught);
      expect(failureParts(failed.failure).what).toMatch(words);
      expect(create).not.toHaveBeenCalled();
    }
    await expect(createBrowserModel(undefined)).rejects.toMatchObject({ failure: { code: "model-absent" } });
  });
});

describe("making it ready", () => {
  const never = new AbortController().signal;
  const downloading = (loads: readonly number[]) =>
    stub({
      contextWindow: 9216,
      async create({ monitor }) {
        const target = new EventTarget();
        monitor?.(target);
        for (const loaded of loads)
          target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1 }));
      },
    }).api;

  test("tells how far the download is, and what the model takes in", async () => {
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    expect(await prepareBuiltIn({ onProgress, signal: never }, downloading([0, 0.5, Number.NaN, 7, 1]))).toBe(9216);
    expect(shares).toEqual([0, 0.5, 1]);
  });

  test("a browser that says downloadable and never finishes is waited for no longer than it makes progress", async () => {
    const { api } = stub({ availability: async () => "downloadable", create: () => new Promise(() => {}) });
    const preparing = prepareBuiltIn({ onProgress: () => {}, signal: never, silence: 30 }, api);
    const failed = await preparing.catch((caught) => caught);
    expect(failureParts(failed.failure).what).toMatch(/made no progress with the download for/);
  });

  test("can be cancelled, also where the browser takes no notice", async () => {
    const stopping = new AbortController();
    const { api } = stub({ create: () => new Promise(() => {}) });
    const preparing = prepareBuiltIn({ onProgress: () => {}, signal: stopping.signal }, api);
    stopping.abort();
    await expect(preparing).rejects.toMatchObject({ failure: { code: "cancelled" } });
  });

  test("a browser that never says how things stand has none that could be used", async () => {
    vi.useFakeTimers();
    expect(await builtInStanding(undefined)).toBe("missing");
    expect(await builtInStanding(stub({ availability: () => Promise.reject(new Error("no")) }).api)).toBe(
      "unavailable",
    );
  });
});

describe("a text with blocks", () => {
  const tools = ["read_file"];
  const cut = (text: string, size: number) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  const read = (text: string, size: number) => readPieces(cut(text, size));
  async function readPieces(all: readonly string[]) {
    const pieces = (async function* () {
      yield* all;
    })();
    const written: ({ text: string } | { name: string; input: string })[] = [];
    for await (const each of readToolBlocks(pieces, tools)) {
      const last = written.at(-1);
      if (each.kind === "call") written.push({ name: each.name, input: each.input });
      else if (last && "text" in last) last.text += each.text;
      else written.push({ text: each.text });
    }
    return written;
  }
  const found = { name: "read_file", input: '{"path":"a"}' };

  test.each([
    ["a block as asked for", call("read_file", { path: "a" }), [found]],
    ["words before it", `Look:\n${call("read_file", { path: "a" })}`, [{ text: "Look:\n" }, found]],
    ["no end", '```tool_call\n{"name":"read_file","arguments":{"path":"a"}}', [found]],
    ["the tag of other models", '<tool_call>\n{"name":"read_file","arguments":{"path":"a"}}\n</tool_call>', [found]],
    [
      "the tag in one line",
      'ok\n<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>',
      [{ text: "ok\n" }, found],
    ],
    ["JSON that is a call of a tool", '```json\n{"name":"read_file","arguments":{"path":"a"}}\n```', [found]],
    ["two calls", `${call("read_file", { path: "a" })}\n\n${call("read_file", { path: "a" })}`, [found, found]],
    ["arguments as a text", '```tool_call\n{"name":"read_file","arguments":"{\\"path\\":\\"a\\"}"}\n```', [found]],
    [
      "fences within its arguments",
      call("read_file", { path: "```js\n</tool_call>\n```" }),
      [{ name: "read_file", input: JSON.stringify({ path: "```js\n</tool_call>\n```" }) }],
    ],
  ])("is a call with %s, however it is cut", async (_, text, expected) => {
    for (const size of [1, 2, 7, 1000]) expect(await read(text, size)).toEqual(expected);
  });

  test.each([
    ["JSON that calls nothing", '```json\n{"name":"my-skill","description":"x"}\n```\nThat is it.'],
    ["code of another language", "```js\nlet a = 1;\n```\nDone"],
    ["a block within a line", 'Write ```tool_call {"name":"read_file"} to call.\nThen wait.'],
    ["the word alone", "A tool_call is a block.\n"],
    ["an unfinished fence", "```"],
  ])("is a text with %s, and nothing of it is lost", async (_, text) => {
    for (const size of [1, 3, 1000]) expect(await read(text, size)).toEqual([{ text }]);
  });

  test("is one behind words that were passed on already", async () => {
    const text = 'So:\n```tool_call\n{"name":"read_file"}\n';
    expect(await readPieces(["So: ", text.slice(4)])).toEqual([{ text: `So: ${text.slice(4)}` }]);
  });

  test("ends after eight calls, and a block without an end is bounded", async () => {
    const many = Array.from({ length: 100 }, () => call("read_file", { path: "a" })).join("\n");
    expect(await read(many, 50)).toHaveLength(8);
    const endless = `\`\`\`tool_call\n${'{"a":1}\n'.repeat(100_000)}`;
    const [written] = await read(endless, 1000);
    expect(written && "input" in written && written.input.length).toBeLessThan(250_000);
  });

  test("is a text where the opening comes after a hundred spaces", async () => {
    const text = `${" ".repeat(100)}${call("read_file", { path: "a" })}`;
    for (const size of [1, 1000]) expect(await read(text, size)).toEqual([{ text }]);
  });

  test.each([
    ["is a call", '<tool_call>{"name":"read_file","arguments":{"path":"', "read_file"],
    ["is a text", '```json {"name":"', undefined],
  ])("whose block is one endless line is not read to its end and %s", async (_, start, name) => {
    let read = 0;
    const pieces = (async function* () {
      yield start;
      for (; read < 6000; read++) yield "a".repeat(50);
    })();
    for await (const first of readToolBlocks(pieces, tools)) {
      expect(first.kind === "call" ? first.name : undefined).toBe(name);
      break;
    }
    expect(read).toBeLessThan(5000);
  });
});
