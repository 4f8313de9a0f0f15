/** How Node's `AssertionError` shows in what two values differ. */
export interface Inspected {
  readonly value: unknown;
  readonly text: string;
  readonly lines: readonly string[];
}

/** Signs of two values up to which they stand on one line. */
const short = 12;
/** Signs of two texts up to which the place is marked where they part. */
const markable = 80;
/** Equal lines in a row up to which all are shown. */
const shown = 5;

/** What comes behind the head of the message: whether lines were left out, and the values. */
export function difference(actual: Inspected, expected: Inspected): string {
  const isSimple =
    actual.lines.length === 1 && expected.lines.length === 1 && !(isObject(actual) && isObject(expected));
  if (isSimple) {
    const quotes = [actual, expected].filter(({ value }) => typeof value === "string").length * 2;
    const length = actual.text.length + expected.text.length - quotes;
    if (length <= short) return `\n\n${actual.text} !== ${expected.text}`;
    const areTexts = quotes === 4 && length <= markable;
    const at = [...actual.text].findIndex((sign, index) => sign !== expected.text[index]);
    const mark = areTexts && at >= 0 ? `\n${" ".repeat(at + 2)}^` : "";
    return `\n+ actual - expected\n\n+ ${actual.text}\n- ${expected.text}${mark}`;
  }
  const { text, isCut } = printed(changes(actual.lines, expected.lines));
  return `\n+ actual - expected${isCut ? "\n... Skipped lines" : ""}\n\n${text}`;
}

function isObject({ value }: Inspected): boolean {
  return typeof value === "object" && value !== null;
}

type Change = readonly [sign: "+" | "-" | " ", line: string];

const withoutComma = (line: string | undefined) => line?.replace(/,$/, "");

type IsSame = (a: number, b: number) => boolean;

/** How many lines can be kept together from two places on. */
function commonLines(length: number, other: number, isSame: IsSame): (a: number, b: number) => number {
  const common = Array.from({ length: length + 1 }, () => new Array<number>(other + 1).fill(0));
  const from = (a: number, b: number) => common[a]?.[b] ?? 0;
  for (let a = length - 1; a >= 0; a--) {
    for (let b = other - 1; b >= 0; b--) {
      const row = common[a];
      if (row) row[b] = isSame(a, b) ? from(a + 1, b + 1) + 1 : Math.max(from(a + 1, b), from(a, b + 1));
    }
  }
  return from;
}

/** The lines of both, in an order that keeps as many as possible together. */
function changes(actual: readonly string[], expected: readonly string[]): readonly Change[] {
  const isSame = (a: number, b: number) => withoutComma(actual[a]) === withoutComma(expected[b]);
  const from = commonLines(actual.length, expected.length, isSame);
  const made: Change[] = [];
  let [a, b] = [0, 0];
  while (a < actual.length || b < expected.length) {
    const [one = "", other = ""] = [actual[a], expected[b]];
    const [hasOne, hasOther] = [a < actual.length, b < expected.length];
    if (hasOne && hasOther && isSame(a, b)) {
      made.push([" ", one.endsWith(",") ? one : other]);
      a++;
      b++;
    } else if (!hasOther || (hasOne && from(a + 1, b) >= from(a, b + 1))) {
      made.push(["+", one]);
      a++;
    } else {
      made.push(["-", other]);
      b++;
    }
  }
  return made;
}

function printed(all: readonly Change[]): { readonly text: string; readonly isCut: boolean } {
  const lines: string[] = [];
  let [same, isCut] = [0, false];
  for (const [at, [sign, line]] of all.entries()) {
    if (sign !== " " && same > shown) {
      const last = all.slice(at - Math.min(2, same - shown), at).map((each) => `  ${each[1]}`);
      if (same >= shown + 3) {
        lines.push("...", last.at(-1) ?? "");
        isCut = true;
      } else lines.push(...last);
    }
    same = sign === " " ? same + 1 : 0;
    if (sign !== " " || same <= shown) lines.push(`${sign} ${line}`);
  }
  return { text: lines.join("\n").trimEnd(), isCut };
}
