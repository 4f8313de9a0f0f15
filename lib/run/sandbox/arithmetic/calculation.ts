import { endOfSubscript } from "./calculation-pieces.ts";
import { powerOf, resultOf, type Whole, wholeOf } from "./whole-numbers.ts";

/**
 * Calculates as bash does, from the text: it reads one sign after the other and calculates at once, so that what stands before a fault has
 * been done, and its words tell where it was found. (The library reads the whole first, and takes what a variable holds for one operand.)
 */

/** The variables of a calculation. */
export interface CalculationScope {
  /** The name that a reference stands for, which may have a place in brackets. */
  resolve(name: string): string;
  /** Whether the places of this variable are keys. */
  isMap(name: string): boolean;
  /** The place behind the last element of a list. */
  end(name: string): number;
  /** What stands in brackets, with what it says of variables and commands put in; `isKey` of a map. */
  expand(text: string, isKey: boolean): Promise<string>;
  get(name: string, key: string | undefined): string | undefined | Promise<string | undefined>;
  set(name: string, key: string | undefined, text: string): void;
  /** Tells what does not end the calculation; `isOfCommand`: by the name of the command that calculates. */
  warn(message: string, isOfCommand: boolean): void;
}

/** Why a text cannot be calculated, in bash's words. */
export class CalculationFault extends Error {
  override readonly name = "CalculationFault";
  /** Whether it was found in the place of an element, which ends the line, whatever calculates. */
  isOfPlace = false;
}

/** A variable, or the place in brackets of one; its `key` once it is known, `null` for one that cannot be. */
interface Place {
  readonly name: string;
  readonly subscript: string | undefined;
  key?: string | undefined | null;
}

/** @throws CalculationFault; and what `scope` throws */
export function calculate(text: string, scope: CalculationScope): Promise<Whole> {
  return calculateWithin(text, scope, 0);
}

const most = 1024;

async function calculateWithin(text: string, scope: CalculationScope, depth: number): Promise<Whole> {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text) + 0;
  if (text.trim() === "") return 0;
  return new Calculation(text, scope, depth).whole();
}

/** What stands between two operands, by how tightly it holds them. */
const levels: ReadonlyMap<string, number> = new Map(
  ["||", "&&", "|", "^", "&", "== !=", "<= >= < >", "<< >>", "+ -", "* / %"].flatMap((signs, level) =>
    signs.split(" ").map((sign) => [sign, level] as const),
  ),
);

/** The signs, longest first. */
const signs = /<<=|>>=|\*\*|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%&^|]=|[=><+\-*/%!~()&|^?:,]/y;

const isOperand = (token: string) => token === "name" || token === "number";

/** One text, read from its beginning to its end. */
class Calculation {
  readonly #text: string;
  readonly #scope: CalculationScope;
  readonly #depth: number;
  /** Where the next token is looked for, and where the last one was found. */
  #at = 0;
  #from = 0;
  /** `name`, `number`, a sign, `++x`, `--x`, or nothing at the beginning and the end; and the one before. */
  #token = "";
  #before = "";
  #value: Whole = 0;
  #place: Place = { name: "", subscript: undefined };
  /** How many of the parts that it is in do not count: `0 && …`. */
  #skips = 0;

  constructor(text: string, scope: CalculationScope, depth: number) {
    [this.#text, this.#scope, this.#depth] = [text, scope, depth];
  }

  async whole(): Promise<Whole> {
    await this.#next();
    const value = await this.#list();
    if (this.#token !== "") this.#fail("syntax error in expression");
    return value;
  }

  #fail(what: string, end?: number): never {
    const told = this.#text.slice(0, end).replace(/^[ \t]+/, "");
    throw new CalculationFault(`${told}: ${what} (error token is "${this.#text.slice(this.#from, end)}")`);
  }

  /** Asks anew, as each step may read on. */
  #is(token: string): boolean {
    return this.#token === token;
  }

