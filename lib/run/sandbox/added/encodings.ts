import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";

export interface Decoded {
  /** The text up to the first bytes that are none. */
  readonly text: string;
  /** The text with those bytes left out. */
  readonly rest: string;
  readonly isWhole: boolean;
}

export interface Encoded {
  /** The bytes up to the first character that the encoding does not have. */
  readonly bytes: Uint8Array;
  /** The bytes with such characters left out. */
  readonly rest: Uint8Array;
  readonly isWhole: boolean;
}

/** Encodings of which each byte is the character of the same number, up to a limit. */
const plain: Readonly<Record<string, number>> = { ascii: 128, latin1: 256 };

/** The encodings' names as scripts write them, without signs between: as `TextDecoder` or `plain` know them. */
const names: Readonly<Record<string, string>> = {
  ...{ ascii: "ascii", usascii: "ascii", ansix341968: "ascii", latin1: "latin1", iso88591: "latin1", l1: "latin1" },
  ...{ utf8: "utf-8", utf16: "utf-16", utf16le: "utf-16le", utf16be: "utf-16be", ucs2: "utf-16le", unicode: "utf-16" },
  ...{ cp1250: "windows-1250", cp1251: "windows-1251", cp1252: "windows-1252", cp1253: "windows-1253" },
  ...{ cp1254: "windows-1254", cp866: "ibm866", macintosh: "macintosh", mac: "macintosh", cp932: "shift_jis" },
  ...{ sjis: "shift_jis", shiftjis: "shift_jis", eucjp: "euc-jp", iso2022jp: "iso-2022-jp", euckr: "euc-kr" },
  ...{ gbk: "gbk", gb2312: "gbk", cp936: "gbk", gb18030: "gb18030", big5: "big5", koi8r: "koi8-r", koi8u: "koi8-u" },
  ...{ latin2: "iso-8859-2", latin9: "iso-8859-15" },
};

/** @throws OptionError for an encoding that is not known here */
function nameOf(given: string): string {
  const bare = given.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const [, part] = /^iso8859(\d+)$/.exec(bare) ?? [];
  const [, windows] = /^windows(125\d)$/.exec(bare) ?? [];
  const name = names[bare] ?? (part && `iso-8859-${part}`) ?? (windows && `windows-${windows}`);
  if (name === undefined || !(name in plain || name === "utf-16" || isDecoded(name)))
    throw new OptionError(`the encoding ${given} is not known here`);
  return name;
}

function isDecoded(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

/** How text in an encoding is read. @throws OptionError for an encoding that is not known here */
export function decoderOf(given: string): (bytes: Uint8Array) => Decoded {
  const name = nameOf(given);
  const limit = plain[name];
  if (limit !== undefined) {
    return (bytes) => {
      const end = bytes.findIndex((byte) => byte >= limit);
      const text = signs(end < 0 ? bytes : bytes.subarray(0, end));
      return { text, rest: signs(bytes.filter((byte) => byte < limit)), isWhole: end < 0 };
    };
  }
  return (bytes) => {
    const isBig = name === "utf-16" && bytes[0] === 0xfe && bytes[1] === 0xff;
    const label = name === "utf-16" ? (isBig ? "utf-16be" : "utf-16le") : name;
    // A mark at the beginning is a character, unless the encoding's name leaves the order of bytes to it.
    const options = { ignoreBOM: name !== "utf-16" };
    try {
      const text = new TextDecoder(label, { ...options, fatal: true }).decode(bytes);
      return { text, rest: text, isWhole: true };
    } catch {
      return cutAt(bytes, label, options);
    }
  };
}

/** What can be read up to the first wrong byte, and without all wrong ones. */
function cutAt(bytes: Uint8Array, label: string, options: TextDecoderOptions): Decoded {
  const canRead = (end: number) => {
    try {
      new TextDecoder(label, { ...options, fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (canRead(middle)) good = middle;
    else bad = middle;
  }
  const text = new TextDecoder(label, options).decode(bytes.subarray(0, good), { stream: true });
  return { text, rest: new TextDecoder(label, options).decode(bytes).replaceAll("\ufffd", ""), isWhole: false };
}

function signs(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** How text is written in an encoding. @throws OptionError for an encoding that can only be read here */
export function encoderOf(given: string): (text: string) => Encoded {
  const name = nameOf(given);
  if (name === "utf-8") return (text) => whole(new TextEncoder().encode(text));
  if (name.startsWith("utf-16")) return (text) => whole(inPairs(name === "utf-16" ? `\ufeff${text}` : text, name));
  const table = tableOf(name);
  if (!table) throw new OptionError(`the encoding ${given} can only be read here`);
  return (text) => {
    const bytes = Array.from(text, (sign) => table.get(sign));
    const end = bytes.indexOf(undefined);
    const rest = Uint8Array.from(bytes.filter((byte) => byte !== undefined));
    return { bytes: end < 0 ? rest : rest.subarray(0, end), rest, isWhole: end < 0 };
  };
}

function whole(bytes: Uint8Array): Encoded {
  return { bytes, rest: bytes, isWhole: true };
}

function inPairs(text: string, name: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), name !== "utf-16be");
  return new Uint8Array(view.buffer);
}

/** The bytes of an encoding that has one for each character; `undefined` for others. */
function tableOf(name: string): ReadonlyMap<string, number> | undefined {
  const bytes = Array.from({ length: plain[name] ?? 256 }, (_, byte) => byte);
  if (name in plain) return new Map(bytes.map((byte) => [String.fromCharCode(byte), byte]));
  const isSingle = bytes.every((byte) => new TextDecoder(name).decode(Uint8Array.of(byte, 0x41)).length === 2);
  if (!isSingle) return undefined;
  const pairs = bytes.map((byte) => [new TextDecoder(name).decode(Uint8Array.of(byte)), byte] as const);
  return new Map(pairs.filter(([sign]) => sign !== "\ufffd"));
}
