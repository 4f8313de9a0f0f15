import { absentPrograms } from "./absent-programs.ts";
import { type CodeForms, type CodeToken, codeTokens } from "./code-tokens.ts";
import { lackedByCommand } from "./lacked-options.ts";
import { commandsOfText, nameOf, type StartedCommand, startedBy, textsFrom } from "./program-calls.ts";
import { lackedOfPython } from "./python-library.ts";
import type { Called, Imported, ScriptScan } from "./scan.ts";

/** Enough of Python's lexical analysis that strings and comments are not taken for code (reference, chapter 2). */
const forms: CodeForms = [
  [/(?:[^\S\n]|\\\r?\n)+|#[^\n]*/y, undefined],
  [/\n/y, "end"],
  [/[A-Za-z]{0,2}"""((?:[^\\"]|\\[\s\S]|"(?!""))*)(?:"""|$)/y, "string"],
  [/[A-Za-z]{0,2}'''((?:[^\\']|\\[\s\S]|'(?!''))*)(?:'''|$)/y, "string"],
  [/[A-Za-z]{0,2}"((?:[^\\"\n]|\\[\s\S])*)"?/y, "string"],
  [/[A-Za-z]{0,2}'((?:[^\\'\n]|\\[\s\S])*)'?/y, "string"],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, "word"],
  [/\d[\w.]*|:=/y, "sign"],
];

/** A block of statements, and the words that its opening statement begins with. */
interface Block {
  readonly indent: number;
  readonly begins: string;
}

/** What Python source imports, calls and needs, found without running it. */
export function scanPython(text: string): ScriptScan {
  const imports: Imported[] = [];
  const modules: Imported[] = [];
  const files: Imported[] = [];
  const commands: StartedCommand[] = [];
  const lacked: Called[] = [];
  for (const { tokens, blocks } of statements(text)) {
    const first = tokens[0]?.text;
    if (blocks.some(({ begins }) => /\bTYPE_CHECKING\b/.test(begins))) continue;
    const isSure = !blocks.some(
      ({ begins }) => /^(?:try|except|else|elif|if|def|async)\b/.test(begins) && !isMain(begins),
    );
    if (first === "import" || first === "from") {
      imports.push(...importsOf(tokens).map((one) => ({ ...one, isSure })));
      modules.push(...modulesOf(tokens).map((one) => ({ ...one, isSure })));
    } else {
      const called = importedByCall(tokens).map((one) => ({ ...one, isSure: false }));
      imports.push(...called);
      modules.push(...called);
      files.push(...namedFiles(tokens).map((one) => ({ ...one, isSure })));
    }
    commands.push(...commandsOf(tokens));
    // What fails there is caught, and what is asked for is known to be absent elsewhere too.
    const isTried = blocks.some(({ begins }) => /^(?:try|except)\b|\bhasattr\b/.test(begins));
    lacked.push(...lackedBy(tokens).filter(({ name }) => !isTried || name.includes(".")));
  }
  const isLoading = imports.some(({ module }) => /^(?:importlib|runpy)(?:\.|$)/.test(module));
  const isStarting = imports.some(({ module }) => /^(?:subprocess|os|shutil|asyncio|pexpect|sh)(?:\.|$)/.test(module));
  return {
    imports,
    modules: isLoading ? [...modules, ...files] : modules,
    commands: isStarting ? commands.map(nameOf) : [],
    lacked: isStarting ? [...lacked, ...commands.flatMap(lackedByCommand)] : lacked,
    network: imports.filter(({ module }) => isNetwork(module)).map(({ module, line }) => ({ name: module, line })),
  };
}

function isMain(begins: string): boolean {
  return /^if __name__ = = __main__/.test(begins);
}

interface Statement {
  readonly tokens: readonly CodeToken[];
  readonly blocks: readonly Block[];
}

/** Most nested blocks that are told apart; statements further in count as part of the innermost of these. */
const deepest = 40;

/**
 * The statements of a text, each with the blocks around it. A line that opens a block is a statement, and so is the rest of that line after
 * the colon.
 */
function* statements(text: string): Generator<Statement, void> {
  const reader = createReader();
  for (const token of codeTokens(text, forms)) {
    const statement = reader.take(token);
    if (statement) yield statement;
  }
  const last = reader.take({ kind: "end", text: "", line: 0 }, true);
  if (last) yield last;
}

