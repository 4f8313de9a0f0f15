import { OptionError, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { type BcOutput, createMachine } from "./bc-machine.ts";
import { numberText } from "./bc-number.ts";
import { itemsOf } from "./bc-parser.ts";
import { BcFault, type Statement } from "./bc-syntax.ts";
import { tokensOf } from "./bc-tokens.ts";

const forms = {
  letters: "lqsw",
  withValue: "",
  long: { mathlib: "l", quiet: "q", standard: "s", warn: "w" },
};

/** GNU's bc: reckons with decimal numbers of any length. @throws OptionError */
export async function bc(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has } = readOptions(args, forms);
  if (has("s", "w")) throw new OptionError("-s and -w are not possible here");
  const files = words.length > 0 ? await readAll("bc", words, context) : { read: [], faults: "" };
  if (files.faults !== "") return { stdout: "", stderr: files.faults, exitCode: 1 };
  const input = { name: "(standard_in)", text: context.stdin as unknown as string };
  const { output, printed } = linesOf(Number(context.env.get("BC_LINE_LENGTH") ?? 70));
  const machine = createMachine(output, has("l"));
  let stderr = "";
  for (const { name, text } of [...files.read, input]) {
    const ran = runProgram(machine, name, escapedText(fromLatin1(text)));
    stderr += ran.faults;
    if (!ran.goesOn) break;
  }
  return { stdout: printed(), stderr, exitCode: 0 };
}

/** Runs a program line by line; what is wrong with a line does not keep the next from being run. */
function runProgram(machine: ReturnType<typeof createMachine>, name: string, text: string) {
  let faults = "";
  for (const item of itemsOf(tokensOf(text))) {
    if (item.kind === "quit") return { faults, goesOn: false };
    if (item.kind === "fault") faults += `${name} ${item.line}: ${item.text}\n`;
    else if (item.kind === "definition") machine.define(item);
    else {
      const { fault, goesOn } = runLine(machine, item.statements);
      if (fault !== undefined) faults += `Runtime error: ${fault}\n`;
      if (!goesOn) return { faults, goesOn };
    }
  }
  return { faults, goesOn: true };
}

function runLine(machine: ReturnType<typeof createMachine>, statements: readonly Statement[]) {
  try {
    return { fault: undefined, goesOn: machine.run(statements) };
  } catch (caught) {
    if (caught instanceof BcFault) return { fault: caught.message, goesOn: true };
    if (caught instanceof RangeError) return { fault: "this is nested too deeply", goesOn: true };
    throw caught;
  }
}

/** Collects what is printed; a number that does not fit into a line goes on in the next, behind a backslash. */
function linesOf(length: number) {
  const parts: string[] = [];
  let column = 0;
  const output: BcOutput = {
    text(text) {
      parts.push(text);
      column = text.endsWith("\n") ? 0 : column + text.length;
    },
    number(value, base) {
      for (const sign of numberText(value, base)) {
        if (length > 2 && column >= length - 2) {
          parts.push("\\\n");
          column = 0;
        }
        parts.push(sign);
        column++;
      }
    },
  };
  return { output, printed: () => parts.join("") };
}
