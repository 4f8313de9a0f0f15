import { Readable } from "./readable.ts";
import { type Done, Stream, streamError } from "./stream.ts";
import { Duplex, PassThrough, Transform, Writable } from "./writable.ts";

type Step = unknown;

const isOpenOutput = (stream: unknown) => (stream as { readonly staysOpen?: boolean }).staysOpen === true;

/** Calls `done` once a stream has ended, failed or closed before its end. */
function finished(stream: Stream, ...given: unknown[]): () => void {
  const done = given.at(-1) as Done;
  let isTold = false;
  const tell = (error?: unknown) => {
    if (isTold) return;
    isTold = true;
    if (error) done(error);
    else done();
  };
  const { readable, writable } = { readable: stream instanceof Readable, writable: stream instanceof Writable };
  const isOver = () => {
    const { readableEnded = true, writableFinished = true } = stream as unknown as Partial<Duplex>;
    return (!readable || readableEnded) && (!writable || writableFinished);
  };
  const check = () => isOver() && tell();
  stream.on("end", check);
  stream.on("finish", check);
  stream.on("error", tell);
  stream.on("close", () => tell(isOver() ? undefined : streamError("ERR_STREAM_PREMATURE_CLOSE", "Premature close")));
  if (stream.errored) tell(stream.errored);
  else check();
  return () => {
    isTold = true;
  };
}

/** Pipes each step into the next: streams, what can be iterated, and functions that make the one from the other. */
function pipeline(...given: unknown[]): unknown {
  const done = given.pop() as Done;
  const steps = (Array.isArray(given[0]) ? given[0] : given) as readonly Step[];
  const streams: Stream[] = [];
  let isOver = false;
  const end = (error?: unknown, value?: unknown) => {
    if (isOver) return;
    isOver = true;
    if (error) for (const stream of streams) if (!isOpenOutput(stream)) stream.destroy();
    done(error, value);
  };
  let from: unknown;
  for (const [at, step] of steps.entries()) {
    const made = typeof step === "function" ? step(from) : step;
    const isLast = at === steps.length - 1;
    if (made instanceof Promise) {
      made.then((value) => end(undefined, value), end);
      return undefined;
    }
    const isStream = made instanceof Stream || isOpenOutput(made);
    const stream = (isStream ? made : Readable.from(made as Iterable<unknown>)) as Stream;
    const isSource = at === 0 || typeof step === "function";
    if (!isSource) (from as Readable).pipe(stream as never);
    if (!isOpenOutput(stream)) {
      streams.push(stream);
      finished(stream, (error: unknown) => {
        if (error) end(error);
        else if (isLast) end();
      });
    } else (from as Readable).once("end", () => end());
    from = stream;
  }
  return from;
}

const promised =
  (act: (...given: unknown[]) => unknown) =>
  (...given: unknown[]) =>
    new Promise<unknown>((done, fail) => {
      const [last] = given.slice(-1);
      const isOptions = given.length > 2 && Object.getPrototypeOf(Object(last)) === Object.prototype;
      act(...(isOptions ? given.slice(0, -1) : given), (error: unknown, value: unknown) =>
        error ? fail(error) : done(value),
      );
    });

export const streamPromises = { pipeline: promised(pipeline), finished: promised(finished as never) };

/** Node's `stream`. */
export const streams = Object.assign(Stream, {
  Stream,
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  pipeline,
  finished,
  promises: streamPromises,
});
