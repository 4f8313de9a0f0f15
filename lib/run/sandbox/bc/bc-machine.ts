import { library } from "./bc-library.ts";
import {
  add,
  compare,
  type Decimal,
  divide,
  lengthOf,
  multiply,
  negate,
  one,
  power,
  readNumber,
  remainder,
  squareRoot,
  subtract,
  whole,
  withScale,
  zero,
} from "./bc-number.ts";
import { BcFault, type Definition, type Expression, type Place, type Statement } from "./bc-syntax.ts";
import { createVariables, indexFor, type Spot } from "./bc-variables.ts";

/** Most digits of a number: one of `9^9^9` would take all of a run's time. */
const mostDigits = 1_000_000;

/** How a statement ends that does not go on with the next one. */
type End =
  | { readonly kind: "break" | "continue" | "halt" }
  | { readonly kind: "return"; readonly value: Decimal }
  | undefined;

export interface Machine {
  define(definition: Definition): void;
  /** Runs statements. @returns whether bc is to go on @throws BcFault for what ends a line */
  run(statements: readonly Statement[]): boolean;
}

/** What a machine prints: a number in a base, or a text. */
export interface BcOutput {
  number(value: Decimal, base: number): void;
  text(text: string): void;
}

/** `halt` inside a function. */
class Halt extends Error {}

