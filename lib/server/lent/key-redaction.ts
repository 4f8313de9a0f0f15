/** Characters of a provider's message that a page is shown. */
const shownLength = 1000;
/** Characters of a message that are read: bounded, as the message comes from outside. */
const readLength = 20_000;
/**
 * Consecutive characters of the key that must not be shown. Shorter runs occur in words, or in the form of all keys.
 */
const telling = 8;
/** Characters beside a mask by which it is recognised as this key's. */
const besideMask = 2;

const shown = "…";

/**
 * A provider's message without the key that the request carried, in whatever form the message repeats it: whole or in
 * part, masked in the middle, escaped for an address, JSON or HTML, in base64 or hexadecimal, backwards, or with blanks
 * between its letters.
 */
export function withoutKey(message: string, key: string): string {
  if (key === "") return shorten(message);
  let text = message.slice(0, readLength);
  for (const pattern of [...encodings(key), escaped(key)]) text = text.replace(pattern, shown);
  text = withoutParts(withoutParts(text, key), backwards(key));
  text = text.replace(spacedOut, (run) => (isOfKey(run.replace(/\s/g, ""), key) ? shown : run));
  text = text.replace(maskedWord, (word) => (isMaskOf(key, word) ? shown : word));
  text = text.replace(namedByEnd, (whole, before: string, end: string) => (key.endsWith(end) ? before + shown : whole));
  return shorten(text);
}

function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}${shown}` : text;
}

/** Each character plain or in any of the usual escapes, which may have been applied twice. */
function escaped(key: string): RegExp {
  const letters = [...key].map((letter) => {
    const code = letter.charCodeAt(0);
    const hex = code.toString(16).padStart(2, "0");
    const forms = [
      literal(letter),
      `%(?:25){0,3}${hex}`,
      `u00${hex}`,
      `x${hex}`,
      `&#x0{0,4}${hex};`,
      `&#0{0,4}${code};`,
    ];
    return `\\\\{0,8}(?:${forms.join("|")})`;
  });
  return new RegExp(letters.join(""), "gi");
}

/**
 * Base64 has three spellings, depending on the key's offset in a triple of bytes; characters shared with its neighbours
 * are left out.
 */
function encodings(key: string): RegExp[] {
  if (key.length < telling) return [];
  const bytes = Buffer.from(key);
  const base64 = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = before === 0 ? 0 : before + 1;
    const last = (before + bytes.length) % 3 === 0 ? letters.length : letters.length - 1;
    const core = [...letters.slice(first, last)].map((letter) => base64Letters[letter] ?? literal(letter)).join("");
    return new RegExp(`[\\w+/-]{0,${first}}${core}[\\w+/-]?=*`, "g");
  });
  return [...base64, new RegExp(bytes.toString("hex"), "gi")];
}

/** Both alphabets (RFC 4648 §4 and §5), and the escape that JSON may use. */
const base64Letters: Readonly<Record<string, string>> = { "+": "[+-]", "/": "\\\\?[/_]" };

function literal(letter: string): string {
  return letter.replace(/[^\w]/, "\\$&");
}

/** Removes every run of `telling` or more characters of the key, in one pass over the text. */
function withoutParts(text: string, key: string): string {
  const parts = new Set<string>();
  for (let at = 0; at + telling <= key.length; at++) parts.add(key.slice(at, at + telling));
  let result = "";
  let at = 0;
  while (at < text.length) {
    if (!parts.has(text.slice(at, at + telling))) {
      result += text[at];
      at++;
      continue;
    }
    at += telling;
    while (parts.has(text.slice(at - telling + 1, at + 1))) at++;
    result += shown;
  }
  return result;
}

/** Single characters separated by blanks. A character is never a blank, so a run can be matched in one way only. */
const spacedOut = new RegExp(`(?<!\\S)(?:\\S\\s{1,4}){${telling - 1},}\\S(?!\\S)`, "g");

function isOfKey(letters: string, key: string): boolean {
  return [key, backwards(key)].some((each) => withoutParts(letters, each) !== letters);
}

function backwards(text: string): string {
  return [...text].reverse().join("");
}

const mask = String.raw`(?:[*•·●#…]+|\.{2,}|[xX]{4,}|_{4,}|[[<(](?:redacted|masked|hidden|\.{2,}|…)[\])>])`;
/**
 * A mask with the characters that touch it. Both sides are bounded, and the mask's own characters are excluded, so
 * there is no backtracking.
 */
const maskedWord = new RegExp(`[\\w+/=-]{0,64}?${mask}(?:[\\w+/=-]{0,64}${mask})*[\\w+/=-]{0,64}`, "gi");

function isMaskOf(key: string, word: string): boolean {
  const sides = word.split(new RegExp(mask, "i"));
  const [first = "", last = ""] = [sides[0], sides.at(-1)];
  return (first.length >= besideMask && key.startsWith(first)) || (last.length >= besideMask && key.endsWith(last));
}

const namedByEnd = /(\b(?:ending|ends|end)\s+(?:in|with|on|by)\s+["'`]?)([\w+/=-]{2,16})/gi;
