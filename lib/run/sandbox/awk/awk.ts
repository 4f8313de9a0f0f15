import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import type { AwkContext } from "./awk-context.ts";
import { AwkMachine } from "./awk-machine.ts";
import { parseAwk } from "./awk-parser.ts";
import { runAwk } from "./awk-statements.ts";
import { AwkError } from "./awk-syntax.ts";
import { unescaped } from "./awk-tokens.ts";
import { AwkInput } from "./awk-values.ts";

/**
 * POSIX's awk with what scripts use of gawk's, instead of the shell's own, which is silently wrong in separators, numbers, arrays and more.
 * Whole numbers are printed in full, as by gawk; texts are compared by code.
 */
export function awk(tree: RunTree, outputs: AwkContext["outputs"]): readonly CustomCommand[] {
  return ["awk", "gawk", "mawk", "nawk"].map((name) =>
    defineCommand(name, async (args, context) => {
      const { cwd, exportedEnv: env = {}, exec, signal } = context;
      const input = () => fromLatin1(context.stdin as unknown as string);
      const place = { tree, cwd, stdin: input, env, exec, outputs, signal };
      try {
        const isInput = (path: string) => path === "-" || path === "/dev/stdin";
        const call = readCall(args, (path) => escapedText(isInput(path) ? input() : tree.read(resolve(cwd, path))));
        return await run(call, place);
      } catch (caught) {
        return { stdout: "", stderr: faultText(caught), exitCode: 2 };
      }
    }),
  );
}

/** @throws AwkError for a program that cannot be read */
async function run({ program, variables, operands }: ReturnType<typeof readCall>, place: AwkContext) {
  const machine = new AwkMachine(place, operands);
  for (const [variable, value] of variables) machine.slot(variable).value = value;
  const { outputs } = machine;
  let [fault, code] = ["", 1];
  let taken = {};
  try {
    const statements = parseAwk(program);
    code = 2;
    await runAwk(statements, machine);
    await outputs.closeAll();
    taken = machine.inputs.taken();
  } catch (caught) {
    fault = faultText(caught);
  }
  const exitCode = fault === "" ? machine.exitCode : code;
  return {
    stdout: latin1(escapedBytes(outputs.stdout)),
    stderr: outputs.stderr + fault,
    exitCode,
    stdoutKind: "bytes" as const,
    ...taken,
  };
}

/** The message on an error of the program or its files; throws any other error on. */
function faultText(caught: unknown): string {
  if (caught instanceof RangeError) {
    // The stack is the limit of functions that call one another, and of parentheses.
    return `awk: ${/stack/.test(caught.message) ? "the program nests too deeply" : "a text is too long"}\n`;
  }
  const isKnown = caught instanceof AwkError || caught instanceof OptionError || caught instanceof RunFileError;
  if (!isKnown) throw caught;
  return `awk: ${caught.message}\n`;
}

const forms: OptionForms = {
  letters: "Ffv",
  withValue: "Ffv",
  long: { "field-separator": "F", file: "f", assign: "v" },
  endAtWord: true,
};

/** @throws OptionError, RunFileError */
function readCall(args: readonly string[], readFile: (path: string) => string) {
  const { options, words, lastOf } = readOptions(args, forms);
  const files = options.flatMap(([letter, value]) => (letter === "f" ? [readFile(value)] : []));
  const program = files.length > 0 ? files.join("\n") : words.shift();
  if (program === undefined) throw new OptionError("usage: awk [-F fs] [-v var=value] 'program' [file ...]");
  const separator = lastOf("F");
  const variables = options.flatMap(([letter, value]): (readonly [string, AwkInput | string])[] => {
    if (letter !== "v") return [];
    const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value) ?? [];
    if (name === undefined) throw new OptionError(`${value}: not a variable with a value`);
    return [[name, new AwkInput(unescaped(text ?? ""))]];
  });
  if (separator !== undefined) variables.unshift(["FS", separator === "t" ? "\t" : unescaped(separator)]);
  return { program, variables, operands: words };
}
