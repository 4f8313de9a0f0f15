import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { projectFolder } from "./install.mjs";

const start = "(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push([";

/**
 * Puts the module functions of the built scripts into parentheses, by which V8 knows that they are called at once: it compiles them with
 * their script, on another thread. Otherwise it only skims them there, and compiles each on the page's own thread when its module is first
 * needed, which is a sixth of that thread's work when the lab opens.
 * @throws Error where no script is as Turbopack writes them now
 */
export function writeEagerModules(): void {
  const folder = join(projectFolder, ".next/static/chunks");
  let changed = 0;
  for (const name of globSync("**/*.js", { cwd: folder })) {
    const text = readFileSync(join(folder, name), "utf8");
    const eager = withEagerModules(text);
    if (eager === text) continue;
    writeFileSync(join(folder, name), eager);
    changed++;
  }
  if (changed === 0) throw new Error("No script of the build lists its modules in the known way.");
}

/** A script of the build with its modules' functions in parentheses; any other script as it is. */
export function withEagerModules(text: string): string {
  if (!text.startsWith(start)) return text;
  let eager = "";
  let at = 0;
  for (const module of modulesOf(text)) {
    const begin = text.indexOf(module, at);
    eager += `${text.slice(at, begin)}(${module})`;
    at = begin + module.length;
  }
  return eager + text.slice(at);
}

/** The sources of a script's module functions, in order: the script is run, and only hands them over. */
function modulesOf(text: string): readonly string[] {
  let listed: readonly unknown[] = [];
  const push = (list: readonly unknown[]) => {
    listed = list;
  };
  runInNewContext(text, { TURBOPACK: { push } });
  return listed.filter((item) => typeof item === "function").map(String);
}
