import { basename, isInside, resolvePath } from "#lib/vfs/paths.ts";
import { call, type Script } from "./look.ts";
import type { LocatedFile } from "./mentioned-files.ts";
import type { Prompt } from "./read-prompt.ts";

/** A skill's script that was to be run, and the result. */
export interface Ran {
  readonly command: string;
  /** The tool's output. */
  readonly text: string;
  /** Whether the run was refused or impossible. */
  readonly failed: boolean;
}

/**
 * Only with these words, or with a request that begins with the script's name and says on which file (“Profile
 * data/orders.csv”), does a person have a script run; otherwise the demo tells what it would run.
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
 * The command by which a skill's text runs a script of the skill, where the request asks for it: the first one without
 * open placeholders and without characters that a shell would act on.
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

/** The command with the request's file in its one open placeholder. */
function filledIn(code: string, [file, ...more]: readonly string[]): string {
  return file === undefined || more.length > 0 ? code : code.replace(/<(?:file|path|input)>/i, file);
}

/** Whether a request begins with the script's name used as a verb. */
function isNamedFirst(path: string, request: string): boolean {
  const [name = ""] = basename(path).split(".");
  const [first = ""] = request.replace(/^\s*(?:please|now|can you|could you)\s+/i, "").match(/^\s*[\w-]+/) ?? [];
  return name !== "" && first.trim().toLowerCase() === name.toLowerCase();
}

export interface SkillScripts {
  /** Existing files of the skill that its text mentions. */
  readonly there: readonly LocatedFile[];
  /** The skill's folder, where it is known. */
  readonly directory: string | undefined;
  /** Paths of the person's own files that the request names. */
  readonly own?: readonly string[];
}

/** Runs the command. `undefined` where there is none, or no tool that runs commands. */
export function* runScript(command: string | undefined, prompt: Prompt): Script<Ran | undefined> {
  const { run } = prompt.tools;
  if (command === undefined || !run) return undefined;
  const done = prompt.looked.find(({ tool }) => tool === run.name);
  if (done) return { command, text: done.text, failed: done.failed };
  return yield* call(run, [{ [run.parameter]: command }]);
}
