import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext } from "#lib/run/sandbox/commands/command-types.ts";
import { plainTests, type Test, valueTests } from "./find-tests.ts";

/** What an expression does with a file, beside asking: by name, with its words. */
export interface Action {
  readonly name: string;
  readonly words: readonly string[];
}

export type Expression =
  | { readonly kind: "test"; readonly test: Test }
  | { readonly kind: "action"; readonly action: Action }
  | { readonly kind: "not"; readonly one: Expression }
  | { readonly kind: "and" | "or" | "list"; readonly parts: readonly Expression[] };

/** A call of find. */
export interface FindCall {
  readonly roots: readonly string[];
  readonly expression: Expression;
  /** How links are followed: all, those that are named, or none. */
  readonly follows: "all" | "named" | "none";
  readonly least: number;
  readonly most: number;
  /** Whether what is in a folder comes before the folder. */
  readonly isInsideFirst: boolean;
}

/** Actions, with how many words they take; `-exec` and its like take all up to their end. */
const actions: Readonly<Record<string, number>> = {
  ...{ "-print": 0, "-print0": 0, "-prune": 0, "-quit": 0, "-delete": 0, "-printf": 1, "-fprint": 1 },
  ...{ "-fprint0": 1, "-fprintf": 2, "-exec": -1, "-execdir": -1 },
};

/** Options that change nothing here. */
const idle: ReadonlySet<string> = new Set([
  ...["-xdev", "-mount", "-noleaf", "-warn", "-nowarn", "-ignore_readdir_race", "-noignore_readdir_race", "-daystart"],
]);

/** Reads a call of find. @throws OptionError */
export async function readCall(args: readonly string[], context: CommandContext): Promise<FindCall> {
  const rest = [...args];
  let follows: FindCall["follows"] = "none";
  while (/^-(?:[HLP]|O\d?)$/.test(rest[0] ?? "")) {
    const option = rest.shift() ?? "";
    follows = followed[option] ?? follows;
  }
  const end = rest.findIndex((word) => /^-|^[()!,]$/.test(word));
  const roots = rest.splice(0, end < 0 ? rest.length : end);
  const reading = new FindParser(rest, context);
  const print: Expression = { kind: "action", action: { name: "-print", words: [] } };
  const given = rest.length > 0 ? await reading.list() : undefined;
  if (rest.length > 0) throw new OptionError("invalid expression; you have too many ')'");
  const expression: Expression = !given ? print : reading.isDefault ? { kind: "and", parts: [given, print] } : given;
  const { least, most, isInsideFirst } = reading;
  return {
    ...{ roots: roots.length > 0 ? roots : ["."], expression, follows: reading.followsAll ? "all" : follows },
    ...{ least, most, isInsideFirst },
  };
}

const followed: Readonly<Record<string, FindCall["follows"]>> = { "-L": "all", "-H": "named", "-P": "none" };

/** Words that join two expressions. */
const joint = /^(?:-a|-and|-o|-or|,)$/;

/** Reads the words of an expression, of which the rest is left; and the options among them. */
class FindParser {
  least = 0;
  most = Number.POSITIVE_INFINITY;
  isInsideFirst = false;
  followsAll = false;
  /** Whether what the expression is true of is printed, as it says nothing else to do. */
  isDefault = true;
  private syntax = "emacs";

  private readonly rest: string[];
  private readonly context: CommandContext;

  constructor(rest: string[], context: CommandContext) {
    this.rest = rest;
    this.context = context;
  }

  /** Expressions with commas between. @throws OptionError */
  list(): Promise<Expression> {
    const isAnd = (word: string | undefined) => word !== undefined && !/^(?:-o|-or|,|\))$/.test(word);
    const isOr = (word: string | undefined) => word === "-o" || word === "-or";
    const readAnd = () => this.joined("and", isAnd, () => this.one());
    const readOr = () => this.joined("or", isOr, readAnd);
    return this.joined("list", (word) => word === ",", readOr);
  }

  private async joined(
    kind: "and" | "or" | "list",
    isJoined: (word: string | undefined) => boolean,
    read: () => Promise<Expression>,
  ): Promise<Expression> {
    const first = await read();
    const parts = [first];
    while (isJoined(this.rest[0])) {
      const word = joint.test(this.rest[0] ?? "") ? this.rest.shift() : undefined;
      if (word !== undefined && this.rest.length === 0) throw new OptionError(`expected an expression after '${word}'`);
      parts.push(await read());
    }
    return parts.length === 1 ? first : { kind, parts };
  }

  private async one(): Promise<Expression> {
    const word = this.rest.shift() ?? "";
    if (word === "(") return this.inBrackets();
    if (word === ")") throw new OptionError("invalid expression; you have too many ')'");
    if (word === "!" || word === "-not") {
      if (this.rest.length === 0) throw new OptionError(`expected an expression after '${word}'`);
      return { kind: "not", one: await this.one() };
    }
    if (!word.startsWith("-")) throw new OptionError(`paths must precede expression: \`${word}'`);
    if (this.takesOption(word)) return { kind: "test", test: () => true };
    return this.action(word) ?? { kind: "test", test: await this.test(word) };
  }

  private async inBrackets(): Promise<Expression> {
    if (this.rest[0] === ")") throw new OptionError("invalid expression; empty parentheses are not allowed.");
    const inside = await this.list();
    if (this.rest.shift() === ")") return inside;
    throw new OptionError("invalid expression; I was expecting to find a ')' somewhere but did not see one.");
  }

  private valueFor(name: string): string {
    const value = this.rest.shift();
    if (value === undefined) throw new OptionError(`missing argument to \`${name}'`);
    return value;
  }

  private depthFor(name: string): number {
    const value = this.valueFor(name);
    if (/^\d+$/.test(value)) return Number(value);
    throw new OptionError(`Expected a positive decimal integer argument to ${name}, but got '${value}'`);
  }

  /** Takes an option, which is true of every file. */
  private takesOption(name: string): boolean {
    if (name === "-maxdepth") this.most = this.depthFor(name);
    else if (name === "-mindepth") this.least = this.depthFor(name);
    else if (name === "-depth" || name === "-d") this.isInsideFirst = true;
    else if (name === "-follow") this.followsAll = true;
    else if (name === "-regextype") this.syntax = this.valueFor(name);
    else return idle.has(name);
    return true;
  }

  private action(name: string): Expression | undefined {
    const count = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (count === undefined) return undefined;
    if (name !== "-prune" && name !== "-quit") this.isDefault = false;
    if (name === "-delete") this.isInsideFirst = true;
    const words = count < 0 ? this.command(name) : Array.from({ length: count }, () => this.valueFor(name));
    return { kind: "action", action: { name, words } };
  }

  /** A command's words, with the `;` or `+` at their end. */
  private command(name: string): string[] {
    const { rest } = this;
    const end = rest.findIndex((word, at) => word === ";" || (word === "+" && rest[at - 1] === "{}"));
    if (end < 1) throw new OptionError(`missing argument to \`${name}'`);
    return rest.splice(0, end + 1);
  }

  private async test(name: string): Promise<Test> {
    const plain = Object.hasOwn(plainTests, name) ? plainTests[name] : undefined;
    if (plain) return plain;
    const make = Object.hasOwn(valueTests, name) ? valueTests[name] : undefined;
    if (make) return make(this.valueFor(name), { context: this.context, syntax: this.syntax });
    if (/^-(?:ls|fls|ok|okdir|inum|used|fstype|context|newer..)$/.test(name))
      throw new OptionError(`${name} is not possible here`);
    throw new OptionError(`unknown predicate \`${name}'`);
  }
}
