import { argumentError } from "./argument-errors.ts";
import { type Call, kinds } from "./kinds.ts";

type Act = (...given: never[]) => unknown;
type Check = (call: Call) => void;

/** What follows a check that fails: an error at once, or a promise that has failed. */
type Failing = "throws" | "rejects";

/**
 * Has functions check what they are given as Node's do, in Node's words.
 * @param lines functions, and the names and kinds of their arguments: `rm rmSync path:path options:object?`. With `?` an argument may be
 * undefined, with `~` null, too; `_` stands for a blank; `!` is checked before the others; `...paths:text` are all that follow. Of the form that
 * calls back (`checkCalledBack`), `|` marks the first argument that Node takes for what it calls, where none follows, and in front of a
 * function `*` says that what it calls is checked last, and `+` that it is not checked.
 */
export function checkArguments(owner: object, lines: string, failing: Failing = "throws"): void {
  const functions = owner as Record<string, Act | undefined>;
  for (const [names, check] of checksIn(lines))
    for (const name of names) {
      const act = functions[name];
      if (act) replace(functions, name, failing === "throws" ? throwing(act, check) : rejecting(act, check));
    }
}

/** The same for the forms of functions (`readFileSync`) that tell their result to the last argument (`readFile`). @param name of that */
export function checkCalledBack(owner: object, lines: string, name: string): void {
  const functions = owner as Record<string, Act | undefined>;
  const isDone = (value: unknown) => typeof value === "function";
  for (const [names, check, marks, needed] of checksIn(lines)) {
    const checkDone: Check = ({ given }) => {
      if (!isDone(given.at(-1))) throw argumentError(name, "of type function", given.slice(needed).at(-1));
    };
    for (const each of names.filter((name) => name.endsWith("Sync"))) {
      const own = each.slice(0, -"Sync".length);
      const act = functions[own];
      const checkOthers: Check = ({ of, given }) =>
        check({ of, given: isDone(given.at(-1)) ? given.slice(0, -1) : given });
      const mark = marks.get(each);
      const checks = mark === "+" ? [checkOthers] : mark === "*" ? [checkOthers, checkDone] : [checkDone, checkOthers];
      const checkAll: Check = (call) => {
        for (const check of checks) check(call);
      };
      if (act) replace(functions, own, throwing(act, checkAll));
    }
  }
}

function replace(functions: Record<string, Act | undefined>, name: string, act: Act): void {
  const old = functions[name] as Act;
  // Its length, and what it is as a promise.
  for (const key of Reflect.ownKeys(old))
    if (key !== "prototype" || typeof old.prototype === "object")
      Object.defineProperty(act, key, Object.getOwnPropertyDescriptor(old, key) as PropertyDescriptor);
  Object.defineProperty(act, "name", { value: name, configurable: true });
  Object.defineProperty(functions, name, { value: act, configurable: true, writable: true });
}

function throwing(act: Act, check: Check): Act {
  return function checked(this: unknown, ...given: unknown[]) {
    check({ of: this, given });
    return act.apply(this, given as never[]);
  };
}

function rejecting(act: Act, check: Check): Act {
  return async function checked(this: unknown, ...given: unknown[]) {
    check({ of: this, given });
    return act.apply(this, given as never[]);
  };
}

/** `needed`: behind how many arguments Node looks for what it calls. */
type Line = readonly [names: readonly string[], check: Check, marks: ReadonlyMap<string, string>, needed: number];

function checksIn(lines: string): readonly Line[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const words = line.trim().split(" ");
      const from = words.findIndex((word) => word.includes(":"));
      const marks = new Map(words.slice(0, from).map((name) => [name.replace(/\W/, ""), name[0] as string]));
      const rules = words.slice(from);
      const calledFrom = rules.findIndex((rule) => rule.startsWith("|"));
      return [[...marks.keys()], checkOf(rules), marks, calledFrom < 0 ? rules.length : calledFrom] as const;
    });
}

function checkOf(words: readonly string[]): Check {
  const rules = words.map((word, at) => {
    const [, mark = "", isRest = "", name = "", kind = "", may = ""] =
      /^([!|]?)(\.{3})?([^:]+):(\w+)([?~]?)$/.exec(word) ?? [];
    const check = kinds[kind];
    if (!check) throw new Error(`no kind ${word}`);
    const isLeftOut = (value: unknown) => (may !== "" && value === undefined) || (may === "~" && value === null);
    return {
      at,
      name: name.replace("_", " "),
      isRest,
      mark,
      check: (value: unknown, told: string, call: Call) => isLeftOut(value) || check(value, told, call),
    };
  });
  const inOrder = [...rules.filter(({ mark }) => mark === "!"), ...rules.filter(({ mark }) => mark !== "!")];
  return (call) => {
    const { given } = call;
    for (const { at, name, isRest, check } of inOrder) {
      if (!isRest) check(given[at], name, call);
      else
        for (let each = at; each < given.length; each++) check(given[each], name.replace("#", String(each - at)), call);
    }
  };
}
