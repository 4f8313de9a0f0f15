import { scanJavaScript } from "./javascript-scan.ts";
import { lackedByCommand } from "./lacked-options.ts";
import { startedBy } from "./program-calls.ts";
import { scanPython } from "./python-scan.ts";
import type { Imported, ScriptScan } from "./scan.ts";
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

function scanShell(text: string): ScriptScan {
  const given = valuesIn(text);
  const commands = shellCommands(text).commands.filter(({ isPattern }) => !isPattern);
  const own = new Set([...text.matchAll(/^[ \t]*(?:function[ \t]+)?([\w.:-]+)[ \t]*\(\)/gm)].map(([, name]) => name));
  const called = commands.flatMap(({ words, line }) =>
    programsOf(startedBy(words), given).map((name) => ({ name, line })),
  );
  const started = commands.flatMap(({ words, line }) => words.flatMap((word) => ownScript(word, line)));
  return {
    imports: [],
    modules: started,
    commands: called.filter(({ name }) => !own.has(name)),
    lacked: commands.filter(({ words: [name = ""] }) => !own.has(name)).flatMap(lackedByCommand),
    network: [],
  };
}

/** A word that names a script, without what only a shell can tell of its folder: `"$here/lib/a.sh"` is `lib/a.sh`. */
function ownScript(word: string, line: number): readonly Imported[] {
  const module = /^(?:\$\{?\w+\}?\/|\$\(.*\)\/|\.\/)*([\w./-]{1,200}\.(?:sh|bash|py|[cm]?[jt]s))$/.exec(word)?.[1];
  return module === undefined ? [] : [{ name: module, module, line, isSure: false }];
}

/** The programs that a command's first word may be: `$tool` is one of those that the script gives it. */
function programsOf(word: string, given: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [, variable = "", otherwise] = /^\$\{?(\w+)(?:\[[@*]\])?(?::?-([\w.-]+))?\}?$/.exec(word) ?? [];
  return variable === "" ? [word] : [...(given.get(variable) ?? []), ...(otherwise === undefined ? [] : [otherwise])];
}

/** The first word of each value that stands in a script, by the variable: `tool=npm`, `tool="${TOOL:-npm}"`, `call=(curl -s)`. */
function valuesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [, name = "", value = ""] of text.matchAll(
    /(?:^|[\s;])(\w+)=\(?["']?(?:\$\{\w+:?-)?([A-Za-z][\w.+-]{0,40})(?=[\s;"'})]|$)/gm,
  ))
    values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}
