import { OptionError } from "#lib/run/sandbox/command-options.ts";

/** Letters whose value is the rest of the word, or the next one. */
const withValue = "efmABCdD";

/** The same call with several patterns (`-e a -e b`) as one, of which the shell's own reads the last, and `-H` by a second file. @throws OptionError */
export function grepArguments(args: readonly string[]): readonly string[] {
  const call: Reading = { rest: [...args], letters: new Set(), patterns: [] };
  const kept: string[] = [];
  for (let word = call.rest.shift(); word !== undefined; word = call.rest.shift()) {
    if (word === "--") kept.push("--", ...call.rest.splice(0));
    else if (word.startsWith("--")) kept.push(...readLong(word, call));
    else if (word.startsWith("-") && word !== "-") kept.push(...readLetters(word, call));
    else kept.push(word);
  }
  const named = call.letters.has("H") ? [...kept, "/dev/null"] : kept;
  return call.patterns.length === 0 ? named : ["-e", asOne(call.patterns, call.letters), ...named];
}

interface Reading {
  readonly rest: string[];
  readonly letters: Set<string>;
  readonly patterns: string[];
}

/** What is left of a long option. */
function readLong(word: string, { rest, letters, patterns }: Reading): readonly string[] {
  if (word === "--with-filename") letters.add("H");
  else if (word.startsWith("--regexp")) patterns.push(/=(.*)$/s.exec(word)?.[1] ?? rest.shift() ?? "");
  else return [word];
  return [];
}

/** What is left of a word of letters. */
function readLetters(word: string, { rest, letters, patterns }: Reading): readonly string[] {
  let plain = "-";
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? "";
    letters.add(letter);
    if (!withValue.includes(letter)) {
      if (letter !== "H") plain += letter;
      continue;
    }
    const value = word.slice(at + 1) || rest.shift() || "";
    if (letter !== "e") return [...(plain === "-" ? [] : [plain]), `-${letter}`, value];
    patterns.push(value);
    break;
  }
  return plain === "-" ? [] : [plain];
}

function asOne(patterns: readonly string[], letters: ReadonlySet<string>): string {
  const [only = ""] = patterns;
  if (patterns.length === 1) return only;
  if (letters.has("F") || letters.has("P"))
    throw new OptionError("several patterns are not possible here with -F or -P");
  return letters.has("E")
    ? patterns.map((each) => `(${each})`).join("|")
    : patterns.map((each) => `\\(${each}\\)`).join("\\|");
}
