import { afterEach } from "vitest";
import { modelLabel } from "#lib/chat/model-choice.ts";
import type { LoadModel } from "#lib/chat/models/load-model.ts";
import { createRemoteModel } from "#lib/chat/models/remote-model.ts";
import type { ModelSource } from "#lib/chat/models/source.ts";
import { openrouter } from "#lib/chat/models/sources/openrouter.ts";
import { modelSourceById } from "#lib/chat/models/sources.ts";
import { createModelBudget } from "#lib/server/lent/models-budget.ts";
import { answerTurn } from "#lib/server/lent/models-turn.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startGoogleServer } from "#test/servers/providers/google-server.ts";
import { type CompletionsOptions, startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { startResponsesServer } from "#test/servers/providers/responses-server.ts";

export const key = "sk-test-key-of-the-wire";
export const completions = (dialect: CompletionsOptions["dialect"]) => () =>
  startOpenAiServer({ key, ...(dialect && { dialect }) });

export interface Wire {
  readonly source: Exclude<ModelSource["id"], "demo" | "server">;
  readonly model: string;
  readonly start: () => Promise<FakeProvider>;
  /** The server's environment that lends this model, with a fake's address. */
  readonly lent: (url: string) => Record<string, string>;
}

export const wires: readonly Wire[] = [
  {
    source: "anthropic",
    model: "claude-haiku-4-5",
    start: () => startAnthropicServer({ key }),
    lent: (url) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
  },
  {
    source: "openai",
    model: "gpt-5-mini",
    start: () => startResponsesServer({ key }),
    lent: () => ({ OPENAI_API_KEY: key }),
  },
  {
    source: "google",
    model: "gemini-3-pro-preview",
    start: () => startGoogleServer({ key }),
    lent: (url) => ({ GOOGLE_API_KEY: key, GOOGLE_BASE_URL: url }),
  },
  {
    source: "openrouter",
    model: "qwen/qwen3",
    start: completions("openrouter"),
    lent: () => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: openrouter.endpoint }),
  },
  {
    source: "compatible",
    model: "gpt-test",
    start: completions("plain"),
    lent: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }),
  },
];

/** Starts the fake of a wire format; it runs until the test ends. */
export type StartFake = (wire: Pick<Wire, "start">) => Promise<FakeProvider>;

/** Gives the calling file its own fakes. */
export function createFakes(): StartFake {
  const running: FakeProvider[] = [];
  afterEach(() => Promise.all(running.splice(0).map((provider) => provider.stop())));
  return async ({ start }) => {
    const provider = await start();
    running.push(provider);
    return provider;
  };
}

/** The model of a source, called directly from the page. */
export function direct({ source, model }: Wire, { url }: FakeProvider): LoadModel {
  return async () => ({
    model: await modelSourceById(source).open({ model, key, baseUrl: url }),
    label: modelLabel({ source, model, baseUrl: url }),
  });
}

/** The model of a source through the server's route; its requests to the provider's own address go to the fake. */
function throughRoute({ source, model, lent }: Wire, { url }: FakeProvider): LoadModel {
  const environment = { ...lent(url), SKILLGROUND_MODEL: model };
  const real = globalThis.fetch;
  const route: typeof fetch = async (_, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), "sec-fetch-site": "same-origin" };
    const request = new Request("http://127.0.0.1/api/chat", { ...init, headers });
    const official = modelSourceById(source).endpoint ?? url;
    globalThis.fetch = (input, more) => real(String(input).replace(official, url), more);
    try {
      return await answerTurn(request, { environment, budget: createModelBudget() });
    } finally {
      globalThis.fetch = real;
    }
  };
  return async () => ({
    model: createRemoteModel({ model, fetch: route }),
    label: modelLabel({ source: "server", model }),
  });
}

/** Every source, both directly from the page and lent by the server. */
export const ways = wires.flatMap((wire) => [
  { name: `${wire.source}, straight from the page`, wire, load: direct },
  { name: `${wire.source}, lent by the server`, wire, load: throughRoute },
]);
