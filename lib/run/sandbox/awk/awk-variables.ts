import { toText } from "./awk-format.ts";
import { AwkError } from "./awk-syntax.ts";
import { type AwkValue, isTrue, toNumber } from "./awk-values.ts";

/** Values by key, and arrays within it. */
export interface AwkArray extends Map<string, AwkValue | AwkArray> {}

/** A variable. A function's own that was never assigned refers to the one it was called with, which may become an array. */
export interface Slot {
  value: AwkValue | AwkArray;
  readonly origin?: Slot;
  /** How an element is told. */
  readonly name?: string;
}

/** What is no array. @throws AwkError for one */
export function scalar(value: AwkValue | AwkArray, name: string): AwkValue {
  if (value instanceof Map) throw new AwkError(`attempt to use array ${name} in a scalar context`);
  return value;
}

const start = { FS: " ", OFS: " ", ORS: "\n", RS: "\n", SUBSEP: "\x1c", CONVFMT: "%.6g", OFMT: "%.6g" } as const;

/** The variables of a program, by name. */
export class AwkVariables {
  private readonly globals = new Map<string, Slot>();

  constructor() {
    for (const [name, value] of Object.entries(start)) this.slot(name).value = value;
    for (const name of ["NR", "FNR", "RSTART"]) this.slot(name).value = 0;
    this.slot("RLENGTH").value = -1;
  }

  slot(name: string): Slot {
    const slot = this.globals.get(name) ?? { value: undefined };
    this.globals.set(name, slot);
    return slot;
  }

  value(name: string): AwkValue {
    const { value } = this.slot(name);
    return value instanceof Map ? undefined : value;
  }

  text(value: AwkValue): string {
    return typeof value === "string" ? value : toText(value, toText(this.value("CONVFMT"), "%.6g"));
  }

  /** The text of a variable. */
  textOf(name: string): string {
    return this.text(this.value(name));
  }

  /** Whether patterns take capital and small letters for the same. */
  get ignoresCase(): boolean {
    const { value } = this.slot("IGNORECASE");
    return !(value instanceof Map) && isTrue(value);
  }

  /** Adds to a variable that counts. */
  count(name: "NR" | "FNR"): void {
    this.slot(name).value = toNumber(this.value(name)) + 1;
  }
}
