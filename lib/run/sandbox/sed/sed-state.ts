import { type SedFiles, type SedLine, standardOutput } from "./sed-input.ts";
import { SedError } from "./sed-script.ts";

export interface SedRun {
  /** What no command prints is not printed: `-n`. */
  readonly isQuiet: boolean;
  /** What ends a line: a zero byte with `-z`. */
  readonly end: string;
  /** Characters in a line of `l`. */
  readonly width: number;
  readonly files: SedFiles;
}

/** What goes on from file to file. */
export interface SedMemory {
  hold: string;
  lastPattern: RegExp | undefined;
}

export type SedState = ReturnType<typeof createSedState>;

/** Where sed stands among the lines, its two spaces of text, and what it has printed. Long because all of these move together. */
export function createSedState(lines: readonly SedLine[], run: SedRun, memory: SedMemory) {
  const { end } = run;
  const appended: (() => void)[] = [];
  let output = "";
  let lacksEnd = false;
  let at = -1;

  const state = {
    run,
    memory,
    space: "",
    /** Whether `s` has replaced anything since the line was read, or `t` last asked. */
    hasSubstituted: false,
    output: () => output,
    /** From 1. */
    line: () => at + 1,
    file: () => lines[at]?.file ?? "-",
    isLast: () => at >= lines.length - 1,
    /** Whether the end of the line that was read stood in the file. */
    hasEnd: () => lines[at]?.hasEnd ?? true,
    /** As far as the space's first line goes. */
    firstLine: () => state.space.split(end, 1)[0] ?? "",

    /** The next line; what was to come behind this one is printed first. `undefined` where there is none. */
    readNext(): string | undefined {
      if (state.isLast()) return undefined;
      state.finishLine();
      at++;
      return lines[at]?.text;
    },
    finishLine(): void {
      for (const append of appended.splice(0)) append();
    },
    append(act: () => void): void {
      appended.push(act);
    },
    print(text: string, hasEnd = true): void {
      output += `${lacksEnd ? end : ""}${text}${hasEnd ? end : ""}`;
      lacksEnd = !hasEnd;
    },
    /** Text that has its own end, or none. */
    printWhole(text: string): void {
      if (text === "") return;
      output += `${lacksEnd ? end : ""}${text}`;
      lacksEnd = !text.endsWith("\n");
    },
    writeLine(file: string, text: string): void {
      if (file === standardOutput) state.print(text);
      else run.files.write(file, `${text}${end}`);
    },
    printSpace: () => state.print(state.space, state.hasEnd()),

    /** The expression, or that which was used last; to be asked from the start. */
    patternOf(pattern: RegExp | undefined): RegExp {
      const used = pattern ?? memory.lastPattern;
      if (!used) throw new SedError("no previous regular expression");
      memory.lastPattern = used;
      used.lastIndex = 0;
      return used;
    },
  };
  return state;
}
