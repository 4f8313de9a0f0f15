import type { Address, SedCommand } from "./sed-script.ts";
import type { SedState } from "./sed-state.ts";

/** A range that has begun, up to a line or until its second address matches; or one that cannot begin again. */
type Range = number | "open" | "over";

export type SedRanges = ReturnType<typeof createRanges>;

/**
 * Which commands apply to the current line; ranges are remembered between lines. Long, because each kind of range reads what the others
 * remember.
 */
export function createRanges(commands: readonly SedCommand[], state: SedState) {
  const ranges = new Map<SedCommand, Range>();
  for (const command of commands) {
    const [first] = command.addresses;
    if (first?.kind === "line" && first.line === 0) ranges.set(command, "open");
  }

  function matches(address: Address): boolean {
    const line = state.line();
    switch (address.kind) {
      case "line":
        return line === address.line;
      case "last":
        return state.isLast();
      case "pattern":
        return state.patternOf(address.pattern).test(state.space);
      case "step":
        if (address.step <= 0) return line === address.first;
        return line >= address.first && (line - address.first) % address.step === 0;
      default:
        return false;
    }
  }

  function isInRange(command: SedCommand, first: Address, last: Address): boolean {
    const line = state.line();
    const range = ranges.get(command);
    if (range === "over") return false;
    if (range === undefined) return matches(first) && begin(command, endOf(last, line));
    const isOver = range === "open" ? matches(last) : line >= range;
    if (isOver && first.kind === "line") ranges.set(command, "over");
    else if (isOver) ranges.delete(command);
    return range === "open" || line <= range;
  }

  /** A range whose end is already past consists of its first line. */
  function begin(command: SedCommand, end: number | "open"): true {
    if (end === "open" || end > state.line()) ranges.set(command, end);
    return true;
  }

  function endOf(last: Address, line: number): number | "open" {
    switch (last.kind) {
      case "line":
        return last.line;
      case "plus":
        return line + last.count;
      case "multiple":
        return last.count <= 0 ? line : line - (line % last.count) + last.count;
      default:
        return last.kind === "last" && state.isLast() ? line : "open";
    }
  }

  return {
    isFor(command: SedCommand): boolean {
      const [first, last] = command.addresses;
      const isSelected = !first || (last ? isInRange(command, first, last) : matches(first));
      return isSelected !== command.isInverted;
    },
    /** Whether a range of the command continues after this line. */
    goesOn(command: SedCommand): boolean {
      const range = ranges.get(command);
      return range !== undefined && range !== "over";
    },
  };
}
