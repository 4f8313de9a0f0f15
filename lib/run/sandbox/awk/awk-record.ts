import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { awkPattern } from "./awk-pattern.ts";
import { AwkError } from "./awk-syntax.ts";
import { AwkInput, type AwkValue } from "./awk-values.ts";
import type { AwkVariables } from "./awk-variables.ts";

/** Most fields, of which a program could otherwise ask for any number. */
const mostFields = 1_000_000;

/** `$0` and its fields, each made from the other when it is asked for. */
export class AwkRecord {
  private text = "";
  private fields: AwkValue[] | undefined = [];
  private isJoined = true;
  private readonly variables: AwkVariables;

  constructor(variables: AwkVariables) {
    this.variables = variables;
  }

  set(text: string): void {
    this.text = text;
    this.fields = undefined;
    this.isJoined = true;
  }

  get count(): number {
    return this.split().length;
  }

  set count(count: number) {
    const fields = this.split();
    const before = fields.length;
    if (!(count >= 0 && count <= mostFields)) throw new AwkError(`a record cannot have ${count} fields`);
    fields.length = Math.trunc(count);
    if (before < fields.length) fields.fill("", before);
    this.isJoined = false;
  }

  get whole(): string {
    const { variables } = this;
    if (!this.isJoined)
      this.text = this.split()
        .map((value) => variables.text(value))
        .join(variables.textOf("OFS"));
    this.isJoined = true;
    return this.text;
  }

  field(at: number): AwkValue {
    return at === 0 ? new AwkInput(this.whole) : this.split()[at - 1];
  }

  setField(at: number, value: AwkValue): void {
    if (at === 0) this.set(this.variables.text(value));
    else {
      if (at > this.count) this.count = at;
      this.split()[at - 1] = value;
      this.isJoined = false;
    }
  }

  private split(): AwkValue[] {
    this.fields ??= this.parts().map((text) => new AwkInput(text));
    return this.fields;
  }

  private parts(): string[] {
    const { text, variables } = this;
    const [widths, pattern] = [variables.textOf("FIELDWIDTHS"), variables.textOf("FPAT")];
    if (widths !== "") return splitByWidths(text, widths);
    if (pattern !== "") return partsLike(text, awkPattern(pattern));
    return splitText(text, variables.textOf("FS"), variables.textOf("RS") === "");
  }
}

/** gawk's `FIELDWIDTHS`: how long each field is, perhaps behind characters to pass over (`2:3`); `*` is the rest. */
function splitByWidths(text: string, widths: string): string[] {
  const signs = Array.from(text);
  const fields: string[] = [];
  let at = 0;
  for (const each of widths.trim().split(/\s+/)) {
    const [, before = "0", width] = /^(?:(\d+):)?(\d+|\*)$/.exec(each) ?? [];
    if (width === undefined) throw new AwkError(`invalid FIELDWIDTHS value, "${each}"`);
    at += Number(before);
    if (at >= signs.length) break;
    const end = width === "*" ? signs.length : at + Number(width);
    fields.push(signs.slice(at, end).join(""));
    at = end;
  }
  return fields;
}

/** gawk's `FPAT`: what matches is a field, and what is between is not. An empty match counts where no other ends. */
function partsLike(text: string, pattern: Pattern): string[] {
  return placesLike(text, pattern).map(([part]) => part);
}

/** The parts of a text that match, and where they are. */
export function placesLike(text: string, pattern: Pattern): RegExpExecArray[] {
  const fields: RegExpExecArray[] = [];
  let at = 0;
  let isBehind = false;
  while (text !== "" && at <= text.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) break;
    const isSkipped = found[0] === "" && found.index === at && isBehind;
    if (!isSkipped) fields.push(found);
    isBehind = found[0] !== "";
    at = found.index + (isBehind ? found[0].length : 1);
  }
  return fields;
}

/** @param isOfLines whether a line break separates as well */
export function splitText(text: string, separator: string, isOfLines = false): string[] {
  if (text === "") return [];
  if (separator === " ") return text.match(/[^ \t\n]+/g) ?? [];
  if (separator === "") return Array.from(text);
  const isPlain = separator.length === 1 && separator !== "\\";
  if (isPlain && !isOfLines) return text.split(separator);
  const source = isPlain ? `[${separator === "^" ? "\\^" : separator}]` : separator;
  return splitByPattern(text, awkPattern(isOfLines ? `(${source})|\n` : source));
}

/** As the built-in split, but without what groups match. */
export function splitByPattern(text: string, pattern: Pattern): string[] {
  if (text === "") return [];
  const parts: string[] = [];
  let from = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (found[0] === "") pattern.lastIndex++;
    else {
      parts.push(text.slice(from, found.index));
      from = found.index + found[0].length;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** Reads records from a text, one after the other. */
export class AwkReader {
  /** What ended the last record. */
  ending = "";
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** How much of the text is behind the last record. */
  get left(): number {
    return this.text.length - this.at;
  }

  /** The next record, ended by `separator` (a character, a pattern, or "" for blank lines); `undefined` at the end. */
  next(separator: string): string | undefined {
    const { text } = this;
    if (separator === "") while (text[this.at] === "\n") this.at++;
    if (this.at >= text.length) return undefined;
    const [end, next] = this.endOf(separator);
    const record = text.slice(this.at, end);
    this.ending = text.slice(end, next);
    this.at = next;
    return record;
  }

  private endOf(separator: string): readonly [end: number, next: number] {
    const { text } = this;
    if (separator.length === 1) {
      const end = text.indexOf(separator, this.at);
      return end < 0 ? [text.length, text.length] : [end, end + 1];
    }
    const pattern = awkPattern(separator === "" ? "\n\n+" : separator);
    pattern.lastIndex = this.at;
    const found = pattern.exec(text);
    if (found && found[0] !== "") return [found.index, found.index + found[0].length];
    // The last line break ends the last block.
    return [separator === "" && text.endsWith("\n") ? text.length - 1 : text.length, text.length];
  }
}
