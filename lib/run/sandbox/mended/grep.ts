import { OptionError } from "#lib/run/sandbox/command-options.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";
import { extendedPattern } from "./extended-pattern.ts";

/** Letters whose value is the rest of the word, or the next word. */
const withValue = "efmABCdD";

/**
 * Adds what the shell's own grep lacks: basic patterns, several patterns (`-e a -e b`, joined into one), `-H`, and hidden folders under
 * `-r`.
 * @throws OptionError if several patterns cannot be joined
 */
export async function grep(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand } = context;
  if (!origCommand) throw new Error("The shell has no grep.");
  const call = readCall(args);
  const [options, operands] = [[...call.options], [...call.operands]];
  const patterns = call.patterns.length > 0 || call.letters.has("f") ? call.patterns : [operands.shift() ?? ""];
  if (patterns.length > 0) options.push(...patternOptions(patterns, call.letters));
  const isDeep = call.letters.has("r") || call.letters.has("R");
  const names = isDeep ? await filesBelow(operands, call, context) : operands;
  if (isDeep && names.length === 0) return { stdout: "", stderr: "", exitCode: 1 };
  const isFolder = isDeep && names[0] !== operands[0];
  const isNamed = call.letters.has("H") || (isFolder && !call.letters.has("h"));
  if (!isNamed || names.length !== 1) return origCommand([...options, "--", ...names]);
  // Names are printed only with several files, so an empty one is searched too.
  const result = await origCommand([...options, "--", ...names, empty]);
  return { ...result, stdout: result.stdout.replace(/^\/dev\/null(?::0)?\n/m, "") };
}

const empty = "/dev/null";

interface GrepCall {
  /** Without the pattern, and without the options handled here. */
  readonly options: string[];
  readonly operands: string[];
  /** Letters of the short options, and of the long ones handled here. */
  readonly letters: Set<string>;
  readonly patterns: string[];
  readonly include: RegExp[];
  readonly exclude: RegExp[];
  readonly excludeFolders: RegExp[];
}

function readCall(args: readonly string[]): GrepCall {
  const rest = [...args];
  const call: GrepCall = {
    options: [],
    operands: [],
    letters: new Set(),
    patterns: [],
    include: [],
    exclude: [],
    excludeFolders: [],
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") call.operands.push(...rest.splice(0));
    else if (word.startsWith("--")) readLong(word, rest, call);
    else if (word.startsWith("-") && word !== "-") readLetters(word, rest, call);
    else call.operands.push(word);
  }
  return call;
}

const longLetters: Readonly<Record<string, string>> = {
  "--with-filename": "H",
  "--recursive": "r",
  "--dereference-recursive": "R",
};

function readLong(word: string, rest: string[], call: GrepCall): void {
  const [name = "", ...values] = word.split("=");
  const value = () => (values.length > 0 ? values.join("=") : (rest.shift() ?? ""));
  const lists = { "--include": call.include, "--exclude": call.exclude, "--exclude-dir": call.excludeFolders };
  const letter = longLetters[name];
  if (letter !== undefined) call.letters.add(letter);
  else if (name === "--regexp") call.patterns.push(value());
  else if (Object.hasOwn(lists, name)) lists[name as keyof typeof lists].push(nameGlob(value()));
  else {
    if (name === "--no-filename") call.letters.add("h");
    call.options.push(word);
  }
}

function readLetters(word: string, rest: string[], call: GrepCall): void {
  let plain = "-";
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? "";
    call.letters.add(letter);
    if (!withValue.includes(letter)) {
      if (!"HrR".includes(letter)) plain += letter;
      continue;
    }
    const value = word.slice(at + 1) || rest.shift() || "";
    if (letter === "e") call.patterns.push(value);
    else call.options.push(`-${letter}`, value);
    break;
  }
  if (plain !== "-") call.options.push(plain);
}

/** Converts `*`, `?` and `[…]` in a file or folder name. */
function nameGlob(glob: string): RegExp {
  const source = glob
    .replace(/\/+$/, "")
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]")
    .replaceAll("[!", "[^");
  return new RegExp(`^${source}$`);
}

/** Every file of a recursive search, including hidden ones, by the name to print; links are not followed. */
async function filesBelow(
  operands: readonly string[],
  { include, exclude, excludeFolders }: GrepCall,
  { fs, cwd }: CommandContext,
): Promise<readonly string[]> {
  const isAny = (globs: readonly RegExp[], name: string) => globs.some((glob) => glob.test(name));
  const isWanted = (name: string) => !isAny(exclude, name) && (include.length === 0 || isAny(include, name));
  async function below(folder: string, prefix: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of (await fs.readdir(folder)).toSorted()) {
      const path = `${folder}/${name}`;
      const { isDirectory, isSymbolicLink } = await fs.lstat(path);
      if (isDirectory && !isAny(excludeFolders, name)) found.push(...(await below(path, `${prefix}${name}/`)));
      else if (!isDirectory && !isSymbolicLink && isWanted(name)) found.push(prefix + name);
    }
    return found;
  }
  const all: string[] = [];
  // Without a path the working folder is searched, and names are printed relative to it.
  for (const operand of operands.length > 0 ? operands : [""]) {
    const path = resolve(cwd, operand || ".");
    const isFolder = (await fs.exists(path)) && (await fs.stat(path)).isDirectory;
    if (!isFolder) all.push(operand);
    else all.push(...(await below(path, operand === "" ? "" : `${operand.replace(/\/+$/, "")}/`)));
  }
  return all;
}

function patternOptions(patterns: readonly string[], letters: ReadonlySet<string>): readonly string[] {
  const [only = ""] = patterns;
  if (letters.has("F") || letters.has("P")) {
    if (patterns.length > 1) throw new OptionError("several patterns are not possible here with -F or -P");
    return ["-e", only];
  }
  const all = patterns.map((each) => extendedPattern(each, letters.has("E")));
  return ["-E", "-e", all.length === 1 ? (all[0] ?? "") : all.map((each) => `(${each})`).join("|")];
}
