import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "rolldown";
import type { JqParts } from "../run/sandbox/jq/jq-parts.ts";
import { projectFolder } from "./install.mjs";

const entry = join(projectFolder, "lib/run/sandbox/jq/glue.ts");

/**
 * Makes the parts of jq in a run.
 * @param level compression level, as in zlib
 */
export async function jqParts(level = 6): Promise<JqParts> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("jq-wasm/jq.wasm"));
  return { script: await jqScript(), wasm: new Blob([Uint8Array.from(gzipSync(wasm, { level }))]) };
}

/**
 * Emscripten's script of jq as a module, whose default export is a function (`Glue`): it sees what it is given in place of the worker's
 * globals, and no function that could make a request.
 */
async function jqScript(): Promise<string> {
  const { build } = await import("rolldown");
  const { output } = await build({
    input: entry,
    output: { format: "iife", name: "jq", minify: true, codeSplitting: false },
    plugins: [wholeJq],
    transform: { define: { "import.meta.url": JSON.stringify("https://jq.invalid/") } },
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  const hidden = ["process", "navigator", "fetch", "document", "location", "XMLHttpRequest", "require"];
  return `export default function(globalThis){
var {TextDecoder,TextEncoder,crypto}=globalThis,${hidden.join(",")};
${output[0].code}
return jq.createJq}`;
}

/** Matches where the package's script says how it calls jq, where it names the program, and where it makes the script's function. */
const callsJq = /Module = \{ \.\.\.Module, noInitialRun: true,.*?whenReady: runtimeInitPromise \};/s;
const namesProgram = /var thisProgram = "\.\/this\.program";/;
const makesFunction = /var import_jq = __toESM\(require_jq\(\)\);/;

/** The variables that Emscripten gives every program. */
const invented = ["USER", "LOGNAME", "PATH", "PWD", "HOME", "LANG", "_"];

/**
 * Makes the package give away all of jq: its files, environment, streams and command line. Its own functions know one text and one filter.
 * @throws Error if the package's script is not the version that this was made for
 */
const wholeJq: Plugin = {
  name: "whole-jq",
  transform(code, id) {
    const [, file] = /jq-wasm\/dist\/(browser|chunk-\w+)\.mjs$/.exec(id.replaceAll("\\", "/")) ?? [];
    if (file === undefined) return null;
    if (file === "browser") return `${code}export{createJq}from"${/"(\.\/chunk-\w+\.mjs)"/.exec(code)?.[1]}";`;
    for (const place of [callsJq, namesProgram, makesFunction]) {
      if (code.search(place) === -1) throw new Error(`jq-wasm does this in another way now: ${place}`);
    }
    const without = `{${invented.map((name) => `${name}:undefined`).join(",")}}`;
    const whole = `Module={...Module,printErr(){},preRun(){Object.assign(ENV,${without},Module.env);FS.init(Module.stdin,Module.stdout,Module.stderr)},callMain,get FS(){return FS}};`;
    return code
      .replace(callsJq, whole)
      .replace(namesProgram, 'var thisProgram="jq";')
      .replace(makesFunction, "$&export const createJq=require_jq();");
  },
};
