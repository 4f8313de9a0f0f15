import { basename, isInside, resolvePath } from "#lib/vfs/paths.ts";
import { call, type Script } from "./look.ts";
import type { LocatedFile } from "./mentioned-files.ts";
import type { Prompt } from "./read-prompt.ts";

/** A script of a skill's that was to be run, and what came of it. */
export interface Ran {
  readonly command: string;
  /** What the tool said. */
  readonly text: string;
  /** Whether it was not allowed, or could not be run. */
  readonly failed: boolean;
}

/**
 * Only in these words a person has the script run what a skill speaks of, where it otherwise tells what it would run; or in a request that
 * begins with the script's own name and says on which file: “Profile data/orders.csv”.
 */
const asked = /\b(?:run|execute|start) (?:it|that|this|(?:the|its|that) scripts?)\b/i;

const runners: Readonly<Record<string, string>> = {
  sh: "bash",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  py: "python3",
};

/**
 * The command by which a skill's text has a script of its own run, where the request asks for that: the first one that needs nothing filled
 * in, and in which a shell would act on nothing.
 */
export function commandIn(body: string, request: string, scripts: SkillScripts): string | undefined {
  const { there, directory, own = [] } = scripts;
  if (directory === undefined) return undefined;
  for (const [, code = ""] of body.matchAll(/`([^`\n]{1,300})`/g)) {
    const words = filledIn(code, own).trim().split(/\s+/);
    const at = words.findIndex((word) => there.some(({ written }) => written === resolvePath(directory, word)));
    const path = at === -1 ? undefined : resolvePath(directory, words[at] ?? "");
    const runner = path && runners[path.slice(path.lastIndexOf(".") + 1)];
    if (!path || !runner || !isInside(directory, path)) continue;
    if (!asked.test(request) && !(own.length === 1 && isNamedFirst(path, request))) continue;
    const command = [runner, path, ...words.slice(at + 1)].join(" ");
    if (/^[\w@%+=:,./ -]+$/.test(command)) return command;
  }
  return undefined;
}

/** With the file that the request names in the place where a skill leaves one open. */
function filledIn(code: string, [file, ...more]: readonly string[]): string {
  return file === undefined || more.length > 0 ? code : code.replace(/<(?:file|path|input)>/i, file);
}

/** Whether a request begins with a script's name, as with a verb. */
function isNamedFirst(path: string, request: string): boolean {
  const [name = ""] = basename(path).split(".");
  const [first = ""] = request.replace(/^\s*(?:please|now|can you|could you)\s+/i, "").match(/^\s*[\w-]+/) ?? [];
  return name !== "" && first.trim().toLowerCase() === name.toLowerCase();
}

export interface SkillScripts {
  /** Files of the skill that its text mentions. */
  readonly there: readonly LocatedFile[];
  /** The skill's folder, where it is known. */
  readonly directory: string | undefined;
  /** Files of the person's own that the request names, where they lie. */
  readonly own?: readonly string[];
}

/** Runs it. `undefined` where there is none, or no tool that runs commands. */
export function* runScript(command: string | undefined, prompt: Prompt): Script<Ran | undefined> {
  const { run } = prompt.tools;
  if (command === undefined || !run) return undefined;
  const done = prompt.looked.find(({ tool }) => tool === run.name);
  if (done) return { command, text: done.text, failed: done.failed };
  return yield* call(run, [{ [run.parameter]: command }]);
}
