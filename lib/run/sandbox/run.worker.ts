import { Buffer } from "buffer";
import { runLimits } from "#lib/run/run-limits.ts";
import type { FromRun, RunPartName, RunStart, ToRun, UnpackedPart } from "#lib/run/run-messages.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { closeDoors } from "./closed-doors.ts";
import { javaScript } from "./javascript/javascript.ts";
import { jq } from "./jq/jq.ts";
import type { Interpreter } from "./program.ts";
import { interpreters, python } from "./python/python.ts";
import { createOutput } from "./run-output.ts";
import { createRunTree, type RunTree } from "./run-tree.ts";
import { createShell, type Shell, type ShellEnd } from "./shell.ts";

/** Milliseconds without a run, after which this worker was prepared in advance and has time to rehearse. */
const patience = 30;
/** By then a script begins in a third of the time that it takes after one rehearsal. */
const rehearsals = 12;

/**
 * One run, in a worker of a frame without an origin: it is told what to run with which files, and reports output and changes. Everything
 * with which scripts could reach a page or a network is removed from the worker before any script runs; the frame's policy lets nothing out
 * in any case.
 */
const { say, hear } = closeDoors(runLimits.memory);

// The shell's gzip and tar work with Node's Buffer.
Object.assign(globalThis, { Buffer });

const parts = { javascript: expected<"javascript">(), python: expected<"python">(), jq: expected<"jq">() };
const node = javaScript(parts.javascript.arrived);
const pythons = interpreters(parts.python.arrived, importText);
const query = jq(parts.jq.arrived, importText);
const prepared = { javascript: node, python: pythons, jq: query };

// Everything that does not depend on what is to be run is made before that is known.
const output = createOutput((stream, text) => tell({ kind: "output", stream, text }));
const tree = createRunTree();
const lacks = new Set<string>();
let packages: RunStart["packages"];
const lack = (module: string) => lacks.size < runLimits.lacks && lacks.add(module);
const python3 = needing(
  "python",
  python(pythons, () => packages && { packages, lack }),
);
const javascript = needing("javascript", node);
const programs = { node: javascript, nodejs: javascript, tsx: javascript, "ts-node": javascript };
const interpretersByName = { ...programs, python: python3, python3, jq: needing("jq", query) };
const shell = createShell({ tree, interpreters: interpretersByName, write: output.write });

const rehearsal = setTimeout(() => rehearse().catch(tellFault), patience);
let isStarted = false;

hear((data) => {
  const message = data as ToRun;
  if (message.kind === "start") {
    isStarted = true;
    clearTimeout(rehearsal);
    run(message).catch(tellFault);
    return;
  }
  parts[message.part].arrive(message.content as never);
  // Prepared in advance; a run that has begun unpacks what it needs itself.
  if (!isStarted) prepared[message.part].prepare();
});
tell({ kind: "ready" });

function tell(message: FromRun): void {
  say(message);
}

function tellFault(caught: unknown): void {
  tell({ kind: "failed", text: caught instanceof Error ? caught.message : String(caught) });
}

type Content<Name extends RunPartName> = Extract<UnpackedPart, { part: Name }>["content"];

/** A part that the page hands over when it is requested, or before. */
function expected<Name extends RunPartName>() {
  const { promise, resolve } = Promise.withResolvers<Content<Name>>();
  return { arrived: () => promise, arrive: resolve };
}

/** Tells the page once that a program needs a part; also if the part is there, because the next run may need it as well. */
function needing(part: RunPartName, run: Interpreter): Interpreter {
  let isTold = false;
  return (start) => {
    if (!isTold) tell({ kind: "need", part });
    isTold = true;
    return run(start);
  };
}

async function run({ packages: given, ...start }: RunStart): Promise<void> {
  packages = given;
  const end = await ranIn(tree, shell, start);
  output.flush();
  const { written, removed } = tree.changes();
  tell({ kind: "end", ...end, written: createSnapshot(written), removed, lacks: [...lacks] });
}

async function ranIn(
  tree: RunTree,
  shell: Shell,
  { line, cwd, env, stdin, files, now }: Omit<RunStart, "kind" | "packages">,
): Promise<ShellEnd> {
  tree.give(files, now);
  tree.makeFolder(cwd, { recursive: true });
  return shell.run({ line, cwd, env, stdin });
}

/** Runs a script without side effects, again and again until a run begins, as a browser runs code slowly the first times. */
async function rehearse(): Promise<void> {
  const script = 'for each in a b; do [ -n "$each" ] && echo "$each" | cat; done\n';
  const bytes = new TextEncoder().encode(script);
  const files = createSnapshot([{ path: "scripts/begin.sh", mode: snapshotMode.executable, bytes }]);
  const start = { cwd: "/", env: { HOME: "/" }, stdin: new Uint8Array(), files, now: 0 };
  for (let time = 0; time < rehearsals && !isStarted; time++) {
    const { write, flush } = createOutput(() => undefined);
    const ownTree = createRunTree();
    await ranIn(ownTree, createShell({ tree: ownTree, interpreters: {}, write }), {
      ...start,
      line: "bash scripts/begin.sh",
    });
    flush();
    createSnapshot(ownTree.changes().written);
    await new Promise((done) => setTimeout(done));
  }
}

/** Imports a module from its text, the only way to get new code into this worker. */
async function importText(text: string): Promise<unknown> {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const module: { readonly default: unknown } = await import(address);
  URL.revokeObjectURL(address);
  return module.default;
}
