import { failureOf } from "#lib/failure.ts";
import type { CloneReply, CloneRequest } from "#lib/git/clone/clone-protocol.ts";
import { resolveCommit } from "#lib/git/clone/clone-snapshot.ts";
import { clone } from "./clone-from-server.ts";

/** What a page takes for the worker that clones, in its own thread: node has no workers of the page's kind. */
export class ThreadlessWorker extends EventTarget {
  readonly #cancelling = new AbortController();

  postMessage(request: CloneRequest): void {
    if (request.kind === "cancel") this.#cancelling.abort();
    else if (request.kind !== "rehearse") void this.#answer(request);
  }

  terminate(): void {}

  async #answer({ kind, source, authorization }: Extract<CloneRequest, { kind: "clone" | "resolve" }>): Promise<void> {
    const environment = {
      fetch,
      toAddress: (url: string) => url,
      signal: this.#cancelling.signal,
      idleMs: 10_000,
      onProgress: () => undefined,
      ...(authorization && { authorization }),
    };
    try {
      if (kind === "resolve") this.#reply({ kind: "resolved", id: await resolveCommit(source, environment) });
      else this.#reply({ kind: "done", result: await clone(source, environment) });
    } catch (caught) {
      const failure = failureOf(caught);
      this.#reply(failure ? { kind: "failed", failure } : { kind: "broken", message: String(caught) });
    }
  }

  #reply(data: CloneReply): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}
