import { type Answer, pageAnswer } from "./cases.ts";
import { differences } from "./differences.ts";

/** A line that is nothing but a Python program, in single quotes. */
const pythonLine = /^python3 -c (?<program>\$'(?:[^'\\]|\\.)*'|'[^']*')$/;

const mark = "\u001e";

/** Runs each argument as a program with a `__main__` of its own, and prints `mark` after it. */
const oneAfterAnother = `
import sys, types
for text in sys.argv[1:]:
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    try:
        exec(compile(text, "<string>", "exec"), main.__dict__)
    except SystemExit:
        pass
    print(end="\\x1e", flush=True)
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
  if (!onlyPrints(answer)) return lines;
  const printed = answer.out.split(mark);
  const same = new Set(printing.filter((line, at) => printed[at] === recorded[line]?.out));
  return lines.filter((line) => !same.has(line));
}

function onlyPrints({ status, complains, files }: Answer): boolean {
  return status === 0 && !complains && Object.keys(files).length === 0;
}
