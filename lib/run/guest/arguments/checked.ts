import { argumentError } from "./argument-errors.ts";
import { kinds } from "./kinds.ts";

type Act = (...given: never[]) => unknown;
type Check = (given: readonly unknown[]) => void;

/** What follows a check that fails: an error at once, or a promise that has failed. */
type Failing = "throws" | "rejects";

/**
 * Has functions check what they are given as Node's do, in Node's words.
 * @param lines functions, and the names and kinds of their arguments: `rm rmSync path:path options:object?`. With `?` an argument may be
 * undefined, with `~` null, too; `_` stands for a blank; `!` is checked before the others; `...paths:text` are all that follow.
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
  for (const [names, check] of checksIn(lines))
    for (const own of names.filter((each) => each.endsWith("Sync")).map((each) => each.slice(0, -"Sync".length))) {
      const act = functions[own];
      const checkAll: Check = (given) => {
        const done = given.at(-1);
        if (typeof done !== "function") throw argumentError(name, "of type function", done);
        check(given.slice(0, -1));
      };
      if (act) replace(functions, own, throwing(act, checkAll));
    }
}

function replace(functions: Record<string, Act | undefined>, name: string, act: Act): void {
  const old = functions[name] as Act;
  // Its length, and what it is as a promise.
  for (const key of Reflect.ownKeys(old))
    if (key !== "prototype" || typeof old.prototype === "object")
      Object.defineProperty(act, key, Object.getOwnPropertyDescriptor(old, key) as PropertyDescriptor);
  Object.defineProperty(act, "name", { value: name, configurable: true });
  Object.defineProperty(functions, name, { value: act });
}

function throwing(act: Act, check: Check): Act {
  return function checked(this: unknown, ...given: unknown[]) {
    check(given);
    return act.apply(this, given as never[]);
  };
}

function rejecting(act: Act, check: Check): Act {
  return async function checked(this: unknown, ...given: unknown[]) {
    check(given);
    return act.apply(this, given as never[]);
  };
}

function checksIn(lines: string): readonly (readonly [names: readonly string[], check: Check])[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const words = line.trim().split(" ");
      const from = words.findIndex((word) => word.includes(":"));
      return [words.slice(0, from), checkOf(words.slice(from))] as const;
    });
}

function checkOf(words: readonly string[]): Check {
  const rules = words.map((word, at) => {
    const [, isFirst = "", isRest = "", name = "", kind = "", may = ""] =
      /^(!?)(\.{3})?([^:]+):(\w+)([?~]?)$/.exec(word) ?? [];
    const check = kinds[kind];
    if (!check) throw new Error(`no kind ${word}`);
    const isLeftOut = (value: unknown) => (may !== "" && value === undefined) || (may === "~" && value === null);
    return {
      at,
      name: name.replace("_", " "),
      isRest,
      isFirst,
      check: (value: unknown, told: string) => isLeftOut(value) || check(value, told),
    };
  });
  const inOrder = [...rules.filter(({ isFirst }) => isFirst), ...rules.filter(({ isFirst }) => !isFirst)];
  return (given) => {
    for (const { at, name, isRest, check } of inOrder) {
      if (!isRest) check(given[at], name);
      else for (let each = at; each < given.length; each++) check(given[each], name.replace("#", String(each - at)));
    }
  };
}
