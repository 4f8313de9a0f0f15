import { describe, expect, test } from "vitest";
import { testFiles, testHost } from "#lib/chat/host-fixture.ts";
import type { Attachment, ChatMessage } from "#lib/chat/message.ts";
import { sightOf } from "#lib/chat/model-choice.ts";
import { draftRequest } from "#lib/chat/request.ts";
import { calls, open } from "#lib/chat/turns/session-fixture.ts";
import type { Files } from "#lib/vfs/files.ts";
import { createFakes, direct, type Wire, ways, wires } from "#test/wires.ts";
import { attachmentOf } from "./attachments.ts";
import { base64Of, shownTypeOf } from "./sight.ts";

const start = createFakes();

/** The smallest files that are recognised by their first bytes, with further bytes to find them by. */
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4, 5, 6]);
const pdf = new TextEncoder().encode("%PDF-1.7 a form with three fields");

/** The test workspace with a picture and a document, which can be changed. */
function shownFiles(): Files & { put(path: string, bytes: Uint8Array): void } {
  const own = new Map<string, Uint8Array>([
    ["/workspace/form.png", png],
    ["/workspace/form.pdf", pdf],
  ]);
  const stat = (path: string) => {
    const bytes = own.get(path);
    return bytes && ({ kind: "file", size: bytes.length, executable: false } as const);
  };
  return {
    ...testFiles,
    stat: (path) => stat(path) ?? testFiles.stat(path),
    lstat: (path) => stat(path) ?? testFiles.lstat(path),
    read: (path) => own.get(path) ?? testFiles.read(path),
    put: (path, bytes) => void own.set(path, bytes),
  };
}

/** Models that see files, by source. */
const seeing: Partial<Record<Wire["source"], string>> = {
  anthropic: "claude-haiku-4-5",
  openai: "gpt-5-mini",
  google: "gemini-3-pro-preview",
  openrouter: "qwen/qwen3-vl",
  compatible: "llava",
};

function hostOf({ source }: Wire, model: string = seeing[source] ?? "", files: Files = shownFiles()) {
  return testHost({ files: () => files, models: () => ({ choice: { source, model }, keys: {} }) });
}

const attached = (name: string, bytes: Uint8Array) =>
  attachmentOf({ path: name, bytes, isInWorkspace: false }) as Attachment;

/** The request body as text in which base64 can be searched. */
const sent = (body: unknown) => JSON.stringify(body);

