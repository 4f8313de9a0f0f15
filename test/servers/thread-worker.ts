import { Worker as Thread } from "node:worker_threads";

/** A page's module worker as a Node thread, since Node has no module workers: it runs beside the test and can be ended. */
export class ThreadWorker extends EventTarget {
  readonly #thread: Thread;

  constructor(url: URL) {
    super();
    this.#thread = new Thread(scope, { eval: true, workerData: url.href });
    this.#thread.on("message", (data) => this.dispatchEvent(new MessageEvent("message", { data })));
    this.#thread.on("error", () => this.dispatchEvent(new Event("error")));
    // The test process does not wait for it.
    this.#thread.unref();
  }

  postMessage(data: unknown, transfer: ArrayBuffer[] = []): void {
    this.#thread.postMessage(data, transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

/** The globals of a page's worker that ours use; messages wait until its code is loaded. */
const scope = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.self = globalThis;
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  globalThis.addEventListener = (type, listen) => parentPort.on(type, (data) => listen({ data }));
  import(workerData);
`;
