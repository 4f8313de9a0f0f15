import { join } from "node:path";
import type { Plugin } from "rolldown";

/** What a script of another language is handed to, in the shell's own code. */
const runsScript = /async executeUserScript\((\w+),(\w+),(\w+)=""\)\{/;

/** Where a pattern of file names is expanded. */
const expands = /async expand\((\w+)\)\{if\(this\.globstar\)/;

/** Where commands are run, alone and with pipes between them, and where what one prints is taken for its words. */
const runsCommand = /async executeCommand\((\w+),(\w+),(\w+)=!1\)\{/;
const runsPipeline =
  /async executePipeline\((\w+)\)\{return (\w+)\(this\.ctx,\1,\((\w+),(\w+)\)=>this\.executeCommand\(\3,\4\)\)\}/;
const takesOutput = /(nextVirtualPid\+\+(?:(?!executeScript).){0,400}?await )((\w+)\.executeScript\([\w.]+\))/gs;

/** Where files for `<(…)` are put over the shell's own. */
const layersFiles = /(\w+)\.fs=(new \w+\(\{base:\1\.fs,mounts:\[\{[^{}]*\}\]\}\))/;

/** How names and lines are compared. */
const compares = /([\w.[\]]+)\.localeCompare\(([\w.[\]]+)\)/g;

/**
 * The code of the shell (just-bash) with what is wrong in it put right:
 * - It takes any executable file for a script of its own. The question is put before it which command the file's first line names
 *   (`ShellFiles.interpreterOf`), and that one runs it.
 * - It forgets in which order output and complaints came (`ShellOutputs`).
 * - It takes the pattern of folders (a star and a slash) for one of all names, and leaves out the slash.
 * - It sorts as the browser's language does, where its own locale is C.
 * @returns `undefined` for any other file
 * @throws Error where the code is another than these changes were made for
 */
export function changedShell(code: string, id: string): string | undefined {
  if (!/just-bash\/dist\/bundle\/browser\.js/.test(id.replaceAll("\\", "/"))) return undefined;
  for (const place of [runsScript, runsCommand, runsPipeline, takesOutput, layersFiles, expands, compares]) {
    if (code.search(place) === -1)
      throw new Error(`just-bash does this in another way now, see whether it is right: ${place}`);
  }
  const changed = code
    .replace(
      runsScript,
      (head, path, args, stdin) =>
        `${head}const other=this.ctx.fs.interpreterOf?.(${path});if(other!==undefined)return this.runCommand(other,[${path},...${args}],[],${stdin});`,
    )
    .replace(
      runsCommand,
      "async executeCommand($1,$2,$3=!1){return this.ctx.fs.outputs.ofCommand($1,()=>this.executeOne($1,$2,$3))}async executeOne($1,$2,$3){",
    )
    .replace(runsPipeline, inPipeline("$1", "$2"))
    .replace(takesOutput, "$1$3.fs.outputs.taken(()=>$2)")
    .replace(layersFiles, "$1.fs=Object.assign($2,{outputs:$1.fs.outputs,interpreterOf:$1.fs.interpreterOf})")
    .replace(expands, (_, pattern) => `async expand(${pattern}){${onlyFolders(pattern)}if(this.globstar)`)
    .replace(compares, "inOrderOfSigns($1,$2)");
  return `const inOrderOfSigns=(a,b)=>a<b?-1:a>b?1:0;${changed}`;
}

/** Of commands with pipes between them, what all but the last print is the next one's input: with what they complain of after `|&` only. */
function inPipeline(pipeline: string, run: string): string {
  const isLast = `each===${pipeline}.commands.at(-1)`;
  const isOne = `${pipeline}.pipeStderr?.[${pipeline}.commands.indexOf(each)]??false`;
  const one = `${isLast}?this.executeCommand(each,given):this.ctx.fs.outputs.taken(()=>this.executeCommand(each,given),${isOne})`;
  return `async executePipeline(${pipeline}){return this.ctx.fs.outputs.ofPipeline(()=>${run}(this.ctx,${pipeline},(each,given)=>${one}))}`;
}

function onlyFolders(pattern: string): string {
  const all = String.raw`await this.expand(${pattern}.replace(/\/+$/,""))`;
  const stat = "await this.fs.stat(this.fs.resolvePath(this.cwd,name)).catch(()=>undefined)";
  const kept = `const found=[];for(const name of ${all})if((${stat})?.isDirectory)found.push(name+"/");return found`;
  return String.raw`if(/[^/]\/$/.test(${pattern})){${kept}}`;
}

export const shellChanges: Plugin = {
  name: "shell-changes",
  transform: (code, id) => changedShell(code, id) ?? null,
};

/** A browser has no zlib, and the shell's gzip asks for Node's. */
export const shellZlib: Plugin = {
  name: "shell-zlib",
  resolveId: (source) => (source === "node:zlib" ? join(import.meta.dirname, "../run/sandbox/zlib.ts") : null),
};