/**
 * Runs what was read. Variables are global, and a function's own ones are put back at its end, as in bc. Long, because expressions call
 * functions, whose statements have expressions.
 * @param hasLibrary whether it has the functions of `-l`
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one machine, whose functions call one another
export function createMachine(output: BcOutput, hasLibrary: boolean): Machine {
  const { settings, read, write, elements, during } = createVariables(hasLibrary ? 20 : 0);
  const functions = new Map<string, Definition>();
  const builtIn = { ...ownFunctions, ...(hasLibrary && library) };

  function spotOf({ name, index }: Place): Spot {
    return index ? { name, at: indexFor(value(index)) } : { name };
  }

  /** Changes a place, whose index is worked out once. */
  function change(
    place: Place,
    to: (before: Decimal) => Decimal,
  ): { readonly before: Decimal; readonly after: Decimal } {
    const spot = spotOf(place);
    const before = read(spot);
    write(spot, to(before));
    return { before, after: read(spot) };
  }

  function value(expression: Expression): Decimal {
    switch (expression.kind) {
      case "number":
        return readNumber(expression.text, settings.ibase);
      case "place":
        return read(spotOf(expression));
      case "bracket":
        return value(expression.of);
      case "negated":
        return negate(value(expression.of));
      case "not":
        return truth(!isTrue(expression.of));
      case "two":
        return both(expression.sign, expression.left, expression.right);
      case "assigned":
        return assigned(expression);
      case "stepped": {
        const { before, after } = change(expression.to, (old) => add(old, whole(expression.by)));
        return expression.isBefore ? before : after;
      }
      case "call":
        return call(expression.name, expression.given);
      case "array":
        throw new BcFault("syntax error");
    }
  }

  function assigned({ sign, to, value: given }: Extract<Expression, { kind: "assigned" }>): Decimal {
    const right = value(given);
    return change(to, (before) => (sign === "=" ? right : calculated(sign.slice(0, -1), before, right))).after;
  }

  function both(sign: string, left: Expression, right: Expression): Decimal {
    if (sign === "&&") return truth(isTrue(left) && isTrue(right));
    if (sign === "||") return truth(isTrue(left) || isTrue(right));
    const [a, b] = [value(left), value(right)];
    const test = tests[sign];
    return test ? truth(test(compare(a, b))) : calculated(sign, a, b);
  }

  function isTrue(expression: Expression): boolean {
    return value(expression).units !== 0n;
  }

  function calculated(sign: string, a: Decimal, b: Decimal): Decimal {
    const { scale } = settings;
    if (sign === "+") return add(a, b);
    if (sign === "-") return subtract(a, b);
    if (sign === "*") return multiply(a, b, scale);
    if (sign === "^") return raised(a, b, scale);
    if (b.units === 0n) throw new BcFault(sign === "/" ? "Divide by zero" : "Modulo by zero");
    return sign === "/" ? divide(a, b, scale) : remainder(a, b, scale);
  }

  function call(name: string, given: readonly Expression[]): Decimal {
    const definition = functions.get(name);
    if (definition) return result(definition, given);
    const act = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
    if (!act) throw new BcFault(`Function ${name} not defined.`);
    const [argument] = given;
    if (!argument || given.length > 1) throw new BcFault(`Parameter number mismatch in ${name}`);
    return act(value(argument), settings.scale);
  }

  function result({ name, parameters, own, body }: Definition, given: readonly Expression[]): Decimal {
    if (parameters.length !== given.length) throw new BcFault(`Parameter number mismatch in ${name}`);
    const arguments_ = given.map((each) => (each.kind === "array" ? elements(each.name) : value(each)));
    const begun = own.map((each) => [each, each.endsWith("[]") ? new Map() : zero] as const);
    const passed = parameters.map((each, index) => [each, arguments_[index] ?? zero] as const);
    const end = during([...begun, ...passed], () => act(body));
    if (end?.kind === "halt") throw new Halt();
    return end?.kind === "return" ? end.value : zero;
  }

  function show(shown: Decimal, after: string): void {
    write({ name: "last" }, shown);
    output.number(shown, settings.obase);
    output.text(after);
  }

  /** A value on a line of its own is printed, unless it is assigned or there is none. */
  function shown(expression: Expression): void {
    const found = value(expression);
    const isVoid = expression.kind === "call" && functions.get(expression.name)?.isVoid;
    if (expression.kind !== "assigned" && !isVoid) show(found, "\n");
  }

  function print(parts: Extract<Statement, { kind: "printed" }>["parts"]): undefined {
    for (const part of parts) {
      if (part.kind === "text") output.text(unescaped(part.text));
      else show(value(part), "");
    }
  }

  function act(statement: Statement): End {
    switch (statement.kind) {
      case "block":
        return actAll(statement.statements);
      case "if":
        return choose(statement);
      case "loop":
        return repeat(statement);
      case "return":
        return { kind: "return", value: statement.value ? value(statement.value) : zero };
      case "break":
      case "continue":
      case "halt":
        return { kind: statement.kind };
      case "shown":
        return void shown(statement.value);
      case "text":
        return void output.text(statement.text);
      case "printed":
        return print(statement.parts);
    }
  }

  function actAll(statements: readonly Statement[]): End {
    for (const each of statements) {
      const end = act(each);
      if (end) return end;
    }
    return undefined;
  }

  function choose({ test, chosen, otherwise }: Extract<Statement, { kind: "if" }>): End {
    if (isTrue(test)) return act(chosen);
    return otherwise && act(otherwise);
  }

  function repeat({ first, test, step, body }: Extract<Statement, { kind: "loop" }>): End {
    if (first) value(first);
    while (!test || isTrue(test)) {
      const end = act(body);
      if (end?.kind === "break") return undefined;
      if (end && end.kind !== "continue") return end;
      if (step) value(step);
    }
    return undefined;
  }

  return {
    define: (definition) => void functions.set(definition.name, definition),
    run(statements) {
      try {
        return actAll(statements)?.kind !== "halt";
      } catch (caught) {
        if (caught instanceof Halt) return false;
        throw caught;
      }
    },
  };
}

const ownFunctions: Readonly<Record<string, (x: Decimal, scale: number) => Decimal>> = {
  length: (x) => whole(lengthOf(x)),
  scale: (x) => whole(x.scale),
  sqrt(x, scale) {
    if (x.units < 0n) throw new BcFault("Square root of a negative number");
    return squareRoot(x, scale);
  },
};

const tests: Readonly<Record<string, (order: number) => boolean>> = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** @throws BcFault */
function raised(base: Decimal, exponent: Decimal, scale: number): Decimal {
  const times = Number(withScale(exponent, 0).units);
  if (times < 0 && base.units === 0n) throw new BcFault("Divide by zero");
  if (Math.abs(times) * lengthOf(base) > mostDigits)
    throw new BcFault(`more than ${mostDigits} digits are not possible here`);
  return power(base, times, scale);
}

function truth(is: boolean): Decimal {
  return is ? one : zero;
}

const escapes: Readonly<Record<string, string>> = {
  ...{ a: "\u0007", b: "\b", f: "\f", n: "\n", q: '"', r: "\r", t: "\t", "\\": "\\" },
};

/** The signs that `print` knows; others it drops with their backslash. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? "");
}
