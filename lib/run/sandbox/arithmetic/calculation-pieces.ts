/** What a text is made of, for its end to be found: what stands in quotes, what is expanded, and brackets. */
const units = /\\.|'[^']*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\$\(|\$\{|[[\](){}]/gs;

/** Where the bracket at `from` is closed; -1 where it is not. */
export function endOfSubscript(text: string, from: number): number {
  const pieces = new RegExp(units);
  pieces.lastIndex = from + 1;
  const open: string[] = ["]"];
  for (let found = pieces.exec(text); found; found = pieces.exec(text)) {
    const [unit] = found;
    const close = { "[": "]", "$(": ")", "${": "}" }[unit] ?? (unit === "(" && open.at(-1) === ")" ? ")" : undefined);
    if (close !== undefined) open.push(close);
    else if (unit === open.at(-1)) {
      open.pop();
      if (open.length === 0) return found.index;
    }
  }
  return -1;
}

/** A piece of a calculation's text: what stands in brackets behind a name is expanded only when the element is looked up. */
export interface CalculationPiece {
  readonly text: string;
  readonly isPlace: boolean;
}

/** The pieces of a calculation as it is written, without the double quotes around them. */
export function calculationPieces(written: string): readonly CalculationPiece[] {
  const text = written.replaceAll("\\\n", "");
  const pieces: CalculationPiece[] = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const { end, isPlace } = endOfUnit(text, at);
    const unit = text.slice(at, end);
    at = end;
    if (!isPlace) {
      if (unit !== '"') plain += unit;
      continue;
    }
    if (plain !== "") pieces.push({ text: plain, isPlace: false });
    pieces.push({ text: unit, isPlace });
    plain = "";
  }
  if (plain !== "") pieces.push({ text: plain, isPlace: false });
  return pieces;
}

/** Where the name with its place ends that begins at `from`, or else what is expanded, or the sign. */
function endOfUnit(text: string, from: number): { readonly end: number; readonly isPlace: boolean } {
  const rest = text.slice(from);
  const [name] = /^[A-Za-z_]\w*(?=\[)/.exec(rest) ?? [];
  const place = name === undefined ? -1 : endOfSubscript(text, from + name.length);
  if (place >= 0) return { end: place + 1, isPlace: true };
  const [unit = ""] = /^(?:\$?\w+|\$[({]|`(?:\\.|[^`\\])*`|\\.|.)/s.exec(rest) ?? [];
  const isOpen = unit === "$(" || unit === "${";
  return { end: isOpen ? endOfExpansion(text, from + 1) + 1 : from + unit.length, isPlace: false };
}

/** Where `(…)` or `{…}` ends that begins at `from`; the end of the text where it does not. */
function endOfExpansion(text: string, from: number): number {
  const [open, close] = text[from] === "(" ? "()" : "{}";
  const pieces = new RegExp(units);
  pieces.lastIndex = from;
  let depth = 0;
  for (let found = pieces.exec(text); found; found = pieces.exec(text)) {
    if (found[0].endsWith(open as string)) depth++;
    else if (found[0] === close && --depth === 0) return found.index;
  }
  return text.length;
}
