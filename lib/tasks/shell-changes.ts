import { join } from "node:path";
import type { Plugin } from "rolldown";

/** What a script of another language is handed to, in the shell's own code. */
const runsScript = /async executeUserScript\((\w+),(\w+),(\w+)=""\)\{/;

/**
 * The shell (just-bash) takes any executable file for a script of its own. This puts the question before it which command the file's first
 * line names (`ShellFiles.interpreterOf`), and has that one run it.
 */
export const otherInterpreters: Plugin = {
  name: "other-interpreters",
  transform(code, id) {
    if (!/just-bash\/dist\/bundle\/browser\.js/.test(id.replaceAll("\\", "/"))) return null;
    if (!runsScript.test(code))
      throw new Error("just-bash runs scripts in another way now: see how it finds out which.");
    return code.replace(
      runsScript,
      (head, path, args, stdin) =>
        `${head}const other=this.ctx.fs.interpreterOf?.(${path});if(other!==undefined)return this.runCommand(other,[${path},...${args}],[],${stdin});`,
    );
  },
};

/** A browser has no zlib, and the shell's gzip asks for Node's. */
export const shellZlib: Plugin = {
  name: "shell-zlib",
  resolveId: (source) => (source === "node:zlib" ? join(import.meta.dirname, "../run/sandbox/zlib.ts") : null),
};
