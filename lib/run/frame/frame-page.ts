import { runLimits } from "#lib/run/run-limits.ts";
import { type FrameStart, type FromFrame, readFromRun } from "#lib/run/run-messages.ts";

/**
 * The script of the frame in which one run lives. Bundled by itself (`lib/tasks/run-page.ts`), it starts the worker and stands between it and
 * the page: what the worker says is read and counted before it is handed on, so that a script that never stops talking, or says more than a run
 * has to say, is ended here, not heard there.
 * The frame has no origin, no network and, once this has run, no script but what the page hands it (`page.html`).
 */
let worker: Worker | undefined;
let messages = 0;
let characters = 0;

addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent) return;
  if (worker) worker.postMessage(data);
  else start(data as FrameStart);
});
say({ kind: "frame" });

function start({ script }: FrameStart): void {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  worker = new Worker(address);
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => pass(data));
  worker.addEventListener("error", ({ message }) => pass({ kind: "failed", text: message }));
}

function pass(data: unknown): void {
  const said = readFromRun(data);
  messages++;
  if (said && "text" in said) characters += said.text.length;
  if (messages > runLimits.messages || characters > runLimits.output) {
    worker?.terminate();
    say({ kind: "flood" });
  } else if (said) parent.postMessage(said, "*");
}

// The sandbox takes the lab's origin away, too; `frame-ancestors` sees to it that the parent is no other site.
function say(message: FromFrame): void {
  parent.postMessage(message, "*");
}
