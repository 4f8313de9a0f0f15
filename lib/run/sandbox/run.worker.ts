import { Buffer } from "buffer";
import { runLimits } from "#lib/run/run-limits.ts";
import type { FromRun, RunPart, RunPartName, RunStart, ToRun } from "#lib/run/run-messages.ts";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import { closeDoors } from "./closed-doors.ts";
import { javaScript } from "./javascript.ts";
import type { Stream, Written } from "./program.ts";
import { python } from "./python/python.ts";
import { createRunTree } from "./run-tree.ts";
import { createShell } from "./shell.ts";

/**
 * One run, in a worker of a frame without an origin: it is told what to run over which files, and tells what was printed and changed. What
 * scripts could reach a page or a network by is taken out of the worker before any runs; the frame's policy lets nothing out in any case.
 */
const { say, hear } = closeDoors(runLimits.memory);

// The shell's gzip and tar work on Node's.
Object.assign(globalThis, { Buffer });

/** Who waits for which part: the page answers with what was asked for. */
const parts = new Map<string, (content: never) => void>();

hear((data) => {
  const message = data as ToRun;
  if (message.kind === "part") parts.get(message.part)?.(message.content as never);
  else run(message).catch(tellFault);
});
tell({ kind: "ready" });

function tell(message: FromRun): void {
  say(message);
}

function tellFault(caught: unknown): void {
  tell({ kind: "failed", text: caught instanceof Error ? caught.message : String(caught) });
}

type Content<Name extends RunPartName> = Extract<RunPart, { part: Name }>["content"];

/** A part that the page fetches. */
function fetched<Name extends RunPartName>(part: Name): () => Promise<Content<Name>> {
  let content: Promise<Content<Name>> | undefined;
  return () => {
    content ??= new Promise((arrived) => {
      parts.set(part, arrived);
      tell({ kind: "need", part });
    });
    return content;
  };
}

async function run({ line, cwd, env, stdin, files, packages, now }: RunStart): Promise<void> {
  const tree = createRunTree(files, now);
  for (const folder of ["/tmp", "/home/user", cwd]) tree.makeFolder(folder, { recursive: true });
  const output = createOutput();
  const node = javaScript(fetched("javascript"));
  const lacks = new Set<string>();
  const lack = (module: string) => lacks.size < runLimits.lacks && lacks.add(module);
  const python3 = python(fetched("python"), importText, packages && { packages, lack });
  const interpreters = { node, nodejs: node, tsx: node, "ts-node": node, python: python3, python3 };
  const shell = createShell({ tree, interpreters, write: output.write });
  const end = await shell.run({ line, cwd, env, stdin });
  output.flush();
  const { written, removed } = tree.changes();
  tell({ kind: "end", ...end, written: createSnapshot(written), removed, lacks: [...lacks] });
}

/** A module that came as a text: what is not in this worker yet has no other way in. */
async function importText(text: string): Promise<unknown> {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const module: { readonly default: unknown } = await import(address);
  URL.revokeObjectURL(address);
  return module.default;
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
