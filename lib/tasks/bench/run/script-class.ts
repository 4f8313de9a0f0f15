import { type ScriptNeeds, scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { ScriptEnd } from "./script.worker.ts";

const languages = { python: "Python", shell: "Shell", javascript: "JavaScript" } as const;

/** What a script says it needs; a class without parentheses has a target. */
export type ScriptClass =
  `${(typeof languages)[ScriptNeeds["language"]]}${"" | " (packages)" | " (absent packages)" | " (programs)" | " (network)"}`;

/** `undefined` for a file that is not a script. */
export function classOf(files: Files, path: string): ScriptClass | undefined {
  const needs = scriptNeeds(files, path, { withModules: true });
  if (!needs) return undefined;
  const language = languages[needs.language];
  if (needs.packages.length > 0) return `${language} (packages)`;
  if (needs.programs.length > 0) return `${language} (programs)`;
  return needs.network.length > 0 ? `${language} (network)` : language;
}

/** The class of a script that turned out to lack something that its own text does not show, because another file of its skill needs it. */
export function classAfter(kind: ScriptClass, outcome: ScriptOutcome): ScriptClass {
  const [language] = kind.split(" ") as [(typeof languages)[ScriptNeeds["language"]]];
  if (outcome === "lacks a package") return `${language} (absent packages)`;
  return outcome === "lacks a program" && kind === language ? `${language} (programs)` : kind;
}

/** How a script ended when asked for help: all but the first two are failures. */
export type ScriptOutcome = "ran" | "said what it needs" | "lacks a package" | "lacks a program" | "failed" | "late";

export function outcomeOf({ status, out, err }: ScriptEnd): ScriptOutcome {
  const said = `${err}\n${out}`;
  if (status === 0) return "ran";
  if (/ModuleNotFoundError|Python's own library only|Cannot find (?:module|package)|npm packages/.test(said))
    return "lacks a package";
  if (/not available: |command not found/.test(said)) return "lacks a program";
  if (isOwnWord(said)) return "said what it needs";
  if (/^Traceback|^Sandbox: |(?:Syntax|Reference|Type)Error|syntax error|^Fatal|unexpected token/im.test(said))
    return "failed";
  return said.trim() === "" ? "failed" : "said what it needs";
}

/** Whether a script ended with an error that it raises itself, or over the argument that it was given instead of a file. */
function isOwnWord(said: string): boolean {
  const [last = ""] = said
    .trim()
    .split("\n")
    .filter((line) => !/^Node\.js v/.test(line))
    .slice(-1);
  const isOfNode = /^TypeError(?: \[\w+\])?: Unknown option '--help'/m.test(said);
  return isOfNode || /^\s+raise \w+/m.test(said.split(/^ {2}File "\/workspace/m).at(-1) ?? "") || /'--help'/.test(last);
}
