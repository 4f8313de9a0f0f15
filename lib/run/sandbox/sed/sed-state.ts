import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { SedError } from "./sed-error.ts";
import { type SedFiles, type SedLine, standardOutput } from "./sed-input.ts";

export interface SedRun {
  /** `-n`: prints only what commands print. */
  readonly isQuiet: boolean;
  /** The end of a line: a zero byte with `-z`. */
  readonly end: string;
  /** Characters per line of `l`. */
  readonly width: number;
  readonly files: SedFiles;
}

/** State that is kept from file to file. */
export interface SedMemory {
  hold: string;
  lastPattern: Pattern | undefined;
}

export type SedState = ReturnType<typeof createSedState>;

/** Most characters that a script prints, against one that prints without end. */
const mostOutput = 16 * 1024 * 1024;

/** Sed's position in the lines, its pattern and hold spaces, and its output. Long, because all of these change together. */
export function createSedState(lines: readonly SedLine[], run: SedRun, memory: SedMemory) {
  const { end } = run;
  const appended: (() => void)[] = [];
  let output = "";
  let lacksEnd = false;
  let at = -1;

  function add(text: string): void {
    output += text;
    if (output.length > mostOutput) throw new SedError("more output than 16 MB");
  }

  const state = {
    run,
    memory,
    space: "",
    /** Whether `s` has replaced anything since the line was read, or since the last `t`. */
    hasSubstituted: false,
    /** Whether the current line ends with a line break whatever the file has. */
    isEnded: false,
    output: () => output,
    /** From 1. */
    line: () => at + 1,
    file: () => lines[at]?.file ?? "-",
    isLast: () => at >= lines.length - 1,
    /** Whether the current line ends with a line break in the file. */
    hasEnd: () => state.isEnded || (lines[at]?.hasEnd ?? true),
    /** The pattern space up to its first line end. */
    firstLine: () => state.space.split(end, 1)[0] ?? "",

    /** Prints what is due after the current line, and reads the next one; `undefined` if there is none. */
    readNext(): string | undefined {
      if (state.isLast()) return undefined;
      state.finishLine();
      at++;
      state.isEnded = false;
      return lines[at]?.text;
    },
    finishLine(): void {
      for (const append of appended.splice(0)) append();
    },
    append(act: () => void): void {
      appended.push(act);
    },
    print(text: string, hasEnd = true): void {
      add(`${lacksEnd ? end : ""}${text}${hasEnd ? end : ""}`);
      lacksEnd = !hasEnd;
    },
    /** Prints text without adding a line end. @param isOwn whether one that it lacks is added before what follows */
    printWhole(text: string, isOwn = true): void {
      if (text === "") return;
      add(`${lacksEnd ? end : ""}${text}`);
      lacksEnd = isOwn && !text.endsWith("\n");
    },
    writeLine(file: string, text: string, hasEnd = true): void {
      if (file === standardOutput) state.print(text);
      else run.files.write(file, `${text}${hasEnd ? end : ""}`);
    },
    printSpace: () => state.print(state.space, state.hasEnd()),

    /** The expression, or the last one used; reset to its start. */
    patternOf(pattern: Pattern | undefined): Pattern {
      const used = pattern ?? memory.lastPattern;
      if (!used) throw new SedError("no previous regular expression");
      memory.lastPattern = used;
      used.lastIndex = 0;
      return used;
    },
  };
  return state;
}
