import { FailureError, failureOf } from "#lib/failure.ts";
import { loadPackTools } from "#lib/git/pack/wasm-pack-tools.ts";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { MountProgress } from "#lib/vfs/source.ts";
import type { CloneReply, CloneRequest } from "./clone-protocol.ts";
import { cloneSnapshot, resolveWanted } from "./clone-snapshot.ts";
import type { ListedClone } from "./listed-clone.ts";

/** Milliseconds of silence that count as a cut: more than the relay's 20 seconds, as its own failure says more. */
const idleMs = 30_000;
/** The shortest time between two reports of one phase, in milliseconds: more often would not be noticed. */
const reportEvery = 100;

/** WebAssembly, compiled while a person still decides what to open. */
let warmed = fetchTools();

function fetchTools(): ReturnType<typeof loadPackTools> {
  const loading = loadPackTools(
    fetch(new URL("@zip.js/zip.js/dist/zip-module.wasm", import.meta.url)).then((answer) => answer.arrayBuffer()),
  );
  // A clone that needs them reports the failure; until then the network may be back.
  loading.catch(() => undefined);
  return loading;
}

async function tools(): ReturnType<typeof loadPackTools> {
  try {
    return await warmed;
  } catch {
    warmed = fetchTools();
    return warmed.catch((cause: unknown) => {
      throw new FailureError({ code: "network-cut", host: worker.location.host }, { cause });
    });
  }
}

/**
 * Arrived files are handed over in pieces of at least this many bytes, and no more often than this, in milliseconds.
 */
const pieceBytes = 2 * 1024 * 1024;
const pieceEvery = 2000;

const worker = self as unknown as DedicatedWorkerGlobalScope;
const cancelling = new AbortController();
const opened = Promise.withResolvers<void>();
const shown = Promise.withResolvers<void>();

worker.addEventListener("message", ({ data }: MessageEvent<CloneRequest>) => {
  if (data.kind === "cancel") cancelling.abort();
  else if (data.kind === "open") opened.resolve();
  else if (data.kind === "read-on") shown.resolve();
  else if (data.kind === "want") void listed?.want(data.paths).then(bring);
  else void answer(data);
});

type Asked = Extract<CloneRequest, { kind: "clone" | "resolve" }>;

async function answer(asked: Asked): Promise<void> {
  try {
    if (asked.kind === "resolve") {
      reply({ kind: "resolved", id: (await resolveWanted(asked.source, environmentOf(asked))).id });
      return;
    }
    const result = await cloneSnapshot(asked.source, {
      ...environmentOf(asked),
      ...(asked.known && { known: asked.known }),
      tools: tools(),
      opened: opened.promise,
      onListed,
    });
    reply({ kind: "done", result }, buffersOf(result.snapshot));
  } catch (error) {
    const failure = failureOf(error);
    if (failure && listed) bring(listed.rest());
    reply(failure ? { kind: "failed", failure } : { kind: "broken", message: String(error) });
  }
}

/** The clone under way, once its folders are known. */
let listed: ListedClone | undefined;

function onListed(clone: ListedClone): Promise<void> {
  listed = clone;
  const { part } = clone;
  reply({ kind: "part", part }, buffersOf(part.known));
  setInterval(() => bring(clone.rest(pieceBytes)), pieceEvery);
  return shown.promise;
}

function bring(contents: Snapshot): void {
  if (contents.modes.length > 0) reply({ kind: "contents", contents }, buffersOf(contents));
}

function environmentOf({ session, authorization }: Asked) {
  return {
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    toAddress: (url: string) => relayAddress(worker.location.origin, url),
    headers: { "x-skillground-session": session },
    ...(authorization && { authorization }),
    signal: cancelling.signal,
    idleMs,
    onProgress: throttled((progress) => reply({ kind: "progress", progress })),
  };
}

function reply(message: CloneReply, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

function buffersOf({ modes, offsets, bytes }: Snapshot): Transferable[] {
  return [modes, offsets, bytes].map((array) => array.buffer as ArrayBuffer);
}

function throttled(report: (progress: MountProgress) => void): (progress: MountProgress) => void {
  let phase = "";
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - last < reportEvery) return;
    phase = progress.phase;
    last = now;
    report(progress);
  };
}
