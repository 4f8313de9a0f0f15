export interface Program {
  readonly kind: "program";
  /** Absent for a script from stdin or `-e`. */
  readonly path?: string;
  readonly code?: string;
  readonly prints: boolean;
  /** Whether code without a path is a module in any case (`--input-type=module`). */
  readonly isModule?: true;
  /** Whether it is only parsed (`--check`). */
  readonly isChecked?: true;
  /** Whether it may have more of TypeScript than types. */
  readonly transforms?: true;
  readonly args: readonly string[];
  /** Node's own options, for `process.execArgv`. */
  readonly options?: readonly string[];
}

export type NodeCall = Program | { readonly kind: "print" | "refused"; readonly text: string };

export const nodeVersion = "v24.0.0";

/** Parses Node's command line: `node [options] [script|-e code|-] [arguments]`. */
export function readNodeCall(given: readonly string[]): NodeCall {
  const args = given.flatMap((arg, at) => (at === 0 ? (/^(--eval)=(.*)$/s.exec(arg)?.slice(1) ?? arg) : arg));
  const call = readOptions(args);
  if (call.kind !== "program" || call.isChecked) return call;
  const before = given.length - call.args.length - (call.path === undefined ? 0 : 1);
  return { ...call, options: given.slice(0, given[before - 1] === "--" ? before - 1 : before) };
}

function readOptions(args: readonly string[]): NodeCall {
  const at = args.findIndex((arg) => !harmless.test(arg));
  const [option = "-", ...rest] = at < 0 ? [] : args.slice(at);
  const isModule = args.slice(0, at < 0 ? undefined : at).includes("--input-type=module");
  const transforms = args.slice(0, at < 0 ? undefined : at).some((arg) => /transform-types|import=tsx/.test(arg));
  const kind = { kind: "program", ...(isModule && { isModule }), ...(transforms && { transforms }) } as const;
  switch (option) {
    case "-v":
    case "--version":
      return { kind: "print", text: `${nodeVersion}\n` };
    case "-e":
    case "--eval":
      return { ...kind, code: rest[0] ?? "", prints: false, args: afterCode(rest) };
    case "-p":
    case "--print":
    case "-pe":
      return { ...kind, code: rest[0] ?? "", prints: true, args: afterCode(rest) };
    case "-c":
    case "--check":
      return {
        kind: "program",
        ...(rest[0] !== undefined && rest[0] !== "-" && { path: rest[0] }),
        isChecked: true,
        prints: false,
        args: [],
      };
    case "-":
      // An explicit `-` counts as an argument.
      return { ...kind, prints: false, args: at < 0 ? [] : ["-", ...rest] };
    case "--":
      return readOptions(rest);
    default:
      if (option.startsWith("-")) return { kind: "refused", text: `${option}: this option is not known in the page` };
      return { ...kind, path: option, prints: false, args: rest };
  }
}

function afterCode([, ...rest]: readonly string[]): readonly string[] {
  return rest[0] === "--" ? rest.slice(1) : rest;
}

const harmless =
  /^--(?:no-warnings|input-type=\w+|experimental-[\w-]+|enable-source-maps|trace-[\w-]+|max-old-space-size=\d+|import=tsx)$/;
