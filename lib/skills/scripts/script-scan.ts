import { absentPrograms } from "./absent-programs.ts";
import { scanJavaScript } from "./javascript-scan.ts";
import { scanPython } from "./python-scan.ts";
import type { ScriptScan } from "./scan.ts";
import { shellCommands } from "./shell-commands.ts";
import { type ScriptLanguage, scriptLanguage } from "./started-script.ts";

/** How many characters of a script are looked at. */
const longest = 512 * 1024;

const scans: Readonly<Record<ScriptLanguage, (text: string) => ScriptScan>> = {
  python: scanPython,
  javascript: scanJavaScript,
  shell: scanShell,
};

/** What a script needs; `undefined` for a file that is no script. Takes time in proportion to the text. */
export function scanScript(
  path: string,
  text: string,
): (ScriptScan & { readonly language: ScriptLanguage }) | undefined {
  const language = scriptLanguage(path, text);
  return language && { language, ...scans[language](text.slice(0, longest)) };
}

/** Commands that start the command after them. */
const prefixes = new Set(["exec", "nohup", "env", "time", "xargs"]);

function scanShell(text: string): ScriptScan {
  const called = shellCommands(text).commands.map(({ words, line }) => ({
    name: words.find((word) => !prefixes.has(word) && !/^\w+=/.test(word)) ?? "",
    line,
  }));
  return {
    imports: [],
    modules: [],
    commands: called,
    network: called.filter(({ name }) => absentPrograms.get(name) === "network"),
  };
}
