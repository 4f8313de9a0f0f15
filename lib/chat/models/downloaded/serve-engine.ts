import type { TextMessage } from "../prompted-tools.ts";

/** What the page asks of the worker in which a model runs. One model and one answer at a time. */
export type EngineRequest =
  | { readonly kind: "load"; readonly model: string; readonly window: number }
  | { readonly kind: "ask"; readonly id: number; readonly messages: readonly TextMessage[] }
  | { readonly kind: "stop"; readonly id: number };

export type EngineReply =
  /** `share`: from 0 to 1. */
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "loaded" }
  | { readonly kind: "not-loaded"; readonly reason: string }
  | { readonly kind: "piece"; readonly id: number; readonly text: string }
  | { readonly kind: "done"; readonly id: number; readonly reason?: string };

/** WebLLM's engine, as far as it is used. */
export interface Engine {
  setInitProgressCallback(tell: (report: { readonly progress: number }) => void): void;
  reload(model: string, options: { readonly context_window_size: number }): Promise<void>;
  interruptGenerate(): unknown;
  readonly chat: {
    readonly completions: { create(request: StreamedRequest): Promise<AsyncIterable<Chunk>> };
  };
}

interface StreamedRequest {
  readonly messages: readonly TextMessage[];
  readonly stream: true;
  readonly extra_body: { readonly enable_thinking: boolean };
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string | null } }[];
}

/** Answers requests with an engine. A failed request does not end the worker. */
export function serveEngine(engine: Engine, reply: (reply: EngineReply) => void): (request: EngineRequest) => void {
  let current: number | undefined;
  engine.setInitProgressCallback(({ progress }) => reply({ kind: "progress", share: progress }));

  async function load(model: string, window: number): Promise<void> {
    try {
      await engine.reload(model, { context_window_size: window });
      reply({ kind: "loaded" });
    } catch (caught) {
      reply({ kind: "not-loaded", reason: String(Object(caught).message ?? caught) });
    }
  }
  async function ask(id: number, messages: readonly TextMessage[]): Promise<void> {
    current = id;
    try {
      // Small models think at length, which fills their small context windows.
      const request = { messages, stream: true, extra_body: { enable_thinking: false } } as const;
      for await (const { choices } of await engine.chat.completions.create(request)) {
        // A request stopped before it began cannot be interrupted, so it ends here.
        if (current !== id) break;
        const text = choices[0]?.delta.content;
        if (text) reply({ kind: "piece", id, text });
      }
      reply({ kind: "done", id });
    } catch (caught) {
      reply({ kind: "done", id, reason: String(Object(caught).message ?? caught) });
    }
  }
  return (request) => {
    if (request.kind === "load") void load(request.model, request.window);
    else if (request.kind === "ask") void ask(request.id, request.messages);
    else if (current === request.id) {
      current = undefined;
      engine.interruptGenerate();
    }
  };
}
