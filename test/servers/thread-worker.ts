import { Worker as Thread } from "node:worker_threads";

/** A page's module worker as a thread of node, which has none of its own: it runs beside the test and can be ended. */
export class ThreadWorker extends EventTarget {
  readonly #thread: Thread;

  constructor(url: URL) {
    super();
    this.#thread = new Thread(scope, { eval: true, workerData: url.href });
    this.#thread.on("message", (data) => this.dispatchEvent(new MessageEvent("message", { data })));
    this.#thread.on("error", () => this.dispatchEvent(new Event("error")));
    // A test does not wait for it.
    this.#thread.unref();
  }

  postMessage(data: unknown, transfer: ArrayBuffer[] = []): void {
    this.#thread.postMessage(data, transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

/** What stands around a worker in a page, as far as ours ask for it; messages wait until its code is there. */
const scope = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.self = globalThis;
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  globalThis.addEventListener = (type, listen) => parentPort.on(type, (data) => listen({ data }));
  import(workerData);
`;