  async #list(): Promise<Whole> {
    let value = await this.#assignment();
    while (this.#token === ",") {
      await this.#next();
      value = await this.#assignment();
    }
    return value;
  }

  async #assignment(): Promise<Whole> {
    const left = await this.#choice();
    if (!/^(?:=|[^<>=!]{1,2}=|<<=|>>=)$/.test(this.#token)) return left;
    if (this.#before !== "name") this.#fail("attempted assignment to non-variable");
    const [sign, place] = [this.#token.slice(0, -1), this.#place];
    await this.#next();
    const right = await this.#assignment();
    const value = sign === "" ? right : this.#two(sign, left, right);
    await this.#set(place, value);
    return value;
  }

  async #choice(): Promise<Whole> {
    const chosen = await this.#binary(0);
    if (!this.#is("?")) return chosen;
    await this.#next();
    if (this.#is("") || this.#is(":")) this.#fail("expression expected");
    const first = await this.#unless(!chosen, () => this.#list());
    if (!this.#is(":")) this.#fail("`:' expected for conditional expression");
    const other = await this.#unless(!!chosen, async () => {
      await this.#next();
      if (this.#token === "") this.#fail("expression expected");
      return this.#choice();
    });
    this.#before = "?";
    return chosen ? first : other;
  }

  async #unless(isSkipped: boolean, run: () => Promise<Whole>): Promise<Whole> {
    this.#skips += Number(isSkipped);
    const value = await run();
    this.#skips -= Number(isSkipped);
    return value;
  }

  async #binary(least: number): Promise<Whole> {
    let left = await this.#power();
    for (;;) {
      const sign = this.#token;
      const level = levels.get(sign);
      if (level === undefined || level < least) return left;
      const at = this.#at;
      const isKnown = sign === "||" ? !!left : sign === "&&" && !left;
      const right = await this.#unless(isKnown, async () => {
        await this.#next();
        return this.#binary(level + 1);
      });
      left = this.#two(sign, left, right, at);
      this.#before = level < 2 ? sign : "number";
    }
  }

  #two(sign: string, left: Whole, right: Whole, at?: number): Whole {
    if (right === 0 && (sign === "/" || sign === "%")) {
      if (this.#skips > 0) return left;
      if (at !== undefined) this.#from = at + (/^\s*/.exec(this.#text.slice(at))?.[0].length ?? 0);
      this.#fail("division by 0");
    }
    return resultOf(sign, left, right);
  }

  async #power(): Promise<Whole> {
    const base = await this.#unary();
    if (this.#token !== "**") return base;
    await this.#next();
    const exponent = await this.#power();
    this.#before = "number";
    if (exponent < 0) this.#fail("exponent less than 0");
    return powerOf(base, BigInt(exponent));
  }

  async #unary(): Promise<Whole> {
    const sign = this.#token;
    if (!/^[-+!~]$/.test(sign)) return this.#primary();
    await this.#next();
    const value = await this.#unary();
    this.#before = "number";
    if (sign === "!") return value ? 0 : 1;
    return sign === "+" ? value : resultOf("-", sign === "-" ? 0 : -1, value);
  }

  async #primary(): Promise<Whole> {
    const token = this.#token;
    if (token === "++x" || token === "--x") {
      await this.#next();
      if (this.#token !== "name") this.#fail("identifier expected after pre-increment or pre-decrement");
      const value = resultOf(token[0] as string, this.#value, 1);
      await this.#set(this.#place, value);
      this.#token = "number";
      await this.#next();
      return value;
    }
    if (token === "(") {
      await this.#next();
      const value = await this.#list();
      if (this.#token !== ")") this.#fail("missing `)'");
      await this.#next();
      return value;
    }
    if (!isOperand(token)) this.#fail("syntax error: operand expected");
    const [value, place] = [this.#value, this.#place];
    const step = token === "name" ? /^\s*(\+\+|--)/.exec(this.#text.slice(this.#at)) : null;
    if (step?.[1]) {
      this.#at += step[0].length;
      this.#from = this.#at - 2;
      await this.#set(place, resultOf(step[1][0] as string, value, 1));
      this.#token = "number";
    }
    await this.#next();
    return value;
  }

  async #next(): Promise<void> {
    const text = this.#text;
    this.#before = this.#token;
    while (/\s/.test(text[this.#at] ?? "")) this.#at++;
    if (this.#at === text.length) {
      this.#token = "";
      return;
    }
    this.#from = this.#at;
    const [name] = /^[A-Za-z_]\w*/.exec(text.slice(this.#at)) ?? [];
    const [digits] = /^\d[\w#@]*/.exec(text.slice(this.#at)) ?? [];
    if (name !== undefined) await this.#name(name);
    else if (digits !== undefined) {
      this.#at += digits.length;
      this.#value = this.#number(digits);
      this.#token = "number";
    } else this.#token = this.#sign();
  }

  async #name(name: string): Promise<void> {
    this.#at += name.length;
    const known = this.#scope.resolve(name);
    const [, target = known, within] = /^(\w+)\[(.+)\]$/.exec(known) ?? [];
    this.#place = { name: target, subscript: this.#text[this.#at] === "[" ? this.#brackets() : within };
    const isSet = /^\s*=(?!=)/.test(this.#text.slice(this.#at)) && !/^(?:\+\+|--)x$/.test(this.#token);
    this.#value = isSet || this.#skips > 0 ? 0 : await this.#get(this.#place);
    this.#token = "name";
  }

  #brackets(): string {
    const end = endOfSubscript(this.#text, this.#at);
    if (end < 0) this.#fail("bad array subscript");
    const inside = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inside;
  }

  #sign(): string {
    const text = this.#text;
    const [, twice] = /^(\+\+|--)/.exec(text.slice(this.#at)) ?? [];
    if (twice !== undefined) {
      // Behind a number, the first of the two stands for itself; before a name, both change that.
      if (this.#token === "number" && /^(?:\+\+|--)x$/.test(this.#before))
        this.#fail(`${twice}: assignment requires lvalue`);
      const isOfName = /^..\s*[A-Za-z_]/.test(text.slice(this.#at));
      this.#at += isOfName ? 2 : 1;
      return isOfName ? `${twice}x` : (twice[0] as string);
    }
    signs.lastIndex = this.#at;
    const sign = signs.exec(text)?.[0];
    if (sign === undefined)
      this.#fail(
        isOperand(this.#token) ? "syntax error: invalid arithmetic operator" : "syntax error: operand expected",
      );
    this.#at += sign.length;
    return sign;
  }

  #number(digits: string): Whole {
    // What follows is not told.
    const fail = (what: string) => this.#fail(what, this.#at);
    const [, given, written = ""] = /^([^#]*)#(.*)$/.exec(digits) ?? [];
    if (given === undefined) {
      if (/^0x/i.test(digits)) return wholeOf(digits.slice(2), 16, fail);
      return wholeOf(digits, /^0./.test(digits) ? 8 : 10, fail);
    }
    const base = Number(wholeOf(given, 10, fail));
    if (/^0./.test(given)) fail("invalid number");
    if (base < 2 || base > 64) fail("invalid arithmetic base");
    if (written === "" || written[0] === "#") fail("invalid integer constant");
    if (written.includes("#")) fail("invalid number");
    return wholeOf(written, base, fail);
  }

  /** Finds the key of a place, once. */
  async #find(place: Place): Promise<void> {
    if (place.key !== undefined || place.subscript === undefined) return;
    const { name, subscript } = place;
    const isMap = this.#scope.isMap(name);
    const text = await this.#scope.expand(subscript, isMap);
    if (text === "") place.key = null;
    else if (isMap) place.key = text;
    else {
      const at = await calculateWithin(text, this.#scope, this.#depth + 1).catch((fault: unknown) => {
        if (fault instanceof CalculationFault) fault.isOfPlace = true;
        throw fault;
      });
      const from = at < 0 ? resultOf("+", this.#scope.end(name), at) : at;
      place.key = from < 0 ? null : String(from);
    }
  }

  async #get(place: Place): Promise<Whole> {
    const { name, subscript } = place;
    await this.#find(place);
    if (place.key === null) {
      const isEmpty = (await this.#scope.expand(subscript as string, false)) === "";
      const told = isEmpty ? [`${name}[]`, `${name}[]`] : [name];
      for (const each of told) this.#scope.warn(`${each}: bad array subscript`, false);
      return 0;
    }
    const text = await this.#scope.get(name, place.key);
    if (text === undefined || text === "") return 0;
    if (this.#depth + 1 >= most) this.#fail("expression recursion level exceeded");
    return calculateWithin(text, this.#scope, this.#depth + 1);
  }

  async #set(place: Place, value: Whole): Promise<void> {
    if (this.#skips > 0) return;
    await this.#find(place);
    const { name, subscript = "" } = place;
    if (place.key !== null) return this.#scope.set(name, place.key, String(value));
    const text = await this.#scope.expand(subscript, false);
    if (text === "") this.#scope.warn(`\`${name}[]': not a valid identifier`, true);
    else this.#scope.warn(`${name}[${text}]: bad array subscript`, false);
  }
}
