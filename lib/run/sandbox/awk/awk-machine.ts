import type { AwkContext } from "./awk-context.ts";
import { AwkInputs } from "./awk-inputs.ts";
import { AwkOutputs } from "./awk-outputs.ts";
import { AwkRecord } from "./awk-record.ts";
import { type Entry, entriesInOrder } from "./awk-sorting.ts";
import { AwkError } from "./awk-syntax.ts";
import { AwkInput, type AwkValue } from "./awk-values.ts";
import { type AwkArray, AwkVariables, type Slot, scalar } from "./awk-variables.ts";

/** The state of a program that runs: variables, the record, and what it reads and writes. */
export class AwkMachine extends AwkVariables {
  readonly outputs: AwkOutputs;
  readonly inputs: AwkInputs;
  readonly record: AwkRecord;
  /** Compares two elements by a function of the program; `undefined` if there is none of that name. */
  comparing: (name: string) => ((one: Entry, other: Entry) => number) | undefined = () => undefined;
  /** The variables of the functions that run. */
  readonly frames: Slot[][] = [];
  /** What the function that has just ended returns. */
  returned: AwkValue;
  exitCode = 0;
  /** Whether `exit` has been met, after which rules for the end run once. */
  isEnding = false;
  seed = 0;
  /** What `srand` was told last; at the beginning what gawk says then. */
  seeded = 1;

  constructor(place: AwkContext, operands: readonly string[]) {
    super();
    this.slot("ENVIRON").value = new Map(Object.entries(place.env).map(([name, text]) => [name, new AwkInput(text)]));
    const words = ["awk", ...operands];
    this.slot("ARGC").value = words.length;
    this.slot("ARGV").value = new Map(words.map((word, at) => [String(at), new AwkInput(word)]));
    this.record = new AwkRecord(this);
    this.outputs = new AwkOutputs(place);
    this.inputs = new AwkInputs(place, this, this.outputs);
  }

  /** An array's keys as `for (key in array)` takes them: as `PROCINFO["sorted_in"]` says, else as they came. @throws AwkError */
  keysOf(array: AwkArray): string[] {
    const { value } = this.slot("PROCINFO");
    const order = this.text(value instanceof Map ? scalar(value.get("sorted_in"), 'PROCINFO["sorted_in"]') : undefined);
    return order === "" ? [...array.keys()] : this.entriesOf(array, order).map(([key]) => key);
  }

  /** An array's elements in an order that is known, or as a function of the program compares them. @throws AwkError */
  entriesOf(array: AwkArray, order: string): readonly Entry[] {
    if (order === "@unsorted") return [...array];
    const compare = this.comparing(order);
    const sorted = compare ? [...array].sort(compare) : entriesInOrder(array, order);
    if (!sorted) throw new AwkError(`sort comparison function \`${order}' is not defined`);
    return sorted;
  }
}
