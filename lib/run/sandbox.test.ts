import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import type { Fetching, SandboxHost } from "./run-frame.ts";
import { runLimits } from "./run-limits.ts";
import { createSandbox, type RunOutcome } from "./sandbox.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page, with the frames that a sandbox opens in it. */
function page() {
  const target = new EventTarget();
  const frames: { readonly window: { postMessage: ReturnType<typeof vi.fn> }; remove: ReturnType<typeof vi.fn> }[] = [];
  const fetchPart = vi.fn(
    async () => ({ part: "javascript", content: { wasm: new Blob(), memory: new Blob() } }) as const,
  );
  const sandbox = createSandbox({
    page: target as unknown as Window,
    openFrame() {
      const frame = { window: { postMessage: vi.fn() }, remove: vi.fn() };
      frames.push(frame);
      return frame;
    },
    fetchScript: async () => new Blob(["the worker"]),
    fetchPart,
    hasPart: (name) => name === "javascript",
  });
  const starts = (frame = frames.at(-1)) =>
    frame?.window.postMessage.mock.calls.flatMap(([{ kind, run }]) => (kind === "worker" ? [Number(run)] : [])) ?? [];
  /** Makes the frame report that it has loaded, or a message of a run's worker. */
  const says = async (
    said: { readonly kind: string; readonly [field: string]: unknown },
    { frame = frames.at(-1), origin = "null", run = starts(frame).at(-1) } = {},
  ) => {
    const data = said.kind === "frame" ? said : { kind: "said", run, said };
    target.dispatchEvent(Object.assign(new Event("message"), { data, source: frame?.window, origin }));
    await vi.advanceTimersByTimeAsync(0);
  };
  const stopping = new AbortController();
  const printed: string[] = [];
  const begin = () => {
    const fetchings: (Fetching | undefined)[] = [];
    const run = sandbox.run({
      line: "echo hi",
      cwd: "/",
      env: {},
      stdin: new Uint8Array(),
      files: createSnapshot([]),
      signal: stopping.signal,
      onOutput: (_, text) => printed.push(text),
      onFetching: (fetching) => fetchings.push(fetching),
    });
    const outcomes: RunOutcome[] = [];
    void run.outcome.then((outcome) => outcomes.push(outcome));
    return { ...run, outcomes, fetchings };
  };
  return { sandbox, frames, says, begin, stopping, printed, fetchPart };
}

const end = { kind: "end", status: 3, cwd: "/tmp", env: {}, written: createSnapshot([]), removed: [] };

it("hands the worker to the frame, then the line to the worker, once, and ends the worker at the end", async () => {
  const { frames, says, begin, printed } = page();
  const { outcomes } = begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await says({ kind: "ready" });
  await says({ kind: "output", stream: "out", text: "hi\n" });
  const sent = frames[0]?.window.postMessage.mock.calls.map(([message]) => message.kind);
  expect(sent).toEqual(["worker", "start"]);
  expect(printed).toEqual(["hi\n"]);
  await says(end);
  expect(outcomes).toMatchObject([{ kind: "ended", status: 3, cwd: "/tmp" }]);
  expect(frames[0]?.window.postMessage.mock.lastCall).toEqual([{ kind: "clear" }, "*"]);
});

it("leaves nothing at the signal once it has ended, which may outlive many runs", async () => {
  const { says, begin, stopping } = page();
  const listening = () => getEventListeners(stopping.signal, "abort").length;
  begin();
  expect(listening()).toBe(1);
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await says(end);
  expect(listening()).toBe(0);
});

