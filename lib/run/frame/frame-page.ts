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
import { unpackJq } from "#lib/run/sandbox/jq/jq-parts.ts";
import { unpackPython } from "#lib/run/sandbox/python/python-parts.ts";

/**
 * The script of the frame in which runs happen, one at a time, each in a worker of its own. It is bundled separately
 * (`lib/tasks/run-page.ts`), starts the worker and stands between it and the page: it reads and counts what the worker says before handing
 * it on, so that a script that talks without end is ended here, without reaching the page. The frame has no origin, no network and, once
 * this has run, no script but what the page hands it (`page.html`). Between workers it keeps what the page has sent, unpacked and compiled,
 * but nothing that a worker said.
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
// The sandbox hides the lab's origin too, so "*" is used; `frame-ancestors` makes sure that the parent is no other site.
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

/** @param part without its content if that was sent before */
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
  switch (part.part) {
    case "javascript":
      return { part: "javascript", content: await unpackJavaScript(part.content) };
    case "python":
      return { part: "python", content: await unpackPython(part.content) };
    case "jq":
      return { part: "jq", content: await unpackJq(part.content) };
  }
}

/** @param said `undefined` if the worker's message is not valid */
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