/** Collects tokens into statements. */
function createReader() {
  let blocks: readonly Block[] = [];
  let tokens: CodeToken[] = [];
  let depth = 0;

  function ended(): Statement | undefined {
    const statement = tokens.length > 0 ? { tokens, blocks } : undefined;
    tokens = [];
    return statement;
  }

  /** The statement up to this colon, which opens a block. */
  function opened(): Statement {
    const begins = tokens
      .map(({ text }) => text)
      .slice(0, 6)
      .join(" ");
    const statement = { tokens, blocks };
    const indent = tokens[0]?.indent ?? blocks.at(-1)?.indent ?? 0;
    if (blocks.length < deepest) blocks = [...blocks, { indent, begins }];
    tokens = [];
    return statement;
  }

  /** Whether a token is outside all brackets. */
  function isOutside({ kind, text }: CodeToken): boolean {
    if (kind === "sign") depth = Math.max(0, depth + bracketStep(text));
    return depth === 0;
  }

  function add(token: CodeToken): void {
    const { indent } = token;
    if (tokens.length === 0 && indent !== undefined) blocks = blocks.filter((block) => block.indent < indent);
    tokens.push(token);
  }

  return {
    /** The statement that ends with this token, if one does. */
    take(token: CodeToken, isLast = false): Statement | undefined {
      const isOut = isOutside(token) || isLast;
      if (isOut && endsStatement(token)) return ended();
      if (token.kind === "end") return undefined;
      add(token);
      const isOpening = isOut && isSign(token, ":") && opening.has(tokens[0]?.text ?? "");
      return isOpening ? opened() : undefined;
    },
  };
}

function isSign({ kind, text }: CodeToken, sign: string): boolean {
  return kind === "sign" && text === sign;
}

function endsStatement(token: CodeToken): boolean {
  return token.kind === "end" || isSign(token, ";");
}

function bracketStep(sign: string): number {
  if (/^[([{]$/.test(sign)) return 1;
  return /^[)\]}]$/.test(sign) ? -1 : 0;
}

const opening = new Set("if elif else try except finally def async class with for while".split(" "));

type Found = Omit<Imported, "isSure">;

/** Characters of a module's name. A longer one is no path on common disks; thousands of names below one would fill the memory. */
const longestModule = 500;

/** `import a.b as c, d`, `from a.b import c, d`. A module that begins with a dot lies beside the script and is left out. */
function importsOf([first, ...rest]: readonly CodeToken[]): readonly Found[] {
  if (!first) return [];
  const words = rest.map(({ text }) => text);
  if (first.text === "import") {
    const parts = words.join(" ").split(",");
    const modules = parts.map((part) => part.split(" as ", 1).join("").replaceAll(" ", ""));
    return modules.filter(isModule).map((module) => imported(module, first.line));
  }
  const { module, names } = importedFrom(words);
  if (!isModule(module)) return [];
  // An imported name may itself be a module: `from urllib import request`.
  const inner = isNetwork(module) ? module : names.map((name) => `${module}.${name}`).find(isNetwork);
  return [imported(inner ?? module, first.line)];
}

/** Splits the words after `from`: the module, with its leading dots, and the names imported from it. */
function importedFrom(words: readonly string[]): { readonly module: string; readonly names: readonly string[] } {
  const split = words.indexOf("import");
  const names = words
    .slice(split + 1)
    .filter((word, index, all) => /^[A-Za-z_]/.test(word) && word !== "as" && all[index - 1] !== "as");
  return split < 0 ? { module: "", names: [] } : { module: words.slice(0, split).join(""), names };
}

/** What a statement uses of the library that a page lacks: `import tkinter`, `from os import fork`, `os.fork()`. */
function lackedBy(tokens: readonly CodeToken[]): readonly Called[] {
  const [first, ...rest] = tokens;
  const line = first?.line ?? 0;
  if (first?.text === "import" || first?.text === "from") {
    const { module, names } = importedFrom(rest.map(({ text }) => text));
    const parts = names.flatMap((name) => lackedOfPython(module, name) ?? []);
    return [...importsOf(tokens).flatMap((each) => lackedOfPython(each.module) ?? []), ...parts].map((name) => ({
      name,
      line,
    }));
  }
  return tokens.flatMap(({ kind, text, line: at }, index) => {
    const [before, dot, part] = [tokens[index - 1]?.text, tokens[index + 1]?.text, tokens[index + 2]];
    const isPart = kind === "word" && before !== "." && dot === "." && part?.kind === "word";
    const name = isPart ? lackedOfPython(text, part.text) : undefined;
    return name === undefined ? [] : [{ name, line: at }];
  });
}

