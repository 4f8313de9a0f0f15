import { argumentError } from "../arguments/argument-errors.ts";
import { kinds } from "../arguments/kinds.ts";
import { sources } from "../errors/engine-texts.ts";
import { wrappedFiles } from "../errors/errors.ts";
import { native } from "../native.ts";

/**
 * Node's `vm`, in the program's own realm: code finds what its context and the language have, and nothing of Node; what it declares as a
 * function or with `var`, or sets, is put there. A time limit does not end it, as that of the run does.
 */
type Context = Record<string, unknown>;

interface Naming {
  readonly filename?: string;
}

/** What the language has: all else of this realm is Node's, and in no context. */
const ofLanguage =
  /^(?:Object|Function|Array|Number|parseFloat|parseInt|Infinity|NaN|undefined|Boolean|String|Symbol|Date|Promise|RegExp|\w*Error|JSON|Math|Intl|\w+Array|\w*ArrayBuffer|Atomics|DataView|Map|BigInt|Set|Iterator|Weak\w+|FinalizationRegistry|Proxy|Reflect|(?:de|en)codeURI\w*|escape|unescape|eval|isFinite|isNaN)$/;

/** A context's own console, which prints nothing. */
const silent = new Proxy({}, { get: () => () => undefined });

const contexts = new WeakSet<object>();

/** Texts, comments and brackets, between which declarations are looked for. */
const pieces =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`(?:\\[\s\S]|[^`\\])*`|[{}]|\bfunction\s*\*?\s*(?<made>[\w$]+)\s*\(|\bvar\s+(?<kept>[\w$]+)/g;

/** The functions and variables that code declares for all of it. */
function declaredIn(code: string) {
  const found = { made: new Set<string>(), kept: new Set<string>() };
  let depth = 0;
  for (const { 0: piece, groups = {}, index } of code.matchAll(pieces)) {
    if (piece === "{") depth++;
    if (piece === "}") depth--;
    if (depth > 0) continue;
    if (groups.kept !== undefined) found.kept.add(groups.kept);
    // What stands behind a sign is a value, and declares nothing.
    const isStatement = /(?:^|[;}\n]|\basync)\s*$/.test(code.slice(0, index));
    if (groups.made !== undefined && isStatement) found.made.add(groups.made);
  }
  return found;
}

/** @throws SyntaxError for code that cannot be read */
function check(code: string, { filename = "evalmachine.<anonymous>" }: Naming): void {
  sources.set(filename, code);
  wrappedFiles.add(filename);
  const made = native.compile(filename, code);
  if (made instanceof Error) throw made;
}

function namingOf(given: unknown): Naming {
  if (given === undefined) return {};
  if (typeof given === "string") return { filename: given };
  kinds.object?.(given, "options");
  return given as Naming;
}

function run(code: string, context: Context): unknown {
  const { made, kept } = declaredIn(code);
  for (const name of kept) if (!(name in context)) context[name] = undefined;
  let isDeclaring = true;
  const scope = new Proxy(context, {
    has: (_, name) => !isDeclaring && (name === "globalThis" || Reflect.has(context, name)),
    get: (_, name) => (name === "globalThis" ? context : context[name as string]),
  });
  const declare = (functions: Context) => {
    Object.assign(context, functions);
    isDeclaring = false;
  };
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  const hidden = [...before].filter((name) => !ofLanguage.test(name) && /^[A-Za-z_$][\w$]*$/.test(name));
  const parameters = [
    ...hidden.filter((name) => !/^(?:__declare|__scope)$/.test(name)),
    "__scope",
    "__declare",
    "__code",
  ];
  const evaluate = new Function(...parameters, "with (__scope) { return eval(__code); }");
  const given = parameters.map(
    (name) =>
      ({ console: silent, __scope: scope, __declare: declare, __code: `__declare({${[...made].join()}});${code}` })[
        name
      ],
  );
  try {
    return evaluate.apply(context, given);
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
  contexts.add(given);
  return given;
}

function contextOf(given: object): Context {
  kinds.object?.(given, "contextifiedObject");
  if (!contexts.has(given)) throw argumentError("contextifiedObject", "an vm.Context", given);
  return given as Context;
}

class Script {
  readonly #code: string;
  constructor(code: unknown, options?: unknown) {
    this.#code = `${code as string}`;
    check(this.#code, namingOf(options));
  }
  runInThisContext(): unknown {
    // biome-ignore lint/security/noGlobalEval: it is what was asked for
    const evaluate = globalThis.eval;
    return evaluate(this.#code);
  }
  runInContext(context: object): unknown {
    return run(this.#code, contextOf(context));
  }
  runInNewContext(context?: object): unknown {
    return this.runInContext(createContext(context));
  }
}

/** Node's `vm`, as far as one realm goes. */
export const vm = {
  Script,
  createContext,
  isContext(given: object): boolean {
    kinds.object?.(given, "object");
    return contexts.has(given);
  },
  runInThisContext: (code: unknown, options?: unknown) => new Script(code, options).runInThisContext(),
  runInContext: (code: unknown, context: object, options?: unknown) => new Script(code, options).runInContext(context),
  runInNewContext: (code: unknown, context?: object, options?: unknown) =>
    new Script(code, options).runInNewContext(context),
  compileFunction(code: string, parameters: readonly string[] = []): unknown {
    kinds.text?.(code, "code");
    return new Function(...parameters, code);
  },
};
