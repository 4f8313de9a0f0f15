import { randomUUID } from "node:crypto";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { createRemoteModel } from "#lib/chat/models/remote-model.ts";
import { anthropic } from "#lib/chat/models/sources/anthropic.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import type { Script } from "#test/servers/providers/model-script.ts";
import { type ServedProject, serveProject } from "../../soak/served-project.ts";
import { generateSkill } from "../generated-skills.ts";

const key = "bench-key";
const model = "claude-haiku-4-5";

export interface Lending {
  readonly server: ServedProject;
  /** The model as this server lends it to a page. */
  lent(): LanguageModelV4;
  /** The same model, called by this program without the server. */
  direct(): Promise<LanguageModelV4>;
  stop(): Promise<void>;
}

/** Serves the production build, which lends a model that answers by `script`. */
export async function startLending(script: Script): Promise<Lending> {
  const provider = await startAnthropicServer({ key, script });
  const server = await serveProject(process.cwd(), {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: provider.url,
    SKILLGROUND_MODEL: model,
    MODEL_CALLS_PER_HOUR: "1000000",
    MODEL_TOKENS_PER_HOUR: "100000000000",
    MODEL_ADDRESS_SHARE: "100",
  });
  return {
    server,
    lent: () => createRemoteModel({ model, url: `${server.url}/api/chat`, fetch: asPage(randomUUID()) }),
    direct: () => anthropic.open({ model, key, baseUrl: provider.url }),
    async stop() {
      await server.stop();
      await provider.stop();
    },
  };
}

/** `fetch` with the headers that a browser adds for a page, and a session id: each session has its own limit of calls. */
function asPage(session: string): typeof fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set("sec-fetch-site", "same-origin");
    headers.set("x-skillground-session", session);
    return fetch(url, { ...init, headers });
  };
}

/** A conversation of about this many bytes: a system prompt, and files read by tools. */
export function promptOf(bytes: number): LanguageModelV4CallOptions["prompt"] {
  const texts: string[] = [];
  let length = 0;
  for (let seed = 0; length < bytes; seed++) {
    texts.push(generateSkill(`skill-${seed}`, seed).slice(0, bytes - length));
    length += texts.at(-1)?.length ?? 0;
  }
  const [system = "", ...files] = texts;
  return [
    { role: "system", content: system },
    { role: "user", content: [{ type: "text", text: "Go through these skills." }] },
    ...files.flatMap((value, index): LanguageModelV4CallOptions["prompt"] => {
      const call = { toolCallId: `call-${index}`, toolName: "read_file" };
      return [
        { role: "assistant", content: [{ type: "tool-call", ...call, input: { path: `${index}/SKILL.md` } }] },
        { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value } }] },
        // A message of the person, because the server counts the steps of one turn.
        { role: "user", content: [{ type: "text", text: "And the next." }] },
      ];
    }),
  ];
}

/** Calls the model and reads its whole answer. @returns milliseconds until its first word, and the number of words */
export async function readAnswer(asked: LanguageModelV4, prompt: LanguageModelV4CallOptions["prompt"]) {
  const start = performance.now();
  const { stream } = await asked.doStream({ prompt });
  let first = Number.NaN;
  let words = 0;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type !== "text-delta") continue;
    if (words === 0) first = performance.now() - start;
    words++;
  }
  return { first, words };
}
