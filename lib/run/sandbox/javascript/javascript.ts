import { latin1 } from "#lib/run/sandbox/latin1.ts";
import type { Interpreter, Prepared, ProgramEnd, ProgramStart } from "#lib/run/sandbox/program.ts";
import { createRunTree, type RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { type Engine, engines, newEngine } from "./engines.ts";
import { type Evaluated, evaluate, ScriptError, turnUntilIdle } from "./evaluate.ts";
import { beyondTypes, type ImportKind, importKind, isFile, isModule, moduleSource } from "./javascript-modules.ts";
import type { JavaScriptImage } from "./javascript-parts.ts";
import { joinFault } from "./module-faults.ts";
import { nodeVersion, type Program, readNodeCall } from "./node-call.ts";

/** Runs programs with Node's command line: `node [options] [script|-e code|-] [arguments]`. */
export function javaScript(image: () => Promise<JavaScriptImage>): Prepared {
  const from = engines(image);
  const run: Interpreter = async (start) => {
    const call = readNodeCall(start.args);
    if (call.kind === "program") return runProgram(start, call, from.next);
    if (call.kind === "print") start.write("out", call.text);
    else start.write("err", `node: ${call.text}\n`);
    return call.kind === "print" ? 0 : 9;
  };
  // A browser runs code slowly the first time.
  const rehearse = () =>
    runProgram(nothing(), { kind: "program", code: "console.log()", prints: false, args: [] }, from.another);
  return Object.assign(run, { prepare: () => void from.prepare().then(rehearse).catch(ignore) });
}

/** Preparing an engine reports no error; the program that needs the engine does. */
const ignore = () => undefined;

/** A program start without files, whose output is dropped. */
function nothing(): ProgramStart {
  return {
    args: [],
    cwd: "/",
    env: {},
    stdin: () => new Uint8Array(),
    tree: createRunTree(),
    write: () => undefined,
    shell: () => Promise.reject(new Error("There is no shell yet.")),
  };
}

/** The memory from which programs start: that of an engine that has evaluated `lib/run/guest`. */
export async function javaScriptMemory(wasm: WebAssembly.Module, prelude: string): Promise<Uint8Array> {
  const facts = { argv: [], options: [], version: nodeVersion, entry: undefined };
  const engine = await newEngine({ wasm });
  engine.give({ start: nothing(), end: { code: undefined }, facts });
  await evaluate(engine, { code: prelude, name: "node:prelude", type: "global" });
  return withoutText(engine.image(), new TextEncoder().encode(prelude));
}

/** A memory in which the copies of the code's own text that are left of reading it are zeros: nothing needs them, and all pages fetch them. */
function withoutText(memory: Uint8Array, text: Uint8Array): Uint8Array {
  const from = Math.floor(text.length / 2);
  const probe = latin1(text.subarray(from, from + 256));
  const all = latin1(memory);
  for (let found = all.indexOf(probe); found >= 0; found = all.indexOf(probe, found + 1)) {
    let [start, end] = [0, 0];
    while (start < from && memory[found - start - 1] === text[from - start - 1]) start++;
    while (from + end < text.length && memory[found + end] === text[from + end]) end++;
    memory.fill(0, found - start, found + end);
  }
  return memory;
}

async function runProgram(start: ProgramStart, program: Program, next: () => Promise<Engine>): Promise<number> {
  const script = scriptOf(start, program);
  const refused = refusalOf(start, program, script);
  if (!script || refused !== undefined) {
    start.write("err", `${refused}\n\nNode.js ${nodeVersion}\n`);
    return 1;
  }
  const end: ProgramEnd = { code: undefined };
  start.signal?.addEventListener("abort", () => {
    end.code ??= 124;
  });
  const entry = program.path === undefined ? undefined : script.path;
  const argv = ["/usr/bin/node", ...(entry === undefined ? [] : [entry]), ...program.args];
  const engine = await next();
  const facts = { argv, options: program.options ?? [], version: nodeVersion, entry };
  engine.give({ start, end, facts, isChecked: program.isChecked ?? false, onlyTypes: takesOnlyTypes(start, program) });
  try {
    const named = program.code === undefined ? "" : ";__host.nameModules()";
    await evaluate(engine, { code: `__host.begin()${named}`, name: "node:begin", type: "global" });
    await evaluate(engine, mainOf(start.tree, importKind(start.name), program, script));
    await turnUntilIdle(engine, end);
  } catch (caught) {
    if (end.code !== undefined) return end.code;
    if (!(caught instanceof ScriptError)) throw caught;
    // Its handlers of the end run first, and may end it otherwise.
    await evaluate(engine, { code: "__host.runFailed()", name: "node:exit", type: "global" }).catch(ignore);
    start.write("err", caught.message);
    return end.code ?? 1;
  }
  // Neither is disposed of: values may still be in use, and the whole worker is removed when the run ends.
  return end.code ?? 0;
}

/** Why a program does not begin, as Node says it. */
function refusalOf(start: ProgramStart, program: Program, script: Script | undefined): string | undefined {
  if (!script) {
    const missing = `Error: Cannot find module '${resolve(start.cwd, program.path ?? "")}'`;
    return `${missing} {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}`;
  }
  const beyond = takesOnlyTypes(start, program) ? beyondTypes(script.path, script.source) : undefined;
  return beyond && `${script.path}\n\n${beyond}`;
}

function takesOnlyTypes({ name }: ProgramStart, { transforms }: Program): boolean {
  return name === "node" && !transforms;
}

interface Script {
  /** For code from stdin or `-e`, a path in the working folder, from which its imports are resolved. */
  readonly path: string;
  readonly source: string;
}

function scriptOf(start: ProgramStart, { path, code, isModule: isAny }: Program): Script | undefined {
  const name = code === undefined ? "[stdin]" : "[eval]";
  const own = `${start.cwd === "/" ? "" : start.cwd}/${name}${isAny ? ".mjs" : ""}`;
  if (code !== undefined) return { path: own, source: code };
  if (path === undefined) return { path: own, source: new TextDecoder().decode(start.stdin()) };
  const found = findScript(start, path);
  return found === undefined ? undefined : { path: found, source: new TextDecoder().decode(start.tree.read(found)) };
}

/** The code that runs a script. */
function mainOf(
  tree: RunTree,
  kind: ImportKind,
  { prints, isChecked }: Program,
  { path: name, source }: Script,
): Evaluated {
  const text = JSON.stringify(source);
  if (isChecked && isModule(tree, name, source))
    return { code: moduleSource(tree, name, kind, source), name, type: "module", isChecked };
  if (isChecked) return { code: `__host.check(${JSON.stringify(name)}, ${text})`, name: "node:main", type: "global" };
  if (prints) {
    return { code: `__host.printValue(${JSON.stringify(name)}, ${text})`, name: "node:main", type: "global" };
  }
  const told = (said: string) => joinFault(tree, name, said, kind);
  if (isModule(tree, name, source)) return { code: moduleSource(tree, name, kind, source), name, type: "module", told };
  return { code: `__host.runMain(${JSON.stringify(name)}, ${text})`, name: "node:main", type: "global" };
}

/** The file that `node path` runs. */
function findScript({ tree, cwd }: ProgramStart, path: string): string | undefined {
  const absolute = resolve(cwd, path);
  const places = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js"].map((end) => `${absolute}${end}`);
  return places.find((place) => isFile(tree, place));
}
