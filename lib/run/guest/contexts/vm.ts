import { argumentError } from "../arguments/argument-errors.ts";
import { kinds } from "../arguments/kinds.ts";
import { sources } from "../errors/engine-texts.ts";
import { wrappedFiles } from "../errors/errors.ts";
import { native } from "../native.ts";
import { withinTime } from "./time-limit.ts";

/**
 * Node's `vm`, in the program's own realm: code finds what its context and the language have, and nothing of Node; what it declares as a
 * function or with `var`, or sets, is put there, and what it declares with `let`, `const` or `class` the next code finds.
 */
type Context = Record<string, unknown>;

interface Options {
  readonly filename?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** What a context has beside its properties. */
interface Scope {
  /** Evaluates code where it finds what was declared last. */
  evaluate: (code: string) => unknown;
  /** The names that cannot be declared again. */
  readonly taken: Set<string>;
  /** Whether functions are being declared, which belong to the context and stay in no scope. */
  isDeclaring: boolean;
}

/** What the language has: all else of this realm is Node's, and in no context. */
const ofLanguage =
  /^(?:Object|Function|Array|Number|parseFloat|parseInt|Infinity|NaN|undefined|Boolean|String|Symbol|Date|Promise|RegExp|\w*Error|JSON|Math|Intl|\w+Array|\w*ArrayBuffer|Atomics|DataView|Map|BigInt|Set|Iterator|Weak\w+|FinalizationRegistry|Proxy|Reflect|(?:de|en)codeURI\w*|escape|unescape|eval|isFinite|isNaN)$/;

/** A context's own console, which prints nothing. */
const silent = new Proxy({}, { get: () => () => undefined });

const scopes = new WeakMap<object, Scope>();

/** Texts, comments and brackets, between which declarations are looked for. */
const pieces =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`(?:\\[\s\S]|[^`\\])*`|[{}]|\bfunction\s*\*?\s*(?<made>[\w$]+)\s*\(|\bvar\s+(?<kept>[\w$]+)|\b(?:let|const|class)(?=[\s[{])\s*(?<own>[\w$]*)/g;

/**
 * The functions and variables that code declares for all of it, and those of its own scope; and the code without `var`, by which a variable
 * would be in that scope, and not in the context.
 */
function declaredIn(code: string) {
  let bare = code;
  const found = { made: new Set<string>(), kept: new Set<string>(), own: new Set<string>() };
  let depth = 0;
  for (const { 0: piece, groups = {}, index } of code.matchAll(pieces)) {
    if (piece === "{") depth++;
    if (piece === "}") depth--;
    if (depth > 0) continue;
    if (groups.kept !== undefined) {
      found.kept.add(groups.kept);
      bare = bare.slice(0, index) + " ".repeat("var".length) + bare.slice(index + "var".length);
    }
    // What stands behind a sign is a value, and declares nothing.
    const isStatement = /(?:^|[;}\n]|\basync)\s*$/.test(code.slice(0, index));
    if (groups.made !== undefined && isStatement) found.made.add(groups.made);
    if (groups.own !== undefined && isStatement) found.own.add(groups.own);
  }
  return { ...found, bare };
}

/** @throws SyntaxError for code that cannot be read */
function check(code: string, { filename = "evalmachine.<anonymous>" }: Options): void {
  sources.set(filename, code);
  wrappedFiles.add(filename);
  const made = native.compile(filename, code);
  if (made instanceof Error) throw made;
}

function optionsOf(given: unknown): Options {
  if (given === undefined) return {};
  if (typeof given === "string") return { filename: given };
  kinds.object?.(given, "options");
  const options = given as Options;
  if (options.timeout !== undefined) kinds.milliseconds?.(options.timeout, "options.timeout");
  return options;
}

function scopeOf(context: Context): Scope {
  const known = scopes.get(context);
  if (known?.evaluate !== notYet) return known as Scope;
  const found = new Proxy(context, {
    has: (_, name) => !known.isDeclaring && (name === "globalThis" || Reflect.has(context, name)),
    get: (_, name) => (name === "globalThis" ? context : context[name as string]),
  });
  const given: Context = {
    console: silent,
    __scope: found,
    __declare(functions: Context) {
      Object.assign(context, functions);
      known.isDeclaring = false;
    },
    __keep(evaluate: Scope["evaluate"]) {
      known.evaluate = evaluate;
    },
  };
  const hidden = Object.getOwnPropertyNames(globalThis).filter(
    (name) => !ofLanguage.test(name) && /^[A-Za-z_$][\w$]*$/.test(name) && !(name in given),
  );
  const parameters = [...Object.keys(given), ...hidden];
  const begin = new Function(...parameters, "with (__scope) { return (__code) => eval(__code); }");
  known.evaluate = begin.apply(context, Object.values(given)) as Scope["evaluate"];
  return known;
}

function notYet(): never {
  throw new Error("The scope of a context is made at its first use.");
}

function run(code: string, context: Context): unknown {
  const { made, kept, own, bare } = declaredIn(code);
  const scope = scopeOf(context);
  const again = [...made, ...kept, ...own].find((name) => scope.taken.has(name));
  if (again !== undefined) throw new SyntaxError(`Identifier '${again}' has already been declared`);
  for (const name of own) scope.taken.add(name);
  scope.taken.delete("");
  for (const name of [...made, ...kept]) if (!(name in context)) context[name] = undefined;
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  scope.isDeclaring = true;
  try {
    const keep = own.size > 0 ? "__keep((__code) => eval(__code));" : "";
    return scope.evaluate(`${keep}__declare({${[...made].join()}});${bare}`);
  } finally {
    // What code sets that nothing has declared becomes global, which here is the context.
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (before.has(name)) continue;
      context[name] = (globalThis as unknown as Context)[name];
      Reflect.deleteProperty(globalThis, name);
    }
  }
}

function createContext(given: object = {}): object {
  kinds.object?.(given, "object");
  if (!scopes.has(given)) scopes.set(given, { evaluate: notYet, taken: new Set(), isDeclaring: false });
  return given;
}

function contextOf(given: object): Context {
  kinds.object?.(given, "contextifiedObject");
  if (!scopes.has(given)) throw argumentError("contextifiedObject", "an vm.Context", given);
  return given as Context;
}

class Script {
  readonly #code: string;
  constructor(code: unknown, options?: unknown) {
    this.#code = `${code as string}`;
    check(this.#code, optionsOf(options));
  }
  runInThisContext(options?: unknown): unknown {
    // biome-ignore lint/security/noGlobalEval: it is what was asked for
    const evaluate = globalThis.eval;
    return timed(() => evaluate(this.#code) as unknown, options);
  }
  runInContext(given: object, options?: unknown): unknown {
    const context = contextOf(given);
    return timed(() => run(this.#code, context), options);
  }
  runInNewContext(context?: object, options?: unknown): unknown {
    return this.runInContext(createContext(context), options);
  }
}

function timed<Result>(run: () => Result, given: unknown): Result {
  const { timeout } = optionsOf(given);
  return timeout === undefined ? run() : withinTime(run, timeout);
}

/** Node's `vm`, as far as one realm goes. */
export const vm = {
  Script,
  createContext,
  isContext(given: object): boolean {
    kinds.object?.(given, "object");
    return scopes.has(given);
  },
  runInThisContext: (code: unknown, options?: unknown) => new Script(code, options).runInThisContext(options),
  runInContext: (code: unknown, context: object, options?: unknown) =>
    new Script(code, options).runInContext(context, options),
  runInNewContext: (code: unknown, context?: object, options?: unknown) =>
    new Script(code, options).runInNewContext(context, options),
  compileFunction(code: string, parameters: readonly string[] = []): unknown {
    kinds.text?.(code, "code");
    return new Function(...parameters, code);
  },
};