/** The modules that an import may load: `.a` and `.a.b` for `from .a import b`. */
function modulesOf(tokens: readonly CodeToken[]): readonly Found[] {
  const [first, ...rest] = tokens;
  if (!first || first.text === "import") return importsOf(tokens);
  const { module, names } = importedFrom(rest.map(({ text }) => text));
  if (module === "" || !isShort(module) || !/^\.*[\p{L}\p{N}_.]*$/u.test(module)) return [];
  const below = module.endsWith(".") ? module : `${module}.`;
  const modules = [module, ...names.map((name) => below + name)];
  return modules.filter(isShort).map((each) => imported(each, first.line));
}

function isShort(module: string): boolean {
  return module.length <= longestModule;
}

function isModule(name: string): boolean {
  return isShort(name) && /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name);
}

function imported(module: string, line: number): Found {
  return { name: module.split(".", 1)[0] ?? module, module, line };
}

/** `importlib.import_module("a")`, `__import__("a")`. */
function importedByCall(tokens: readonly CodeToken[]): readonly Found[] {
  return tokens.flatMap(({ text, kind, line }, index) => {
    if (kind !== "word" || (text !== "import_module" && text !== "__import__")) return [];
    const name = tokens[index + 2];
    return tokens[index + 1]?.text === "(" && name?.kind === "string" && isModule(name.text)
      ? [imported(name.text, line)]
      : [];
  });
}

/** Files of Python that are named in a text, as modules: a script that loads modules by their files, as tests do, names them so. */
function namedFiles(tokens: readonly CodeToken[]): readonly Found[] {
  return tokens.flatMap(({ text, kind, line }) => {
    const name = kind === "string" && /^(?:.*\/)?([\w-]+)\.py$/.exec(text)?.[1];
    return name && isShort(name) ? [imported(name, line)] : [];
  });
}

const starters = new Set(
  "run call Popen check_output check_call getoutput getstatusoutput system popen create_subprocess_exec create_subprocess_shell".split(
    " ",
  ),
);

/** Programs that are started: `run("a b")`, `run(["a", …])`, or a list that begins with a program's name and is run later. */
function commandsOf(tokens: readonly CodeToken[]): readonly StartedCommand[] {
  return tokens.flatMap(({ kind, text }, index) => {
    const next = tokens[index + 1];
    if (kind === "sign" && text === "[" && (next?.kind === "string" || next?.text === "sys"))
      return inList(tokens, index);
    const line = tokens[index + 2];
    const isCall = kind === "word" && starters.has(text) && next?.text === "(" && line?.kind === "string";
    return isCall ? commandsOfText(line.text, line.line) : [];
  });
}

function inList(tokens: readonly CodeToken[], index: number): readonly StartedCommand[] {
  const [whose, before] = [tokens[index - 2]?.text ?? "", tokens[index - 1]?.text ?? ""];
  const given = textsFrom(tokens, index);
  // `sys.executable` is Python.
  if (tokens[index + 1]?.text === "sys" && given[0] !== "-m") return [];
  const words = given[0] === "-m" ? ["python", ...given] : given;
  // A list of mere words is no command: `choices=["open", "closed"]`.
  const isCommand =
    /^[=(]$/.test(before) &&
    (/cmd|command|arg[sv]|run|exec/i.test(whose) || words.some((word) => word.startsWith("-"))) &&
    absentPrograms.has(startedBy(words));
  return isCommand || (before === "(" && starters.has(whose)) ? [{ words, line: tokens[index + 1]?.line ?? 0 }] : [];
}

const networkModules = new Set(
  (
    "requests httpx aiohttp urllib.request urllib3 http.client socket smtplib ftplib imaplib poplib telnetlib xmlrpc.client websocket websockets " +
    "paramiko boto3 botocore openai anthropic google.generativeai google.genai tweepy slack_sdk praw github gitlab stripe playwright selenium " +
    "yfinance feedparser pycurl socketserver http.server huggingface_hub yt_dlp discord telegram"
  ).split(" "),
);

function isNetwork(module: string): boolean {
  return module.split(".", 2).some((_, at, parts) => networkModules.has(parts.slice(0, at + 1).join(".")));
}
