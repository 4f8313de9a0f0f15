import type { SedLine } from "./sed-input.ts";
import { createRanges, type SedRanges } from "./sed-ranges.ts";
import type { SedCommand, Substitution } from "./sed-script.ts";
import { createSedState, type SedMemory, type SedRun, type SedState } from "./sed-state.ts";
import { substitute, tellMade } from "./substitute.ts";
import { visibly } from "./visibly.ts";

export interface SedOutcome {
  readonly output: string;
  /** The exit code of `q` or `Q`; `undefined` if all lines were read. */
  readonly quit: number | undefined;
  /** How many lines were read. */
  readonly read: number;
}

/** How the commands for one line ended. */
type CycleEnd = "next" | "again" | "deleted" | { readonly quit: number; readonly prints: boolean };

/** Where a command leads, if not to the next command; an empty label is the script's end. */
type Then = CycleEnd | { readonly label: string } | undefined;

/** A command of the shell that is to be run, and what is done with what it prints. */
interface Started {
  readonly line: string;
  use(printed: string): undefined;
}

function isStarted(then: Then | Started): then is Started {
  return typeof then === "object" && "line" in then;
}

/** Asks for what commands of the shell print. */
type Running<Result> = Generator<string, Result, string>;

/**
 * Runs a script over lines, as GNU sed does. Yields each command of the shell that it runs, and goes on with what that has printed.
 * @throws SedError
 */
export function* runSed(
  lines: readonly SedLine[],
  commands: readonly SedCommand[],
  run: SedRun,
  memory: SedMemory,
): Running<SedOutcome> {
  const state = createSedState(lines, run, memory);
  const ranges = createRanges(commands, state);
  let ended: CycleEnd = "next";
  for (;;) {
    if (ended !== "again") {
      const text = state.readNext();
      if (text === undefined) return { output: state.output(), quit: undefined, read: lines.length };
      state.space = text;
      state.hasSubstituted = false;
    }
    ended = yield* cycle(commands, state, ranges);
    const prints = ended === "next" || (typeof ended === "object" && ended.prints);
    if (prints && !run.isQuiet) state.printSpace();
    state.finishLine();
    if (typeof ended === "object") return { output: state.output(), quit: ended.quit, read: state.line() };
  }
}

/** Runs the commands for the line in the pattern space. */
function* cycle(commands: readonly SedCommand[], state: SedState, ranges: SedRanges): Running<CycleEnd> {
  let place = 0;
  for (let command = commands[0]; command; command = commands[place]) {
    if (!ranges.isFor(command)) {
      place = (command.name === "{" ? command.end : place) + 1;
      continue;
    }
    let then = act(command, state, ranges);
    if (isStarted(then)) then = then.use(yield then.line);
    if (then === undefined) place++;
    else if (typeof then === "string" || "quit" in then) return then;
    else place = placeOf(then.label, commands);
  }
  return "next";
}

function placeOf(label: string, commands: readonly SedCommand[]): number {
  if (label === "") return commands.length;
  return commands.findIndex((command) => command.name === ":" && command.label === label);
}

/** The commands that only move text. */
const moves: Readonly<Record<string, (state: SedState) => void>> = {
  g(state) {
    state.space = state.memory.hold;
  },
  G(state) {
    state.space += `${state.run.end}${state.memory.hold}`;
  },
  h({ memory, space }) {
    memory.hold = space;
  },
  H({ memory, space, run }) {
    memory.hold += `${run.end}${space}`;
  },
  x(state) {
    const { hold } = state.memory;
    state.memory.hold = state.space;
    state.space = hold;
  },
  z(state) {
    state.space = "";
  },
  p: (state) => state.printSpace(),
  P: (state) => state.print(state.firstLine(), state.space.includes(state.run.end) || state.hasEnd()),
  "=": (state) => state.printWhole(`${state.line()}\n`),
  F: (state) => state.printWhole(`${state.file()}\n`),
};

function act(command: SedCommand, state: SedState, ranges: SedRanges): Then | Started {
  switch (command.name) {
    case "b":
      return { label: command.label };
    case "t":
    case "T":
      return jump(command.label, command.name === "t", state);
    case "e":
      return started(command.command, state);
    case "s":
      return substituted(command, state);
    case "q":
    case "Q":
      return { quit: command.number ?? 0, prints: command.name === "q" };
    case "c":
      if (command.isInverted || !ranges.goesOn(command)) state.printWhole(command.text);
      return "deleted";
    case "d":
      return "deleted";
    case "D":
      return deleteLine(state);
    case "n":
    case "N":
      return takeNext(command.name, state);
    default:
      change(command, state);
      return undefined;
  }
}

/** Runs a command that is always followed by the next one. */
function change(command: SedCommand, state: SedState): void {
  switch (command.name) {
    case "y":
      state.space = Array.from(state.space, (sign) => command.signs.get(sign) ?? sign).join("");
      break;
    case "i":
      state.printWhole(command.text);
      break;
    case "a":
      state.append(() => state.printWhole(command.text));
      break;
    case "r":
      state.append(() => state.printWhole(state.run.files.read(command.file)));
      break;
    case "R":
      state.append(() => appendLine(command.file, state));
      break;
    case "w":
      state.writeLine(command.file, state.space, state.hasEnd());
      break;
    case "W":
      state.writeLine(command.file, state.firstLine());
      break;
    case "l":
      state.print(visibly(state.space, command.number ?? state.run.width));
      break;
    default:
      moves[command.name]?.(state);
  }
}

/** What a command prints comes before all else; of the pattern space, it takes its place. */
function started(command: string, state: SedState): Started {
  if (command !== "") return { line: command, use: (printed) => void state.printWhole(printed, false) };
  const use = (printed: string) => {
    place(printed, state);
    state.isEnded = true;
    return undefined;
  };
  return { line: state.space, use };
}

/** Puts in the pattern space what a command has printed, without its last line end. */
function place(printed: string, state: SedState): void {
  const { end } = state.run;
  state.space = printed.endsWith(end) ? printed.slice(0, -end.length) : printed;
}

function substituted(command: Substitution, state: SedState): Started | undefined {
  if (!substitute(command, state)) return undefined;
  state.hasSubstituted = true;
  if (!command.runs) {
    tellMade(command, state);
    return undefined;
  }
  const use = (printed: string) => {
    place(printed, state);
    tellMade(command, state);
    return undefined;
  };
  return { line: state.space, use };
}

function jump(label: string, ifSubstituted: boolean, state: SedState): Then {
  const jumps = state.hasSubstituted === ifSubstituted;
  state.hasSubstituted = false;
  return jumps ? { label } : undefined;
}

function deleteLine(state: SedState): Then {
  const { end } = state.run;
  if (!state.space.includes(end)) return "deleted";
  state.space = state.space.slice(state.space.indexOf(end) + end.length);
  return "again";
}

/** After the last line there is none: the script ends, and the pattern space is printed. */
function takeNext(name: "n" | "N", state: SedState): Then {
  if (state.isLast()) return { quit: 0, prints: true };
  if (name === "n" && !state.run.isQuiet) state.printSpace();
  const next = state.readNext() ?? "";
  state.space = name === "n" ? next : `${state.space}${state.run.end}${next}`;
  return undefined;
}

function appendLine(file: string, state: SedState): void {
  const line = state.run.files.readLine(file);
  if (line !== undefined) state.print(line);
}