it("has the next run in a worker of its own, in the frame of one that has ended, and hears nothing of that one's", async () => {
  const { sandbox, frames, says, begin, printed, stopping } = page();
  const one = begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await says(end);
  // As when the page no longer shows the run.
  stopping.abort();
  sandbox.prepare();
  await vi.advanceTimersByTimeAsync(0);
  const kinds = () => frames[0]?.window.postMessage.mock.calls.map(([{ kind, run }]) => [kind, run]);
  expect([frames.length, frames[0]?.remove.mock.calls.length]).toEqual([1, 0]);
  expect(kinds()).toEqual([
    ["worker", 1],
    ["start", undefined],
    ["clear", undefined],
    ["worker", 2],
  ]);
  const two = sandbox.run({
    ...{ line: "pwd", cwd: "/", env: {}, stdin: new Uint8Array(), files: createSnapshot([]) },
    ...{ signal: new AbortController().signal, onOutput: (_, text) => printed.push(text) },
  });
  const outcomes: RunOutcome[] = [];
  void two.outcome.then((outcome) => outcomes.push(outcome));
  await says({ kind: "ready" }, { run: 1 });
  await says({ kind: "output", stream: "out", text: "of the one before" }, { run: 1 });
  await says(end, { run: 1 });
  expect([one.outcomes.length, printed, outcomes, kinds()?.length]).toEqual([1, [], [], 4]);
  await says({ kind: "ready" });
  await says({ kind: "output", stream: "out", text: "of this one" });
  await says({ ...end, status: 0 });
  expect([printed, outcomes]).toMatchObject([["of this one"], [{ kind: "ended", status: 0 }]]);
});

it("lets go of what waits for a run after a while", async () => {
  const { sandbox, frames, says, begin } = page();
  begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  // Not while it runs.
  await vi.advanceTimersByTimeAsync(runLimits.time - 1);
  await says(end);
  await vi.advanceTimersByTimeAsync(runLimits.idle - 1);
  expect(frames[0]?.remove).not.toHaveBeenCalled();
  sandbox.prepare();
  await vi.advanceTimersByTimeAsync(runLimits.idle - 1);
  expect(frames[0]?.remove).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(frames[0]?.remove).toHaveBeenCalled();
  sandbox.prepare();
  expect(frames).toHaveLength(2);
});

it("listens to no other frame, and to none that has an origin", async () => {
  const { says, begin, printed, frames } = page();
  const { outcomes } = begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await says(
    { kind: "output", stream: "out", text: "x" },
    { frame: { window: { postMessage: vi.fn() }, remove: vi.fn() } },
  );
  await says({ kind: "output", stream: "out", text: "x" }, { origin: "https://evil.example" });
  await says({ kind: "end" }, { origin: "http://127.0.0.1" });
  expect([printed, outcomes, frames[0]?.remove.mock.calls]).toEqual([[], [], []]);
});

it("believes no end and no output before it has told what to run", async () => {
  const { says, begin, printed } = page();
  const { outcomes } = begin();
  await says({ kind: "output", stream: "out", text: "x" });
  await says(end);
  expect([printed, outcomes]).toEqual([[], []]);
});

