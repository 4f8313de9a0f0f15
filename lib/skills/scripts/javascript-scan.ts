import { type CodeForms, type CodeToken, codeTokens } from "./code-tokens.ts";
import { lackedByCommand } from "./lacked-options.ts";
import { lackedIn } from "./node-uses.ts";
import { commandsOfText, nameOf, type StartedCommand, textsFrom } from "./program-calls.ts";
import type { Imported, ScriptScan } from "./scan.ts";

const regularExpression = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/**
 * Enough of the lexical grammar that strings, comments and regular expressions are not taken for code. Expressions in a template count as
 * its text.
 */
const forms: CodeForms = [
  [/[^\S\n]+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|^#![^\n]*/y, undefined],
  [/\n/y, "end"],
  [/"((?:[^\\"\n]|\\[\s\S])*)"?/y, "string"],
  [/'((?:[^\\'\n]|\\[\s\S])*)'?/y, "string"],
  [/`((?:[^\\`]|\\[\s\S])*)(?:`|$)/y, "string"],
  [regularExpression, "sign"],
  [/[\p{L}_$][\p{L}\p{N}_$]*/uy, "word"],
  [/\d[\w.]*/y, "word"],
];

/** A slash begins a regular expression where a value may begin, so not after a value. */
function canFollow(form: RegExp, before: CodeToken | undefined): boolean {
  if (form !== regularExpression || before === undefined || before.kind === "end") return true;
  if (before.kind === "string") return false;
  if (before.kind === "word")
    return /^(?:return|typeof|case|of|in|delete|void|throw|new|do|else|yield|await)$/.test(before.text);
  return !/^[)\]}]$/.test(before.text);
}

/** What JavaScript or TypeScript source imports, calls and needs, found without running it. */
export function scanJavaScript(text: string): ScriptScan {
  const tokens = [...codeTokens(text, forms, canFollow)].filter(({ kind }) => kind !== "end");
  const asked = tokens.flatMap((_, index) => importAt(tokens, index) ?? []);
  const imports = asked
    .filter(({ module }) => !/^[./#~@]\/|^[./#]|^https?:/.test(module) && module !== "")
    .map((one) => ({ ...one, name: packageOf(one.module) }));
  const isStarting = imports.some(({ name }) => name === "node:child_process" || name === "execa" || name === "zx");
  const asking = tokens.filter(
    ({ kind, text: word }, index) =>
      kind === "word" &&
      networkGlobals.has(word) &&
      tokens[index + 1]?.text === "(" &&
      (word === "fetch" ? isFree(tokens[index - 1]) : tokens[index - 1]?.text === "new"),
  );
  const commands = isStarting ? tokens.flatMap((_, index) => commandsAt(tokens, index)) : [];
  return {
    imports,
    modules: asked.filter(({ module }) => /^\.{1,2}(?:\/|$)/.test(module)).map((one) => ({ ...one, name: one.module })),
    lacked: [
      ...lackedIn(tokens).filter(({ name }) => !networkGlobals.has(name)),
      // What a bundler's own names stand for, nothing that runs a script finds.
      ...asked.filter(({ module }) => /^[@~]\//.test(module)).map(({ module, line }) => ({ name: module, line })),
      ...commands.flatMap(lackedByCommand),
    ],
    commands: commands.map(nameOf),
    network: [
      ...imports.filter(({ name }) => networkModules.has(name)),
      ...asking.map(({ text: name, line }) => ({ name, line })),
    ].map(({ name, line }) => ({ name, line })),
  };
}

/** Whether what follows is a free name: neither a property nor the name of a function declaration. */
function isFree(before: CodeToken | undefined): boolean {
  return before?.text !== "." && before?.text !== "function";
}

/** The import by the statement or call that begins here; imports of types are ignored, because types are removed before a script runs. */
function importAt(tokens: readonly CodeToken[], index: number): Omit<Imported, "name"> | undefined {
  const [token, next, second] = tokens.slice(index, index + 3);
  if (token?.kind !== "word" || tokens[index - 1]?.text === ".") return undefined;
  const isCall = next?.text === "(" && next.kind === "sign" && second?.kind === "string";
  if ((token.text === "require" || token.text === "import") && isCall)
    return {
      module: second.text,
      line: token.line,
      isSure: token.text === "require",
      isWhole: token.text === "import",
    };
  if (token.text === "import" && next?.kind === "string")
    return { module: next.text, line: token.line, isSure: true, isWhole: true };
  if (token.text !== "from" || next?.kind !== "string") return undefined;
  const begins = tokens
    .slice(Math.max(0, index - mostNames), index)
    .findLast(({ text, kind }) => kind === "word" && (text === "import" || text === "export"));
  if (!begins) return undefined;
  const isType = tokens[tokens.indexOf(begins, Math.max(0, index - mostNames)) + 1]?.text === "type";
  return isType ? undefined : { module: next.text, line: token.line, isSure: true, isWhole: true };
}

/** Most tokens between `import` and `from`. */
const mostNames = 400;

function packageOf(module: string): string {
  const bare = module.replace(/^node:/, "");
  const [first = "", second = ""] = bare.split("/");
  if (first.startsWith("@")) return `${first}/${second}`;
  return module.startsWith("node:") || nodeLibrary.has(first) ? `node:${first}` : first;
}

const starters = new Set("exec execSync spawn spawnSync execFile execFileSync execa $".split(" "));

/** Commands in a text, or a program and its arguments: `spawn("tar", ["-x"])`. */
function commandsAt(tokens: readonly CodeToken[], index: number): readonly StartedCommand[] {
  const [token, next, first] = tokens.slice(index, index + 3);
  if (token?.kind !== "word" || !starters.has(token.text) || next?.text !== "(" || !first) return [];
  // A pattern's `exec` starts nothing.
  if (tokens[index - 1]?.text === "." && !/^(?:\w*(?:child|proc|cp|exec)\w*|\))$/i.test(tokens[index - 2]?.text ?? ""))
    return [];
  const given = first.kind === "string" ? [first.text] : first.kind === "word" ? textsOf(tokens, first.text) : [];
  return given.flatMap((text) =>
    commandsOfText(text.replaceAll(/\$\{[^}]*\}/g, "x"), first.line, textsFrom(tokens, index + 4)),
  );
}

/** The texts that a name is given where it is declared: `const tool = "npm"`, or either of `isWindows ? "npm.cmd" : "npm"`. */
function textsOf(tokens: readonly CodeToken[], name: string): readonly string[] {
  const at = tokens.findIndex(
    ({ text }, index) =>
      text === name && tokens[index + 1]?.text === "=" && /^(?:const|let|var)$/.test(tokens[index - 1]?.text ?? ""),
  );
  const value = at < 0 ? [] : tokens.slice(at + 2, at + 2 + mostInValue);
  if (value[0]?.kind === "string") return [value[0].text];
  return value.flatMap(({ kind, text }, index) => {
    const [sign, before] = [value[index - 1]?.text, value[index - 2]];
    return kind === "string" && (sign === "?" || (sign === ":" && before?.kind === "string")) ? [text] : [];
  });
}

/** Most tokens of a condition and its values that are looked at. */
const mostInValue = 16;

const networkModules = new Set(
  "node:http node:https node:http2 node:net node:tls node:dgram node:dns axios node-fetch got undici ws playwright puppeteer openai octokit @octokit/rest @anthropic-ai/sdk".split(
    " ",
  ),
);

/** A function and classes, known everywhere, that ask for a network. */
const networkGlobals = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);

/** Node's own modules (`module.builtinModules` of Node 24, without submodules). */
const nodeLibrary: ReadonlySet<string> = new Set(
  (
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https " +
    "inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty " +
    "url util v8 vm wasi worker_threads zlib sqlite test"
  ).split(" "),
);
