/** Invalid arguments of a command, reported as GNU's commands do. */
export class OptionError extends Error {}

export interface OptionForms {
  /** Letters of all options. */
  readonly letters: string;
  /** Those with a value: in the same word, otherwise the next. */
  readonly withValue: string;
  /** Those with an optional value, in the same word only. */
  readonly withOwnValue?: string;
  /** Long options, with the letter of the same meaning. */
  readonly long: Readonly<Record<string, string>>;
  /** Whether options end at the first other word; otherwise they may stand anywhere before `--`. */
  readonly endAtWord?: boolean;
}

export interface CommandOptions {
  /** In order, with their values; "" for options without one. */
  readonly options: readonly (readonly [letter: string, value: string])[];
  readonly words: string[];
  has(...letters: string[]): boolean;
  /** The value of the last option with that letter. */
  lastOf(letter: string): string | undefined;
}

/** Parses a command's arguments like getopt. @throws OptionError for an unknown option */
export function readOptions(args: readonly string[], forms: OptionForms): CommandOptions {
  const options: (readonly [letter: string, value: string])[] = [];
  const words: string[] = [];
  const rest = [...args];

  function add(letter: string, value: string | undefined): void {
    const given = value ?? (forms.withValue.includes(letter) ? rest.shift() : "");
    if (given === undefined) throw new OptionError(`option requires an argument -- '${letter}'`);
    options.push([letter, given]);
  }

  function addLetters(word: string): void {
    for (const [index, letter] of [...word].entries()) {
      if (!forms.letters.includes(letter)) throw new OptionError(`invalid option -- '${letter}'`);
      const takesRest = forms.withValue.includes(letter) || forms.withOwnValue?.includes(letter);
      add(letter, takesRest ? word.slice(index + 1) || undefined : undefined);
      if (takesRest) return;
    }
  }

  function addLong(word: string): void {
    const [name = "", value] = word.slice(2).split(/=(.*)/s);
    const letter = forms.long[name];
    if (letter === undefined) throw new OptionError(`unrecognized option '${word}'`);
    add(letter, value);
  }

  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") words.push(...rest.splice(0));
    else if (word.startsWith("--")) addLong(word);
    else if (word.startsWith("-") && word !== "-") addLetters(word.slice(1));
    else words.push(word, ...(forms.endAtWord ? rest.splice(0) : []));
  }
  return {
    options,
    words,
    has: (...letters) => options.some(([letter]) => letters.includes(letter)),
    lastOf: (letter) => options.findLast(([each]) => each === letter)?.[1],
  };
}