it("ends a run when it is stopped, at its time limit, and when it floods", async () => {
  const stopped = page();
  const one = stopped.begin();
  stopped.stopping.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(one.outcomes).toEqual([{ kind: "stopped" }]);
  expect(stopped.frames[0]?.remove).toHaveBeenCalled();

  const late = page();
  const two = late.begin();
  await late.says({ kind: "frame" });
  await late.says({ kind: "ready" });
  await vi.advanceTimersByTimeAsync(runLimits.time - 1);
  expect(two.outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(two.outcomes).toEqual([{ kind: "late" }]);

  const flooded = page();
  const three = flooded.begin();
  await flooded.says({ kind: "frame" });
  await flooded.says({ kind: "ready" });
  await flooded.says({ kind: "flood" });
  expect(three.outcomes).toEqual([{ kind: "flood" }]);
});

it("can be given its time once more, and only once", async () => {
  const { says, begin } = page();
  const { extend, outcomes } = begin();
  expect(extend()).toBe(false);
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([extend(), extend()]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(2 * runLimits.time - 10_001);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual([{ kind: "late" }]);
});

it("fetches a part when a run first asks for it, and tells of one that does not come", async () => {
  const { says, begin, frames } = page();
  begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  for (let times = 0; times < 3; times++) await says({ kind: "need", part: "javascript" });
  const told = frames[0]?.window.postMessage.mock.calls.map(([message]) => message.kind);
  expect(told).toEqual(["worker", "start", "part"]);

  const offline = page();
  offline.fetchPart.mockRejectedValueOnce(new TypeError("offline"));
  const { outcomes } = offline.begin();
  await offline.says({ kind: "frame" });
  await offline.says({ kind: "ready" });
  await offline.says({ kind: "need", part: "javascript" });
  expect(outcomes).toEqual([{ kind: "unfetched" }]);
});

it("lets a run's time stand still while a part comes, says how far it is, and gives up the fetch with the run", async () => {
  const { says, begin, fetchPart, stopping } = page();
  const arrived = Promise.withResolvers<never>();
  fetchPart.mockImplementationOnce(() => arrived.promise);
  const { outcomes, extend, fetchings } = begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await says({ kind: "need", part: "python" });
  const [name, { signal, onProgress }] = fetchPart.mock.calls[0] as unknown as Parameters<SandboxHost["fetchPart"]>;
  onProgress({ part: "python", bytes: 10, fetched: 5 });
  await vi.advanceTimersByTimeAsync(10 * runLimits.time);
  expect([name, outcomes, extend(), fetchings]).toEqual([
    "python",
    [],
    false,
    [{ part: "python", bytes: 10, fetched: 5 }],
  ]);
  arrived.resolve({ part: "python", content: {} } as never);
  await vi.advanceTimersByTimeAsync(runLimits.time - 1);
  expect([outcomes, fetchings.at(-1)]).toEqual([[], undefined]);
  stopping.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect([outcomes, signal.aborted]).toEqual([[{ kind: "stopped" }], true]);
});

it("hands a part before the run that is expected to need it, once, and to the next run what this one has needed", async () => {
  const { sandbox, frames, begin, says, fetchPart } = page();
  sandbox.prepare(["javascript"]);
  const arrived = Promise.withResolvers<never>();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  const told = (at: number) => frames[at]?.window.postMessage.mock.calls.map(([message]) => message.kind);
  expect(told(0)).toEqual(["worker", "part"]);
  begin();
  await says({ kind: "need", part: "javascript" });
  expect([told(0), fetchPart.mock.calls.length]).toEqual([["worker", "part", "start"], 1]);
  await says(end);
  sandbox.prepare();
  await vi.advanceTimersByTimeAsync(0);
  await says({ kind: "ready" });
  // The frame already has the part's content.
  expect(told(0)?.slice(3)).toEqual(["clear", "worker", "part"]);
  expect(frames[0]?.window.postMessage.mock.lastCall).toEqual([{ kind: "part", part: "javascript" }, "*"]);
  expect(fetchPart).toHaveBeenCalledTimes(1);

  // A part that failed in advance is fetched again when needed; a run waits for one that is on its way.
  const late = page();
  late.fetchPart.mockRejectedValueOnce(new TypeError("offline")).mockImplementationOnce(() => arrived.promise);
  late.sandbox.prepare(["javascript"]);
  const { outcomes } = late.begin();
  await late.says({ kind: "frame" });
  await late.says({ kind: "ready" });
  await late.says({ kind: "need", part: "javascript" });
  expect([late.fetchPart.mock.calls.length, outcomes]).toEqual([2, []]);
});

it("hands no part to a later run that arrives for an earlier one", async () => {
  const { sandbox, frames, begin, says, fetchPart } = page();
  const arrived = Promise.withResolvers<never>();
  fetchPart.mockImplementationOnce(() => arrived.promise);
  sandbox.prepare(["javascript"]);
  begin();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  await says(end);
  sandbox.prepare([]);
  await says({ kind: "ready" });
  arrived.resolve({ part: "javascript", content: {} } as never);
  await vi.advanceTimersByTimeAsync(0);
  const told = frames[0]?.window.postMessage.mock.calls.map(([{ kind }]) => kind);
  expect(told).toEqual(["worker", "start", "clear", "worker"]);
});

it("fetches nothing for somebody who has not asked for it, but what this browser has", async () => {
  const { sandbox, says, fetchPart } = page();
  sandbox.prepare(["javascript", "python"], true);
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  expect(fetchPart.mock.calls.map(([name]: readonly unknown[]) => name)).toEqual(["javascript"]);
});

it("has the frame that was prepared for the next run, and lets go of one that is not wanted", async () => {
  const { sandbox, frames, begin, says } = page();
  sandbox.prepare();
  sandbox.prepare();
  await says({ kind: "frame" });
  await says({ kind: "ready" });
  begin();
  expect(frames).toHaveLength(1);
  expect(frames[0]?.window.postMessage.mock.calls.map(([message]) => message.kind)).toEqual(["worker", "start"]);
  sandbox.prepare();
  sandbox.rest();
  expect([frames.length, frames[1]?.remove.mock.calls.length]).toEqual([2, 1]);
});
