import { runLimits } from "#lib/run/run-limits.ts";
import {
  type FromFrame,
  type FromRun,
  type RunPart,
  type RunPartName,
  readFromRun,
  type Said,
  type ToFrame,
  type ToRun,
  type UnpackedPart,
} from "#lib/run/run-messages.ts";
import { unpackJavaScript } from "#lib/run/sandbox/javascript/javascript-parts.ts";
import { unpackPython } from "#lib/run/sandbox/python/python-parts.ts";

/**
 * The script of the frame in which runs live, one at a time, each in a worker of its own. Bundled by itself (`lib/tasks/run-page.ts`), it
 * starts the worker and stands between it and the page: what the worker says is read and counted before it is handed on, so that a script that
 * never stops talking, or says more than a run has to say, is ended here, not heard there.
 * The frame has no origin, no network and, once this has run, no script but what the page hands it (`page.html`). From one worker to the next
 * it keeps what the page has sent, unpacked and compiled; nothing of what a worker says.
 */
interface Running {
  readonly run: number;
  readonly worker: Worker;
  messages: number;
  characters: number;
}

let running: Running | undefined;
const parts = new Map<RunPartName, Promise<UnpackedPart>>();

addEventListener("message", ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.kind === "worker") start(data.run, data.script);
  else if (data.kind === "clear") end();
  else if (data.kind === "part") hand(data as RunPart);
  else tell(data);
});
// The sandbox takes the lab's origin away, too; `frame-ancestors` sees to it that the parent is no other site.
say({ kind: "frame" });

function start(run: number, script: Blob): void {
  end();
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  const begun = { run, worker, messages: 0, characters: 0 };
  running = begun;
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => pass(begun, readFromRun(data)));
  worker.addEventListener("error", ({ message }) => pass(begun, failed(message)));
}

function end(): void {
  running?.worker.terminate();
  running = undefined;
}

function tell(message: ToRun): void {
  running?.worker.postMessage(message);
}

/** @param part without a content where it was sent before */
function hand(part: RunPart): void {
  const unpacked = parts.get(part.part) ?? unpack(part);
  parts.set(part.part, unpacked);
  const to = running;
  unpacked.then(
    (ready) => to === running && tell({ kind: "part", ...ready }),
    (caught: unknown) => {
      parts.delete(part.part);
      if (to) pass(to, failed(String(caught)));
    },
  );
}

async function unpack(part: RunPart): Promise<UnpackedPart> {
  return part.part === "javascript"
    ? { part: "javascript", content: await unpackJavaScript(part.content) }
    : { part: "python", content: await unpackPython(part.content) };
}

/** @param said nothing where the worker said what is no word of a run */
function pass(from: Running, said: Said | undefined): void {
  if (from !== running) return;
  from.messages++;
  if (said && "text" in said) from.characters += said.text.length;
  const isFlood = from.messages > runLimits.messages || from.characters > runLimits.output;
  if (isFlood) end();
  if (isFlood || said) say({ kind: "said", run: from.run, said: isFlood ? { kind: "flood" } : (said as Said) });
}

function failed(text: string): FromRun {
  return { kind: "failed", text };
}

function say(message: FromFrame): void {
  parent.postMessage(message, "*");
}
