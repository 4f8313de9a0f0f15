import { failureOf } from "#lib/failure.ts";
import type { CloneReply, CloneRequest } from "#lib/git/clone/clone-protocol.ts";
import { resolveWanted } from "#lib/git/clone/clone-snapshot.ts";
import type { ListedClone } from "#lib/git/clone/listed-clone.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { clone } from "./clone-from-server.ts";

/**
 * Runs the cloning worker's code in the page's own thread, as Node has no workers of the page's kind. The code of any other worker is never
 * loaded.
 */
export class ThreadlessWorker extends EventTarget {
  readonly #cancelling = new AbortController();
  readonly #opened = Promise.withResolvers<void>();
  readonly #shown = Promise.withResolvers<void>();
  #listed: ListedClone | undefined;
  #telling: NodeJS.Timeout | undefined;

  constructor(url: URL) {
    super();
    if (!url.pathname.endsWith("/clone.worker.ts")) queueMicrotask(() => this.dispatchEvent(new Event("error")));
  }

  postMessage(request: CloneRequest): void {
    if (request.kind === "cancel") this.#cancelling.abort();
    else if (request.kind === "open") this.#opened.resolve();
    else if (request.kind === "read-on") this.#shown.resolve();
    else if (request.kind === "want") void this.#listed?.want(request.paths).then((come) => this.#bring(come));
    else void this.#answer(request);
  }

  terminate(): void {
    clearInterval(this.#telling);
  }

  async #answer({
    kind,
    source,
    authorization,
    known,
  }: Extract<CloneRequest, { kind: "clone" | "resolve" }>): Promise<void> {
    const environment = {
      fetch,
      toAddress: (url: string) => url,
      signal: this.#cancelling.signal,
      // Longer than any test takes on a busy machine.
      idleMs: 60_000,
      onProgress: () => undefined,
      ...(authorization && { authorization }),
    };
    try {
      if (kind === "resolve") this.#reply({ kind: "resolved", id: (await resolveWanted(source, environment)).id });
      else {
        const onListed = (listed: ListedClone) => {
          this.#listed = listed;
          this.#reply({ kind: "part", part: listed.part });
          this.#telling = setInterval(() => this.#bring(listed.rest(50_000)), 100);
          return this.#shown.promise;
        };
        const opened = this.#opened.promise;
        const result = await clone(source, { ...environment, opened, onListed, ...(known && { known }) });
        this.#reply({ kind: "done", result });
      }
    } catch (caught) {
      const failure = failureOf(caught);
      if (failure && this.#listed) this.#bring(this.#listed.rest());
      this.#reply(failure ? { kind: "failed", failure } : { kind: "broken", message: String(caught) });
    }
  }

  #bring(contents: Snapshot): void {
    if (contents.modes.length > 0) this.#reply({ kind: "contents", contents });
  }

  #reply(data: CloneReply): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}
