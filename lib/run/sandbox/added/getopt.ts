import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

const forms: OptionForms = {
  letters: "olnqQuTas",
  withValue: "olns",
  long: {
    ...{ options: "o", longoptions: "l", long: "l", name: "n", quiet: "q", "quiet-output": "Q", unquoted: "u" },
    ...{ test: "T", alternative: "a", shell: "s" },
  },
  endAtWord: true,
};

/** What an option takes. */
type Takes = "nothing" | "value" | "own value";

/** util-linux' getopt: a script's arguments in order, options before the rest, quoted for `eval set --`. @throws OptionError */
export async function getopt(args: readonly string[], _: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, forms);
  if (has("T")) return { stdout: "", stderr: "", exitCode: 4 };
  const given = [...words];
  const short = lastOf("o") ?? given.shift();
  if (short === undefined) throw new OptionError("missing optstring argument");
  const names = options.flatMap(([letter, value]) => (letter === "l" ? value.split(/[,\s]+/).filter(Boolean) : []));
  const how = {
    short: shortOf(short.replace(/^[+-]/, "")),
    long: new Map(names.map(takesOf)),
    endsAtWord: short.startsWith("+"),
  };
  const { found, rest, faults } = parsed(given, how);
  const quote = has("u") || lastOf("o") === undefined ? (word: string) => word : quoted;
  const stdout = has("Q")
    ? ""
    : ` ${[...found.map(([word, isValue]) => (isValue ? quote(word) : word)), "--", ...rest.map(quote)].join(" ")}\n`;
  const stderr = has("q") ? "" : faults.map((fault) => `${lastOf("n") ?? "getopt"}: ${fault}\n`).join("");
  return { stdout, stderr, exitCode: faults.length > 0 ? 1 : 0 };
}

/** `a`, `b:`, `c::`. */
function takesOf(name: string): readonly [string, Takes] {
  const bare = name.replace(/:+$/, "");
  return [bare, name.endsWith("::") ? "own value" : name.endsWith(":") ? "value" : "nothing"];
}

function shortOf(letters: string): ReadonlyMap<string, Takes> {
  return new Map(Array.from(letters.matchAll(/[^:]:{0,2}/g), ([each]) => takesOf(each)));
}

interface Known {
  readonly short: ReadonlyMap<string, Takes>;
  readonly long: ReadonlyMap<string, Takes>;
  readonly endsAtWord: boolean;
}

/** Long, because every kind of word may take the next one. */
function parsed(given: readonly string[], { short, long, endsAtWord }: Known) {
  const found: (readonly [word: string, isValue: boolean])[] = [];
  const rest: string[] = [];
  const faults: string[] = [];
  const words = [...given];

  function add(option: string, name: string, takes: Takes, own: string | undefined): void {
    if (takes === "nothing") {
      if (own !== undefined) faults.push(`option '${option}' doesn't allow an argument`);
      else found.push([option, false]);
      return;
    }
    const value = own ?? (takes === "value" ? words.shift() : "");
    if (value === undefined)
      faults.push(
        `option ${option.startsWith("--") ? `'${option}' requires an argument` : `requires an argument -- '${name}'`}`,
      );
    else found.push([option, false], [value, true]);
  }

  function addLong(word: string): void {
    const [name = "", own] = word.slice(2).split(/=(.*)/s);
    const like = [...long.keys()].filter((each) => each.startsWith(name));
    const full = long.has(name) ? name : like.length === 1 ? (like[0] ?? name) : undefined;
    if (full === undefined) {
      const choices = like.map((each) => ` '--${each}'`).join("");
      faults.push(
        like.length > 1 ? `option '${word}' is ambiguous; possibilities:${choices}` : `unrecognized option '--${name}'`,
      );
    } else add(`--${full}`, full, long.get(full) ?? "nothing", own);
  }

  function addShort(word: string): void {
    for (const [at, letter] of [...word.slice(1)].entries()) {
      const takes = short.get(letter);
      if (takes === undefined) {
        faults.push(`invalid option -- '${letter}'`);
        continue;
      }
      const own = word.slice(at + 2);
      add(`-${letter}`, letter, takes, takes === "nothing" || own === "" ? undefined : own);
      if (takes !== "nothing") return;
    }
  }

  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--") rest.push(...words.splice(0));
    else if (word.startsWith("--")) addLong(word);
    else if (word.startsWith("-") && word !== "-") addShort(word);
    else rest.push(word, ...(endsAtWord ? words.splice(0) : []));
  }
  return { found, rest, faults };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
