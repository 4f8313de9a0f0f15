import { isScalar, type Node, type Scalar } from "yaml";

/** The type of a scalar for Go's yaml.v2 where the program declares none. */
export type ScalarType = "text" | "null" | "bool" | "int" | "float";

/**
 * The type that yaml.v2 gives an untagged plain scalar: YAML 1.1's, with Go's numbers. A date is text: the library leaves it text for
 * callers that ask for no type.
 */
export function goScalarType(text: string): ScalarType {
  const word = words.get(text);
  if (word) return word;
  if (/^\.\d+(?:_\d+)*(?:e[-+]?\d+(?:_\d+)*)?$/i.test(text))
    return isInRange(text.replaceAll("_", "")) ? "float" : "text";
  if (!/^[-+\d]/.test(text)) return "text";
  const plain = text.replaceAll("_", "");
  if (isInteger(plain)) return "int";
  return decimal.test(plain) && isInRange(plain) ? "float" : "text";
}

const tagPrefix = "tag:yaml.org,2002:";
/** The tag `!!binary` in full. */
const binaryTag = `${tagPrefix}binary`;

/**
 * The type of a scalar with a tag, quoted or not. The value must fit a tag of the standard (`undefined` if it does not); any other tag
 * makes it text.
 */
export function taggedScalarType(text: string, tag: string): ScalarType | undefined {
  const wanted = tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : "";
  if (wanted === "timestamp") return timestamp.test(text) ? "text" : undefined;
  if (!checkedTags.has(wanted)) return "text";
  const type = goScalarType(text);
  if (wanted === "float" && type === "int") return "float";
  return type === wanted ? type : undefined;
}

const checkedTags: ReadonlySet<string> = new Set(["null", "bool", "int", "float"]);
const timestamp =
  /^\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?:[Tt]\d\d?:\d\d?:\d\d?(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d\d?:\d\d?:\d\d?(?:\.\d+)?)?$/;

function spellings(words: string): string[] {
  return words.split(" ").flatMap((word) => {
    const capital = word.replace(/[a-z]/, (letter) => letter.toUpperCase());
    return [word, capital, word.toUpperCase()];
  });
}

const words: ReadonlyMap<string, ScalarType> = new Map([
  ...spellings("y yes true on n no false off").map((word) => [word, "bool"] as const),
  ...["", "~", ...spellings("null")].map((word) => [word, "null"] as const),
  ...[...spellings(".inf +.inf -.inf"), ".nan", ".NaN", ".NAN"].map((word) => [word, "float"] as const),
]);

const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?$/i;

function isInRange(number: string): boolean {
  return Number.isFinite(Number(number));
}

const integer = /^([-+]?)(?:0x([\da-f]+)|0b([01]+)|0o?([0-7]+)|([1-9]\d*|0))$/i;
/** yaml.v2 passes what follows `0b` to Go again, with its sign. */
const signedBinary = /^0b([-+])([01]+)$/;

/** Whether Go's `strconv` reads a text without underscores as an integer of 64 bits. */
function isInteger(plain: string): boolean {
  const [, sign = "", hex, binary, octal, digits] = integer.exec(plain) ?? [];
  if (hex) return fits(sign, `0x${hex}`);
  if (binary) return fits(sign, `0b${binary}`);
  if (octal) return fits(sign, `0o${octal}`);
  if (digits) return digits.length <= 20 && fits(sign, digits);
  const [, binarySign = "", signedDigits] = signedBinary.exec(plain) ?? [];
  return signedDigits !== undefined && fits(binarySign, `0b${signedDigits}`);
}

function fits(sign: string, digits: string): boolean {
  const magnitude = BigInt(digits);
  if (sign === "-") return magnitude <= 2n ** 63n;
  return magnitude < 2n ** (sign === "+" ? 63n : 64n);
}

/** The text of a scalar as Go's YAML libraries read it: as written, with escapes resolved; `!!binary` is decoded. */
export function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value, source = "", tag } = node;
  if (tag !== binaryTag || !(value instanceof Uint8Array)) return source;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
}

/** Whether a scalar with the tag `!!binary` is valid Base64; true for any other scalar. */
export function isDecodable({ source = "", tag }: Scalar): boolean {
  const text = source.replace(/[\r\n]/g, "");
  return tag !== binaryTag || (text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text));
}

/** The message of Go's libraries for binary data that is not Base64. */
export const badBase64 = "!!binary value contains invalid base64 data";
