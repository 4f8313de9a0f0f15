import { type Answer, pageAnswer } from "./cases.ts";
import { differences } from "./differences.ts";

/** A line that is nothing but a Python program, in quotes in which bash puts nothing else. */
const pythonLine = /^python3 -c (?<program>\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\$`]|\\.)*")$/;

const mark = "\u001e";

/** Runs each argument as a program with a `__main__` of its own, and prints `mark` after it, and before it with what it ended if not well. */
const oneAfterAnother = `
import sys, types
for text in sys.argv[1:]:
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    failed = ""
    try:
        exec(compile(text, "<string>", "exec"), main.__dict__)
    except SystemExit as end:
        failed = end.code or ""
    except BaseException as fault:
        failed = fault
    print(failed, end="\\x1e", flush=True)
`;

/**
 * Runs the Python programs among these lines that in truth only print, in one interpreter: starting one takes longer than all of them.
 * @returns the lines that remain to be run alone: all others, and those that printed something else here
 */
export async function linesToRunAlone(
  lines: readonly string[],
  recorded: Readonly<Record<string, Answer>>,
): Promise<readonly string[]> {
  const printing = lines.filter((line) => {
    const real = recorded[line];
    return pythonLine.test(line) && real && onlyPrints(real) && !(line in differences);
  });
  if (printing.length === 0) return lines;
  const programs = printing.map((line) => pythonLine.exec(line)?.groups?.program);
  const answer = await pageAnswer(`python3 -c '${oneAfterAnother}' ${programs.join(" ")}`);
  // What complains here is not known, and is not compared of a line that runs alone either.
  if (!onlyPrints({ ...answer, complains: false })) return lines;
  const printed = answer.out.split(mark);
  const same = new Set(printing.filter((line, at) => printed[at] === recorded[line]?.out));
  return lines.filter((line) => !same.has(line));
}

function onlyPrints({ status, complains, files }: Answer): boolean {
  return status === 0 && !complains && Object.keys(files).length === 0;
}
