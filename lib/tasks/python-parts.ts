import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bootPython, type Glue } from "../run/sandbox/python/boot-python.ts";
import type { PythonParts } from "../run/sandbox/python/python-parts.ts";
import { importText } from "./import-text.ts";
import { projectFolder } from "./install.mjs";

const modules = join(projectFolder, "lib/run/python");
const entry = join(projectFolder, "lib/run/sandbox/python/glue.ts");

function pyodideFile(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(createRequire(import.meta.url).resolve(`pyodide/${name}`)));
}

/**
 * Makes the parts of Python in a run; takes some seconds, because an interpreter is started to save its memory.
 * @param level compression level, as in zlib
 */
export async function pythonParts(level = 6): Promise<PythonParts> {
  const script = await pythonScript();
  const wasm = pyodideFile("pyodide.asm.wasm");
  const library = pyodideFile("python_stdlib.zip");
  const snapshot = await pythonMemory(script, wasm, library);
  const packed = (bytes: Uint8Array) => new Blob([Uint8Array.from(gzipSync(bytes, { level }))]);
  return { script, wasm: packed(wasm), library: new Blob([library]), snapshot: packed(snapshot) };
}

/**
 * Pyodide's two scripts as one module, whose default export is a function (`Glue`): they see what it is given in place of the worker's
 * globals, and no function that could make a request.
 */
async function pythonScript(): Promise<string> {
  const { build } = await import("rolldown");
  const { output } = await build({
    input: entry,
    output: { format: "iife", name: "pyodide", minify: true, codeSplitting: false },
    external: /^node:|^ws$/,
    plugins: [{ name: "changes", transform: withChanges }],
    transform: { define: { "import.meta.url": JSON.stringify("https://python.invalid/pyodide.mjs") } },
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  const hidden = ["process", "navigator", "importScripts", "XMLHttpRequest", "WebSocket", "Worker", "require"];
  return `export default function(globalThis,WebAssembly,fetch,location){
var self=globalThis.self,${hidden.join(",")};
${output[0].code}
return pyodide.pyodideWays}`;
}

/** Places of Pyodide's script, and what stands there instead. */
const changes: readonly (readonly [from: string, to: string])[] = [
  // The zone of Greenwich has a name, where Pyodide knows distances only.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the other script's own
  ["return`UTC${sign}", 'return absOffset===0?"UTC":`UTC${sign}'],
  // Pyodide knows by its object which function of the interpreter has a place in the table already. In WebKit another object stands in the
  // table than among the exports: each export got a second place there, and the saved memory, which was made in V8, called other functions
  // than it meant. By the standard both have the function's number as their name.
  [
    "return functionsInTableMap.get(func)||0};",
    `return functionsInTableMap.get(func)||placeByName(func)||0};
var ownExports,ownFunctions,placesByName;
var placeByName=func=>{
  if(!ownFunctions){
    ownFunctions=new Set(Object.values(ownExports));
    placesByName=new Map();
    for(var i=0;i<wasmTable.length;i++){
      const entry=getWasmTableEntry(i);
      // Where one is the same, all are: what Pyodide does not know has no place.
      if(ownFunctions.has(entry)){placesByName.clear();break}
      if(entry)placesByName.set(entry.name,i);
    }
  }
  return ownFunctions.has(func)?placesByName.get(func.name):undefined;
};`,
  ],
  ["var origExports=wasmExports;", "var origExports=ownExports=wasmExports;"],
  // Pyodide writes all of the saved memory, of which nearly half is zeros that are there already.
  ["return Module.HEAP8.set(t),l}", "return globalThis.copyMemory(Module.HEAP8,t),l}"],
];

function withChanges(code: string, id: string): string | undefined {
  if (!id.endsWith("pyodide.asm.mjs")) return undefined;
  return changes.reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2) throw new Error(`Pyodide's script has changed at ${from}`);
    return changed.replace(from, () => to);
  }, code);
}

/** Reads and writes as much as the buffers of the three streams hold. */
const through = `
import sys
sys.stdin.buffer.read(1)
sys.stdin.buffer.read1()
for stream in (sys.stdout, sys.stderr):
    stream.buffer.write(bytes(sys.getsizeof(stream.buffer) - 1024))
    stream.flush()
`;

/** The memory of an interpreter that has started and imported the modules that `lib/run/python` needs. */
async function pythonMemory(script: string, wasm: Uint8Array<ArrayBuffer>, library: Uint8Array): Promise<Uint8Array> {
  const glue = (await importText(script)) as Glue;
  const python = await bootPython({ glue, wasm: await WebAssembly.compile(wasm), library });
  // Zeros go through the streams, whose buffers begin with what was in that memory before.
  const ignored = { isatty: false, write: ({ length }: Uint8Array) => length };
  python.setStdin({ isatty: false, read: (buffer) => buffer.fill(0).length });
  python.setStdout(ignored);
  python.setStderr(ignored);
  python.runPython(through);
  python.FS.mkdirTree("/lib/page");
  for (const name of readdirSync(modules)) {
    if (name.endsWith(".py")) python.FS.writeFile(`/lib/page/${name}`, readFileSync(join(modules, name)));
  }
  python.runPython("import sys; sys.path.insert(0, '/lib/page'); import page_image; page_image.prepare()");
  python.runPython("import sys; sys.path.remove('/lib/page'); sys.path_importer_cache.clear()");
  return python.makeMemorySnapshot();
}
