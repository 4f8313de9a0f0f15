/** The result of a request. `late`: it exceeded its time and was stopped. */
export type Outcome<Reply> =
  | { readonly kind: "answered"; readonly reply: Reply }
  | { readonly kind: "late" }
  /** The worker crashed: out of stack or memory. */
  | { readonly kind: "crashed" }
  /** The worker's script could not be fetched. */
  | { readonly kind: "unfetched" };

interface Job<Request, Reply> {
  readonly request: Request;
  readonly tell: (outcome: Outcome<Reply>) => void;
}

/** The parts of `Worker` that are used. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

export type Ask<Request, Reply> = (request: Request, tell: (outcome: Outcome<Reply>) => void) => () => void;

/** A worker's first message: from then on its own time counts, not the network's. */
const ready = "ready";

/**
 * Hands requests to a worker one at a time, each with a time limit in milliseconds. The latest waiting request goes first, as it is the end
 * of a conversation or what somebody has just opened. A request that takes longer is ended together with its worker; the next one starts a
 * new worker. Asking returns a function that withdraws the request. `tell` is called once, unless the request was withdrawn, and never
 * before asking has returned.
 */
export function deadlineWorker<Request, Reply>(start: () => WorkerLike, milliseconds: number): Ask<Request, Reply> {
  const waiting = new Set<Job<Request, Reply>>();
  let worker: WorkerLike | undefined;
  let current: Job<Request, Reply> | undefined;
  let isReady = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(outcome: Outcome<Reply>): void {
    clearTimeout(timer);
    if (outcome.kind !== "answered") stop();
    const job = current;
    current = undefined;
    if (job && waiting.delete(job)) job.tell(outcome);
    next();
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
    isReady = false;
  }

  function next(): void {
    if (current) return;
    current = [...waiting].at(-1);
    if (!current) return;
    worker ??= started();
    if (isReady) send();
  }

  function started(): WorkerLike {
    const made = start();
    made.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data !== ready) end({ kind: "answered", reply: data as Reply });
      else {
        isReady = true;
        send();
      }
    };
    made.onerror = () => end({ kind: isReady ? "crashed" : "unfetched" });
    return made;
  }

  function send(): void {
    if (!current) return;
    timer = setTimeout(() => end({ kind: "late" }), milliseconds);
    worker?.postMessage(current.request);
  }

  return (request, tell) => {
    const job = { request, tell };
    waiting.add(job);
    queueMicrotask(next);
    return () => waiting.delete(job);
  };
}

/** The worker's side: answers each request. Buffers in `answer`'s transfer list are moved, not copied. */
export function answerRequests<Request, Reply>(
  answer: (request: Request) => Reply,
  moved: (reply: Reply) => Transferable[] = () => [],
): void {
  addEventListener("message", ({ data }: MessageEvent<Request>) => {
    const reply = answer(data);
    postMessage(reply, { transfer: moved(reply) });
  });
  postMessage(ready);
}