describe("a picture", () => {
  test.each(ways)("$name: that the model reads is shown to it", async ({ wire, load }) => {
    const provider = await start(wire);
    provider.enqueue(
      { thought: "hm", calls: [{ name: "read_file", input: { path: "form.png" } }] },
      { thought: "hm", calls: [{ name: "read_file", input: { path: "notes.txt" } }] },
      { text: "I see." },
      { text: "Still." },
    );
    const { session, last } = open(load(wire, provider), { host: hostOf(wire) });
    await session.send({ text: "What is on it?" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(calls(last().messages[1])).toMatchObject([{ output: { shown: "image/png", text: "" } }, {}]);
    for (const { body } of provider.requests.slice(1)) {
      expect(sent(body)).toContain("[/workspace/form.png: image/png, 14 bytes, shown in the message after this.]");
      expect(sent(body).split(base64Of(png))).toHaveLength(2);
    }
    // The conversation keeps the path, not the content.
    expect(sent(last().messages)).not.toContain(base64Of(png));
    const reopened = open(load(wire, provider), { host: hostOf(wire), messages: last().messages });
    await reopened.session.send({ text: "Sure?" });
    expect(sent(provider.requests.at(-1)?.body)).toContain(base64Of(png));
  });

  test.each(ways)(
    "$name: that the person attached is sent, and what is shown is what is sent",
    async ({ wire, load }) => {
      const provider = await start(wire);
      provider.enqueue({ text: "I see." });
      const host = hostOf(wire);
      const { session, last } = open(load(wire, provider), { host });
      const note = attached("note.txt", new TextEncoder().encode("line one\nline two\n"));
      await session.send({ text: "Look", attachments: [attached("pasted.png", png), note] });
      expect(last().status).toEqual({ kind: "ready" });
      const body = sent(provider.requests[0]?.body);
      expect(body).toContain(base64Of(png));
      const given = "[The person attached note.txt.]\n\nline one\nline two\n\n\n[The end of note.txt.]";
      expect(body).toContain(JSON.stringify(given).slice(1, -1));
      const drafted = await draftRequest(host, last().messages);
      const said = drafted.filter(({ role }) => role === "user").map(({ text }) => text);
      expect(said).toEqual([
        expect.stringMatching(/^\[pasted\.png: image\/png, about 1[456] bytes, as it is\]$/),
        given,
        "Look",
      ]);
    },
  );

  test("that has changed since is not shown in place of the one that was read", async () => {
    const wire = wires[0] as Wire;
    const provider = await start(wire);
    const files = shownFiles();
    provider.enqueue(
      { calls: [{ name: "read_file", input: { path: "form.png" } }] },
      { text: "I see." },
      { text: "Hm." },
    );
    const { session } = open(direct(wire, provider), { host: hostOf(wire, undefined, files) });
    await session.send({ text: "Look" });
    const other = new Uint8Array([...png, 7]);
    files.put("/workspace/form.png", other);
    await session.send({ text: "And now?" });
    const body = sent(provider.requests.at(-1)?.body);
    expect(body).toContain("[/workspace/form.png is not what it was when it was read; read it again.]");
    expect(body).not.toContain(base64Of(png));
    expect(body).not.toContain(base64Of(other));
  });

  test("is told to a model that reads text only in one sentence, be it read or attached", async () => {
    const wire = wires[4] as Wire;
    const provider = await start(wire);
    provider.enqueue({ calls: [{ name: "read_file", input: { path: "form.png" } }] }, { text: "I cannot." });
    const { session } = open(direct(wire, provider), { host: hostOf(wire, "gpt-test") });
    await session.send({ text: "Look", attachments: [attached("pasted.png", png)] });
    const body = sent(provider.requests[1]?.body);
    const isOne = "is a picture (image/png, 14 bytes), and this model takes in text only";
    expect(body).toContain(`/workspace/form.png ${isOne}.`);
    expect(body).toContain(`[The person attached pasted.png, which ${isOne}. It is not shown.]`);
    expect(body).not.toContain(base64Of(png));
  });
});

test.each(ways.filter(({ wire }) => ["anthropic", "openai", "google"].includes(wire.source)))(
  "$name: a PDF is shown as it is",
  async ({ wire, load }) => {
    const provider = await start(wire);
    provider.enqueue(
      { thought: "hm", calls: [{ name: "read_file", input: { path: "form.pdf" } }] },
      { text: "A form." },
    );
    const { session, last } = open(load(wire, provider), { host: hostOf(wire) });
    await session.send({ text: "What is it?" });
    expect(last().status).toEqual({ kind: "ready" });
    expect(sent(provider.requests[1]?.body)).toContain(base64Of(pdf));
  },
);

test("an address in a conversation's file is fetched by nobody", async () => {
  const wire = wires[0] as Wire;
  const provider = await start(wire);
  const asked: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    asked.push(String(input instanceof Request ? input.url : input));
    return real(input, init);
  };
  try {
    const file = { type: "file", mediaType: "image/png", url: "http://127.0.0.1:9/steal?secret" } as const;
    const messages: ChatMessage[] = [
      { id: "1", role: "user", parts: [file, { type: "text", text: "Look" }] },
      { id: "2", role: "assistant", parts: [file, { type: "text", text: "I see" }] },
    ];
    const { session, last } = open(direct(wire, provider), { host: hostOf(wire), messages });
    await session.send({ text: "And?" });
    expect(last().status).toEqual({ kind: "ready" });
  } finally {
    globalThis.fetch = real;
  }
  expect(asked.filter((url) => !url.startsWith(provider.url))).toEqual([]);
  expect(sent(provider.requests[0]?.body)).not.toContain("steal");
});

describe("what a file is", () => {
  test.each([
    [png, "image/png"],
    [new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
    [new TextEncoder().encode("GIF89a"), "image/gif"],
    [new TextEncoder().encode("RIFFxxxxWEBPVP8 "), "image/webp"],
    [pdf, "application/pdf"],
    [new TextEncoder().encode("<svg/>"), undefined],
    [new Uint8Array(), undefined],
  ])("is told by its first bytes", (bytes, type) => {
    expect(shownTypeOf(bytes)).toBe(type);
  });

  test("that nobody could read is not attached", () => {
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]);
    expect(attachmentOf({ path: "a.zip", bytes: zip, isInWorkspace: false })).toMatch(/^a\.zip is not text,/);
    const large = new Uint8Array(4_000_000);
    large.set(png);
    expect(attachmentOf({ path: "a.png", bytes: large, isInWorkspace: false })).toMatch(
      "a.png is a picture of 3.8 MB, and at most 3.3 MB are shown.",
    );
  });
});

test.each([
  ["anthropic", "claude-sonnet-4-5", true, true],
  ["server", "gpt-5-mini", true, true],
  ["openrouter", "google/gemini-flash", true, true],
  ["openrouter", "qwen/qwen3-vl-30b", true, false],
  ["openrouter", "qwen/qwen3", false, false],
  ["compatible", "llava:13b", true, false],
  ["compatible", "gemma3:4b", true, false],
  ["compatible", "gpt-oss:20b", false, false],
  ["compatible", "gpt-4o", true, false],
  ["local", "llama3.2-vision:11b", true, false],
  ["mistral", "mistral-medium-latest", true, false],
  ["browser", "gemini-nano", false, false],
  ["demo", "demo", false, false],
] as const)("%s's %s: pictures %s, PDFs %s", (source, model, images, pdfs) => {
  expect(sightOf({ choice: { source, model } })).toEqual({ images, pdfs });
});
