import { excerptAt, visible } from "./patterns.ts";
import type { Hit, Level, TrustRule } from "./rule.ts";
import type { TrustFile } from "./trust-file.ts";

/** Characters that are invisible, or change the direction of the text around them. */
const invisible =
  "[\\u00ad\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e007f}\\p{Join_Control}\\p{Variation_Selector}]";
const suspect = new RegExp(invisible, "u");

/** Runs of invisible characters. A text of nothing else is split into many runs. */
const runs = new RegExp(`${invisible}{1,10000}`, "gu");

/** A byte-order mark, joiners of emoji and of Persian, variation selectors, soft hyphens. */
const ordinary = /^[\ufeff\u00ad\p{Join_Control}\p{Variation_Selector}]{1,10000}$/u;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Most runs that are looked at in one file. */
const mostRuns = 2000;

/** Text that a person does not see and a model reads. Hidden text is decoded. */
export const hiddenText: TrustRule = {
  code: "hidden-text",
  title: "Invisible characters",
  why: "A model reads them like other text. They can hide instructions, and what you see may differ from what runs.",
  level: "look",
  *find(file) {
    if (!file.isText || file.isAscii || !suspect.test(file.text)) return;
    const told = new Map<string, Hit>();
    let count = 0;
    for (const match of file.text.matchAll(runs)) {
      if (++count > mostRuns) break;
      const hidden = hiddenIn(file, match);
      if (!hidden) continue;
      const line = file.lineAt(match.index);
      const key = `${line} ${hidden.says}`;
      if (told.has(key)) continue;
      told.set(key, { line, excerpt: excerptAt(file.text, match.index, Math.min(match[0].length, 40)), ...hidden });
    }
    yield* told.values();
  },
};

type Hidden = Pick<Hit, "says" | "decoded"> & { readonly level: Level };

function hiddenIn(file: TrustFile, { 0: run, index }: RegExpExecArray): Hidden | undefined {
  const tags = decodeTags(run);
  if (tags !== "") {
    // The flags of England, Scotland and Wales are a black flag and five tag characters.
    if (file.text.slice(0, index).endsWith("🏴") && /^[a-z]{2,6}$/.test(tags)) return undefined;
    return { level: "alarm", says: "A text in tag characters", decoded: visible(tags).slice(0, 500) };
  }
  const selected = decodeSelectors(run);
  if (selected) return { level: "alarm", says: "Bytes in variation selectors", decoded: selected };
  return decodeBits(run) ?? turnedIn(file, run, index) ?? otherIn(file, run, index);
}

/** Characters that reverse the direction of writing; Hebrew and Arabic need them. */
function turnedIn({ text, kind }: TrustFile, run: string, index: number): Hidden | undefined {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(run)) return undefined;
  const isNeeded = rightToLeft.test(text.slice(Math.max(0, index - 60), index + run.length + 60));
  const level = isNeeded ? "note" : kind === "script" ? "alarm" : "look";
  return { level, says: "The direction of the text is turned" };
}

function otherIn({ text, kind }: TrustFile, run: string, index: number): Hidden | undefined {
  const isInWord = /\w$/.test(text.slice(Math.max(0, index - 1), index)) && /^\w/.test(text.slice(index + run.length));
  if (isInWord && /[\u200b\u2060-\u2064\ufeff\u180e]/.test(run))
    return { level: "look", says: "A word is split by something invisible" };
  if (/[\u115f\u1160\u3164\uffa0]/.test(run))
    return { level: kind === "script" ? "look" : "note", says: "A letter that shows nothing" };
  return ordinary.test(run) ? undefined : { level: "note", says: "Invisible characters" };
}

function decodeTags(run: string): string {
  return Array.from(run, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xe001f && code < 0xe007f ? String.fromCharCode(code - 0xe0000) : "";
  }).join("");
}

/** Bytes encoded as "emoji smuggling" does; `undefined` for the few variation selectors that ordinary text has. */
function decodeSelectors(run: string): string | undefined {
  const bytes = Array.from(run, (character) => selectorByte(character.codePointAt(0) ?? 0)).filter((byte) => byte >= 0);
  if (bytes.length < 4) return undefined;
  return visible(new TextDecoder().decode(Uint8Array.from(bytes))).slice(0, 500);
}

function selectorByte(code: number): number {
  if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00;
  return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : -1;
}

/** Eight or more invisible characters in a row are a message in bits, with one character for 0 and another for 1. */
function decodeBits(run: string): Hidden | undefined {
  const signs = Array.from(run).filter((character) => /[\u200b\u2060-\u2064\ufeff\p{Join_Control}]/u.test(character));
  if (signs.length < 8) return undefined;
  const kinds = [...new Set(signs)];
  const texts = kinds.map((one) => bitText(signs.map((sign) => (sign === one ? "1" : "0")).join("")));
  const decoded = kinds.length === 2 ? texts.find((text) => /^[\x20-\x7e\n]{1,2000}$/.test(text)) : undefined;
  return {
    level: "alarm",
    says: "A run of invisible characters, which can encode hidden text",
    ...(decoded && { decoded: visible(decoded) }),
  };
}

function bitText(bits: string): string {
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join("");
}
