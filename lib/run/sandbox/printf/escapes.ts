import { latin1 } from "#lib/run/sandbox/latin1.ts";

/** Who reads the escapes: `format` and `text` are `printf`'s format and its `%b`, `echo` is `echo -e`. */
type Reader = "format" | "text" | "echo";

const octals: Readonly<Record<Reader, string>> = {
  format: "[0-7]{1,3}",
  text: "0[0-7]{0,3}|[1-7][0-7]{0,2}",
  echo: "0[0-7]{0,3}",
};

const signs: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\" },
};

/** A text with what its escapes stand for. */
export interface Unescaped {
  readonly bytes: string;
  /** Whether `\c` ended it, and all output with it. */
  readonly isEnd: boolean;
}

/**
 * Reads the escapes of bash.
 * @param bytes with a character for each byte, as in the result
 * @param complain is told of escapes without their digits
 */
export function unescaped(bytes: string, reader: Reader, complain?: (fault: string) => void): Unescaped {
  if (!bytes.includes("\\")) return { bytes, isEnd: false };
  const escapes = new RegExp(
    `\\\\(?:(${octals[reader]})|x([0-9a-fA-F]{1,2})|(u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8})|([\\s\\S]))`,
    "g",
  );
  const end = reader === "format" ? -1 : endOf(bytes);
  const kept = end < 0 ? bytes : bytes.slice(0, end);
  const text = kept.replace(escapes, (...[whole = "", octal, hexadecimal, point, sign = ""]: string[]) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
    if (point !== undefined) return character(Number.parseInt(point.slice(1), 16)) ?? whole;
    const missing = { x: "hex", u: "unicode", U: "unicode" }[sign];
    if (missing !== undefined) complain?.(`missing ${missing} digit for ${whole}`);
    return reader === "format" && /["'?]/.test(sign) ? sign : (signs[sign] ?? whole);
  });
  return { bytes: text, isEnd: end >= 0 };
}

function endOf(bytes: string): number {
  for (const { 0: pair, index } of bytes.matchAll(/\\[\s\S]/g)) if (pair === "\\c") return index;
  return -1;
}

function character(point: number): string | undefined {
  return point > 0x10ffff ? undefined : latin1(new TextEncoder().encode(String.fromCodePoint(point)));
}
