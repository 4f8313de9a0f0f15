/** A conversion of a format, such as `%-*.3f`, as bash reads it. */
export interface Conversion {
  readonly flags: string;
  /** Digits, `*`, or nothing. */
  readonly width: string;
  /** As `width`; `undefined` without a point. */
  readonly precision: string | undefined;
  /** `T` is a date, of which `date` is the format. */
  readonly letter: string;
  readonly date: string;
}

/** What cannot be read behind a `%`: its sign, or nothing at the end. */
export interface Unreadable {
  readonly unreadable: string;
}

/** The texts of a format, with their escapes, and its conversions. */
export type Part = string | Conversion | Unreadable;

const form = /%([-+ #0']*)(\*|\d*)(?:\.(\*|-?\d*))?[hjlLtz]*(?:\(([\s\S]*?)\)T|([\s\S]?))|[^%]+/y;

/** Parts of a format up to the first that cannot be read. */
export function partsOf(format: string): readonly Part[] {
  const parts: Part[] = [];
  form.lastIndex = 0;
  for (let at = 0; at < format.length; at = form.lastIndex) {
    const found = form.exec(format);
    if (!found) return parts;
    const part = partOf(found);
    parts.push(part);
    if (typeof part === "object" && "unreadable" in part) return parts;
  }
  return parts;
}

function partOf([whole, flags = "", width = "", precision, date, letter = ""]: RegExpExecArray): Part {
  if (!whole.startsWith("%")) return whole;
  if (whole === "%%") return "%";
  if (date !== undefined) return { flags, width, precision, letter: "T", date };
  // A date without an end is text.
  if (letter === "(") return whole;
  return /[bcdiouxXeEfFgGqQs]/.test(letter) ? { flags, width, precision, letter, date: "" } : { unreadable: letter };
}
