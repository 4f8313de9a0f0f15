import { Buffer } from "buffer";
import { runLimits } from "#lib/run/run-limits.ts";
import type { FromRun, RunPart, RunStart, ToRun } from "#lib/run/run-messages.ts";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import { closeDoors } from "./closed-doors.ts";
import { javaScript } from "./javascript.ts";
import type { Stream, Written } from "./program.ts";
import { createRunTree } from "./run-tree.ts";
import { createShell } from "./shell.ts";

/**
 * One run, in a worker of a frame without an origin: it is told what to run over which files, and tells what was printed and changed. What
 * scripts could reach a page or a network by is taken out of the worker before any runs; the frame's policy lets nothing out in any case.
 */
const { say, hear } = closeDoors(runLimits.memory);

// The shell's gzip and tar work on Node's.
Object.assign(globalThis, { Buffer });

const parts = new Map<string, (content: RunPart["content"]) => void>();

hear((data) => {
  const message = data as ToRun;
  if (message.kind === "part") parts.get(message.part)?.(message.content);
  else run(message).catch(tellFault);
});
tell({ kind: "ready" });

function tell(message: FromRun): void {
  say(message);
}

function tellFault(caught: unknown): void {
  tell({ kind: "failed", text: caught instanceof Error ? caught.message : String(caught) });
}

/** A part that the page fetches. */
function fetched<Name extends RunPart["part"]>(part: Name): () => Promise<Extract<RunPart, { part: Name }>["content"]> {
  let content: Promise<RunPart["content"]> | undefined;
  return () => {
    content ??= new Promise((arrived) => {
      parts.set(part, arrived);
      tell({ kind: "need", part });
    });
    return content;
  };
}

async function run({ line, cwd, env, stdin, files, now }: RunStart): Promise<void> {
  const tree = createRunTree(files, now);
  for (const folder of ["/tmp", "/home/user", cwd]) tree.makeFolder(folder, { recursive: true });
  const output = createOutput();
  const node = javaScript(fetched("javascript"));
  const interpreters = { node, nodejs: node, tsx: node, "ts-node": node };
  const shell = createShell({ tree, interpreters, write: output.write });
  const end = await shell.run({ line, cwd, env, stdin });
  output.flush();
  const { written, removed } = tree.changes();
  tell({ kind: "end", ...end, written: createSnapshot(written), removed });
}

/** Sends what is printed in pieces: a script that prints a character at a time would else say as many things. */
function createOutput() {
  const decoders = { out: new TextDecoder(), err: new TextDecoder() };
  let pending: { readonly stream: Stream; text: string } | undefined;
  let last = 0;

  function flush(): void {
    if (pending && pending.text !== "") tell({ kind: "output", ...pending });
    pending = undefined;
    last = performance.now();
  }

  return {
    flush,
    write(stream: Stream, written: Written): void {
      const text = typeof written === "string" ? written : decoders[stream].decode(written, { stream: true });
      if (pending && pending.stream !== stream) flush();
      pending ??= { stream, text: "" };
      pending.text += text;
      if (pending.text.length > 8192 || performance.now() - last > 50) flush();
    },
  };
}
