import { readFileSync } from "node:fs";
import type { TrustFile } from "#lib/report/trust/trust-file.ts";
import { trustFile } from "#lib/report/trust/trust-file.ts";

/** A file written for the corpus, and the codes of the rules that should find something in it; none in an innocent file. */
export interface CorpusFile {
  readonly file: TrustFile;
  readonly rules: readonly string[];
}

/**
 * The files of the corpus, all written for it. `{{…}}` in their texts stands for things that do not belong in a source file: invisible
 * characters, encoded texts, programs, and keys, which are generated, the same at every run.
 */
export function readCorpus(kind: "hostile" | "innocent"): readonly CorpusFile[] {
  const text = readFileSync(new URL(`${kind}.txt`, import.meta.url), "utf8");
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => corpusFile(kind, part));
}

function corpusFile(kind: "hostile" | "innocent", part: string): CorpusFile {
  const end = part.indexOf("\n");
  const head = part.slice(0, end).split(" ");
  const [path = "", rules = ""] = kind === "hostile" ? head.toReversed() : head;
  const body = part.slice(end + 1).replace(/\n$/, "");
  return { file: trustFile(`/${path}`, contentOf(body)), rules: rules === "" ? [] : rules.split(",") };
}

const binaries: Readonly<Record<string, readonly number[]>> = {
  "{{elf}}": [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0],
  "{{png}}": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0],
  "{{bytes}}": [1, 2, 3, 0, 4, 5],
};

function contentOf(body: string): Uint8Array {
  const binary = binaries[body.trim()];
  if (binary) return Uint8Array.from([...binary, ...Array<number>(100).fill(0)]);
  return new TextEncoder().encode(
    body.replace(/\{\{(\w+):([^{}]*)\}\}/g, (_, kind: string, text: string) => fillings[kind]?.(text) ?? ""),
  );
}

const fillings: Readonly<Record<string, (text: string) => string>> = {
  u: (hex) => String.fromCodePoint(Number.parseInt(hex, 16)),
  tags: (text) => Array.from(text, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join(""),
  vs: (text) =>
    Array.from(new TextEncoder().encode(text), (byte) =>
      String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
    ).join(""),
  bits: (text) =>
    Array.from(text, (sign) => sign.charCodeAt(0).toString(2).padStart(8, "0"))
      .join("")
      .replaceAll("0", "\u200b")
      .replaceAll("1", "\u200c"),
  b64: (text) => btoa(text),
  secret: (text) => {
    const [prefix = "", alphabet = "alnum", length = "20"] = text.split(":");
    return prefix + madeUp(alphabet, Number(length));
  },
};

const digits = "0123456789";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = upper.toLowerCase();

const alphabets: Readonly<Record<string, string>> = {
  alnum: upper + lower + digits,
  base32: `${upper}234567`,
  digits,
  digits1: "123456789",
  hex: `${digits}abcdef`,
  letters: upper + lower,
  onion: `${lower}234567`,
  upper,
};

/** A key that opens nothing, always the same for one length and alphabet (a linear congruential generator). */
function madeUp(alphabet: string, length: number): string {
  const signs = alphabets[alphabet] ?? "";
  let state = 12_345 + length;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return signs[(state >>> 16) % signs.length];
  }).join("");
}
