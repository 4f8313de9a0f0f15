/** A command line that a command refuses, as GNU's say it. */
export class OptionError extends Error {}

export interface OptionForms {
  /** Letters of all options that there are. */
  readonly letters: string;
  /** Of these, those with a value: in the same word, or else the next. */
  readonly withValue: string;
  /** Those whose value can only be in the same word. */
  readonly withOwnValue?: string;
  /** Long options, by the letters that say the same. */
  readonly long: Readonly<Record<string, string>>;
  /** Whether options end where the first word is that is none; else they may stand anywhere, up to `--`. */
  readonly endAtWord?: boolean;
}

export interface CommandOptions {
  /** In order, with their values; "" where there is none. */
  readonly options: readonly (readonly [letter: string, value: string])[];
  readonly words: string[];
  has(...letters: string[]): boolean;
  /** The value of the last one with that letter. */
  lastOf(letter: string): string | undefined;
}

/** Reads a command's arguments as getopt does. @throws OptionError for an option that is not among the forms */
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
