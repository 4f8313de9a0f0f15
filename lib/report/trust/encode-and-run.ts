import { anyOf } from "./any-of.ts";
import { findPatterns, type Pattern, visible } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const shells = "(?:sudo[ \\t]{1,4}){0,1}(?:/bin/)?(?:(?:ba|z|da|k)?sh|python[0-9.]{0,4}|node|perl|ruby|php)\\b";

/** The decoded form of a base64 text on the line; `undefined` if there is none, or it decodes to no text. */
function decode64(line: string): string | undefined {
  const encoded = /[A-Za-z0-9+/]{16,4000}={0,2}/.exec(line)?.[0];
  if (encoded === undefined) return undefined;
  try {
    const plain = Uint8Array.from(atob(encoded.slice(0, encoded.length - (encoded.length % 4))), (sign) =>
      sign.charCodeAt(0),
    );
    const text = new TextDecoder("utf-8", { fatal: true }).decode(plain.filter((byte) => byte !== 0));
    return text.length > 3 && !/\p{Cc}/u.test(text.replace(/\s/g, "")) ? visible(text).slice(0, 300) : undefined;
  } catch {
    return undefined; // Not base64 after all, or not a text: nothing to show.
  }
}

const patterns: readonly Pattern[] = [
  {
    needs: anyOf("base64", "openssl", "xxd", "uudecode", "base32"),
    pattern: new RegExp(
      `(?:\\bbase(?:64|32)[ \\t]{1,4}(?:-d|-D|--decode|-di)\\b|\\bopenssl[ \\t]{1,4}(?:enc[ \\t]{1,4})?-?base64[^\\n|]{0,40}-d\\b|\\bxxd[ \\t]{1,4}-r\\b|\\buudecode\\b)[^\\n|]{0,80}\\|(?:[ \\t]{0,4}(?:gunzip|zcat|rev|tr|bzip2|xz|tee)\\b[^\\n|]{0,40}\\|){0,2}[ \\t]{0,4}${shells}`,
      "g",
    ),
    decode: decode64,
  },
  {
    needs: anyOf("base64", "xxd"),
    pattern: new RegExp(
      `(?:\\beval[ \\t]{1,4}|${shells}[ \\t]{1,4}(?:-\\w{0,4}c|<<<)[ \\t]{1,4})["']{0,2}[$\`]\\(?[^\\n]{0,800}(?:base64[ \\t]{1,4}(?:-d|-D|--decode)|xxd[ \\t]{1,4}-r)[^\\n]{0,80}`,
      "g",
    ),
    decode: decode64,
  },
  {
    needs: anyOf(
      "base64",
      "b64decode",
      "a85decode",
      "b32decode",
      "fromhex",
      "unhexlify",
      "marshal",
      "zlib",
      "codecs",
      "decompress",
    ),
    pattern:
      /\b(?:exec|eval)[ \t]{0,2}\([^\n]{0,60}(?:b(?:64|32|16)decode|a85decode|urlsafe_b64decode|decodebytes|fromhex|unhexlify|marshal\.loads|decompress|codecs\.decode)[ \t]{0,2}\((?!["']\.{3})/g,
    decode: decode64,
  },
  {
    needs: anyOf("marshal.loads", "pickle.loads", "cpickle.loads", "dill.loads"),
    pattern:
      /\b(?:marshal|c?pickle|dill)\.loads?[ \t]{0,2}\([^\n]{0,40}(?:b64decode|fromhex|decompress|unhexlify)[ \t]{0,2}\([^\n]{0,200}/gi,
  },
  {
    needs: anyOf("b64decode", "fromhex", "decompress"),
    pattern:
      /(?<name>\b[A-Za-z_]\w{0,40})[ \t]{0,4}=[^\n]{0,60}(?:b64decode|fromhex|unhexlify|decompress)[ \t]{0,2}\([^\n]{0,400}\n(?:[^\n]{0,120}\n){0,4}[^\n]{0,40}\b(?:exec|eval|os\.system|subprocess\.\w{2,14})[ \t]{0,2}\([^\n]{0,20}\b\k<name>\b[^\n]{0,40}/g,
    decode: decode64,
  },
  {
    needs: anyOf("atob", "buffer.from", "fromcharcode", "unescape", "decodeuricomponent"),
    pattern:
      /\b(?:eval|new Function|Function|setTimeout|setInterval|execSync|vm\.runIn\w{1,20})[ \t]{0,2}\([^\n;]{0,60}(?:\batob[ \t]{0,2}\(|Buffer\.from\([^\n]{1,2000}["'](?:base64|hex)["']|String\.fromCharCode\(|unescape\()/g,
    decode: decode64,
  },
  {
    needs: anyOf("-enc", "-ec ", "-e ", "-encodedcommand"),
    pattern:
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}[ \t]-e(?:nc|ncodedcommand|c)?[ \t]{1,4}["']{0,1}[A-Za-z0-9+/]{20,4000}={0,2}/gi,
    decode: decode64,
  },
  {
    needs: anyOf("frombase64string"),
    pattern:
      /(?:\b(?:iex|invoke-expression)\b|\[(?:System\.)?Reflection\.Assembly\]::Load|\bscriptblock\b)[^\n]{0,160}FromBase64String|FromBase64String[^\n|]{0,1000}\|[ \t]{0,4}(?:iex|invoke-expression)\b/gi,
    decode: decode64,
  },
  {
    needs: anyOf("printf", "echo -e", "$'"),
    pattern: new RegExp(
      `\\b(?:printf|echo[ \\t]{1,4}-n{0,1}e)[ \\t]{1,4}["'](?:\\\\x[0-9a-fA-F]{2}|\\\\[0-7]{3}){4,800}["'][ \\t]{0,4}\\|[ \\t]{0,4}${shells}|\\$'(?:\\\\x[0-9a-fA-F]{2}){6,400}'`,
      "g",
    ),
  },
  {
    needs: anyOf("| rev", "|rev", "tr "),
    pattern: new RegExp(
      `\\|[ \\t]{0,4}(?:rev|tr[ \\t]{1,4}["']?[A-Za-z-]{3,40}["']?[ \\t]{1,4}["']?[A-Za-z-]{3,40}["']?)[ \\t]{0,4}\\|[ \\t]{0,4}${shells}`,
      "g",
    ),
  },
  {
    needs: anyOf("_0x"),
    pattern: /\b_0x[0-9a-f]{4,6}\b(?:[^\n]{1,60}\b_0x[0-9a-f]{4,6}\b){5}/g,
    says: "Names are scrambled as an obfuscator does",
    in: ["script"],
    level: "look",
  },
  {
    needs: anyOf("\\x"),
    pattern: /(?:\\x[0-9a-fA-F]{2}){40}/g,
    says: "A long text is written in character codes",
    in: ["script"],
    level: "look",
  },
];

/** Encoded text is decoded and run. */
export const encodeAndRun: TrustRule = {
  code: "encode-and-run",
  title: "Something encoded is run",
  why: "Honest code is not encoded. The decoded text is shown where possible.",
  level: "alarm",
  *find(file) {
    if (file.isText) yield* findPatterns(file, patterns, { level: "alarm" });
  },
};
