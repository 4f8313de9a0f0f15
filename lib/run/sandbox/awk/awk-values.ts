/** Text from outside of the program, which counts as a number where it looks like one. */
export class AwkInput {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `undefined`: never assigned, both `""` and 0. */
export type AwkValue = number | string | AwkInput | undefined;

const leading = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;
const whole = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

export function toNumber(value: AwkValue): number {
  if (typeof value === "number") return value;
  if (value === undefined) return 0;
  const found = leading.exec(typeof value === "string" ? value : value.text);
  return found ? Number(found[0]) : 0;
}

export function isTrue(value: AwkValue): boolean {
  if (typeof value === "number") return value !== 0;
  if (value instanceof AwkInput && whole.test(value.text)) return Number(value.text) !== 0;
  return value !== undefined && (typeof value === "string" ? value : value.text) !== "";
}

/** What `typeof` tells. */
export function kindOf(value: AwkValue | ReadonlyMap<string, unknown>): string {
  if (value instanceof Map) return "array";
  if (value === undefined) return "untyped";
  if (typeof value === "number") return "number";
  return value instanceof AwkInput && whole.test(value.text) ? "strnum" : "string";
}

/** Whether it compares as a number. */
export function isNumeric(value: AwkValue): boolean {
  return typeof value === "number" || value === undefined || (value instanceof AwkInput && whole.test(value.text));
}
