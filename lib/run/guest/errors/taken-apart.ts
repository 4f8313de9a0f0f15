/** What V8 says where code takes apart, or goes through, what it cannot: the engine tells neither the code nor the value. */
import { bracketed, calledIn, partsOf, told, valueAt } from "./code-texts.ts";

/** What the engine tells of a value. */
type Kind = "null" | "undefined";

/** A place where a value is taken apart. */
interface Taking {
  readonly how: "argument" | "catch" | "for" | "declared" | "set";
  readonly pattern: string;
  /** The value, as far as code has it: that of an argument where nothing is given. */
  readonly value: string;
}

/**
 * What V8 says where `const { a } = b` finds nothing. The engine tells the last call before, or the function, which both must do so in one
 * place only, until there is a call.
 */
export function notObject(before: string, after: string, kind: Kind): string {
  const found = takingsOf(before, after).filter(({ pattern }) => pattern.includes("{"));
  const [taking] = found;
  if (!taking || found.length > 1) return "Cannot convert undefined or null to object";
  const { how, pattern, value } = taking;
  const isNothing =
    /^(?:null|undefined)$/.test(value) || (kind === "null" && /\.(?:match|exec)\([^()]*\)$/.test(value));
  return wordsOf(pattern, nameOf(taking, kind), kind, isNothing || how === "catch");
}

/** What a pattern takes apart, as V8 names it. */
function nameOf({ how, value }: Taking, kind: Kind): string {
  if (how === "argument" && value === "") return kind === "null" ? "object null" : kind;
  return how === "argument" ? told("1 ? 1 : 1") : how === "catch" || how === "for" ? `.${how}` : told(value);
}

/** The words for a pattern. @param isWhole whether it is the whole value that is nothing, and not one in it */
function wordsOf(pattern: string, name: string, kind: Kind, isWhole: boolean): string {
  const parts = partsOf(pattern.slice(1, -1));
  const nested = parts.map(nestedIn).find((each) => each !== undefined);
  if (pattern.startsWith("[") || (nested && !isWhole)) {
    const [part = "", inner = "", given] = nested ?? [];
    // Of what is given where there is nothing, only the whole value can be undefined.
    if (given !== undefined)
      return wordsOf(kind === "null" ? inner : `{${part.replace(/:.*/s, "")}}`, told(given), kind, true);
    const [, key] = /^\{\s*["']?([\w$]+)/.exec(inner) ?? [];
    return `Cannot read properties of ${kind} (reading '${key}')`;
  }
  const [, quoted, key = quoted, isGiven] =
    /^(?:["']([^"']*)["']|([\w$]+))\s*(?::\s*[\w$]+\s*)?(=)?/.exec(parts[0] ?? "") ?? [];
  if (isGiven !== undefined) return `Cannot read properties of ${kind} (reading '${key}')`;
  return `Cannot destructure ${key === undefined ? "" : `property '${key}' of `}'${name}' as it is ${kind}.`;
}

/** The pattern that a part of another is, and what stands for its value where there is none. */
function nestedIn(part: string): readonly [part: string, pattern: string, given: string | undefined] | undefined {
  const start = /^(?:(?:["'][^"']*["']|[\w$]+)\s*:\s*)?(?=\{)/.exec(part)?.[0].length;
  if (start === undefined) return undefined;
  const pattern = bracketed(part.slice(start));
  return [part, pattern, /^\s*=\s*(.*)$/s.exec(part.slice(start + pattern.length))?.[1]];
}

/** What V8 says where `of`, `...` or `const [a] = b` find no list. */
export function notIterable(before: string, after: string, kind?: Kind): string {
  const gone = goneThrough(before, after, kind);
  if (gone !== undefined) return gone;
  const found = takingsOf(before, after).filter(({ pattern }) => pattern.includes("["));
  const [taking] = found;
  if (!taking || found.length > 1) return unlisted("", kind);
  return taking.pattern.startsWith("{") ? wordsOfInner(taking, kind) : wordsOfList(taking, kind);
}

/** The words for a list in a pattern, which names the whole value where the list is in it itself. */
function wordsOfInner(taking: Taking, kind: Kind | undefined): string {
  const { how, pattern, value } = taking;
  const isIn = /^\{(?:[^{}[\]=]|=[^,]*,)*:\s*\[[^{}[\]]*\]\s*[,}]/.test(pattern);
  if (!isIn || (kind === undefined && how === "argument")) return unlisted("", kind);
  const name = how === "argument" && value === "" ? `${kind}` : nameOf(taking, kind ?? "null");
  if (kind === undefined) return unlistedAs(name);
  return `Cannot destructure property 'Symbol(Symbol.iterator)' of '${name}' as it is ${kind}.`;
}

function wordsOfList({ how, pattern, value }: Taking, kind: Kind | undefined): string {
  if (/^\[\s*(?:[\w$]*\s*,\s*)*[[{]/.test(pattern) || how === "argument") return unlisted("", kind);
  if (how === "for") return ".for is not iterable";
  if (how !== "declared") return unlisted(value, kind);
  const [, called, call = ""] = /^(?:new\s+)?([\w$]+)(\(.*\))$/s.exec(value) ?? [];
  if (called !== undefined && bracketed(call) === call) return notListedBy(called);
  const isNamed = /^(?:[\w$]+|\{.*\}|await\b.*)$/s.test(value);
  return isNamed ? `${told(value)} is not iterable` : unlisted("", kind);
}

const notListedBy = (name: string) => `${name} is not a function or its return value is not iterable`;
const unlistedAs = (value: string) => `${value} is not iterable (cannot read property Symbol(Symbol.iterator))`;

/** The words that name a value by its kind. Of those that the engine does not tell, and code neither, most are objects. */
function unlisted(value: string, kind: Kind | undefined): string {
  if (kind !== undefined) return unlistedAs(kind === "null" ? "object null" : kind);
  const literal = /^(?:true|false)$/.test(value) ? "boolean " : /^-?\d[\d.]*$/.test(value) ? "number " : "";
  return unlistedAs(literal ? literal + value : "object");
}

/** The same for what stands behind `of`, or in a list or a call behind `...`. */
function goneThrough(before: string, after: string, kind: Kind | undefined): string | undefined {
  const begun = /(?:^|[^\w$.]|\.{3})([\w$]+(?:\??\.[\w$]+)*\.?)$/.exec(before)?.[1];
  if (begun !== undefined) return goneThrough(before.slice(0, -begun.length), begun + after, kind);
  const given = /^[\w$.]+\((?:[^()]*,)?\s*\.{3}(?=[^()]*\))/.exec(after)?.[0];
  const isOf = /\bof\s*$/.test(before);
  if (given !== undefined && !isOf) return goneThrough(before + given, after.slice(given.length), kind);
  if (!isOf && !/\.{3}\s*$/.test(before)) return undefined;
  const value = valueAt(after);
  if (!/^[\w$]+(?:\??\.[\w$]+)*(?:\(.*\))?$/s.test(value)) return undefined;
  // These always make lists, and what is in them is none.
  if (isOf && /^Object\.\w+\(/.test(value)) return undefined;
  const isCalled = value.endsWith(")");
  if (isOf || !/\((?:[^()[\]]|\([^()]*\)|\[[^[\]]*\])*\.{3}\s*$/.test(before))
    return isCalled ? notListedBy(calledIn(value).slice(0, -"(...)".length)) : `${value} is not iterable`;
  return kind === undefined
    ? "Spread syntax requires ...iterable[Symbol.iterator] to be a function"
    : `${calledIn(value)} is not iterable (cannot read property ${kind})`;
}

/** Matches what stands before a pattern; in the head of a loop, up to the place of an error. */
const beginsTaking = /\b(?:const|let|var)\s+(?=[{[])|\bcatch\s*\(\s*(?=[{[])|\(\s*(?=\{)|(?<=[;{}]\s*|^\s*)(?=\[)/g;
const inLoop = /\bfor\s*(?:await\s*)?\(\s*(?:const|let|var)\s+([[{](?:(?!\bfor\b)[^;])*?)\s+of\s[^;{}]*$/;
const beginsInner = /(?:\bfunction\b[^(){}]*\([^()]*\)|=>|\bclass\b[^(){}]*)\s*(?=\{)/g;

/** What takes values apart from a place on, until there is a call. */
function takingsOf(before: string, after: string): readonly Taking[] {
  const [, each] = inLoop.exec(before) ?? [];
  if (each !== undefined) return [{ how: "for", pattern: each, value: "" }];
  const list = parametersOf(after);
  const isWithin = list === undefined && after.startsWith("(");
  const own = isWithin ? withoutInner(after.slice(0, endOf(after, true)), 0) : ownCode(after, list?.length);
  const body = own.slice(list?.length ?? 0);
  const takings = [...body.matchAll(beginsTaking)].flatMap(({ 0: begin, index }) =>
    takingAt(begin, body.slice(index + begin.length)),
  );
  const called = takings.findIndex(({ value }) => /[\w$)\]]\(/.test(value));
  return [...argumentsIn(list), ...(called < 0 ? takings : takings.slice(0, called + 1))];
}

function argumentsIn(list = ""): readonly Taking[] {
  const parts = partsOf(list.slice(list.indexOf("(") + 1, -1)).filter((part) => /^[{[]/.test(part));
  return parts.map((part) => {
    const pattern = bracketed(part);
    return { how: "argument", pattern, value: /=\s*(.*)$/s.exec(part.slice(pattern.length))?.[1] ?? "" };
  });
}

/** What is taken apart by the pattern that begins here. @param begin what stands before it */
function takingAt(begin: string, code: string): readonly Taking[] {
  const pattern = bracketed(code);
  const rest = code.slice(pattern.length);
  if (begin.startsWith("catch")) return [{ how: "catch", pattern, value: "" }];
  if (/^\s*of\b/.test(rest)) return [{ how: "for", pattern, value: "" }];
  const set = /^\s*=(?![=>])\s*/.exec(rest)?.[0];
  if (set === undefined) return [];
  return [{ how: /^\w/.test(begin) ? "declared" : "set", pattern, value: valueAt(rest.slice(set.length)) }];
}

/** The head of the function that begins here, up to the end of its parameters. */
function parametersOf(code: string): string | undefined {
  const head = /^(?:async\s+)?(?:function\b[^(]*|(?!(?:if|for|while|switch|catch|with)\b)[\w$#]+\s*)?(?=\()/.exec(
    code,
  )?.[0];
  if (head === undefined) return undefined;
  const list = head + bracketed(code.slice(head.length));
  return (head.trim() === "" || head.trim() === "async" ? /^\s*=>/ : /^\s*\{/).test(code.slice(list.length))
    ? list
    : undefined;
}

/** What the function that begins here does itself, or the file. @param from behind the function's arguments that are taken apart */
function ownCode(code: string, from = 0): string {
  const isFile = !/^(?:async\s+)?(?:function\b|\(|[\w$#]+\s*(?:\(|=>))/.test(code);
  const own = isFile ? code : code.slice(0, endOf(code));
  return withoutInner(own, isFile ? 0 : own.indexOf("{", from) + 1);
}

/** Code without the bodies of the functions that begin in it. */
function withoutInner(code: string, from: number): string {
  beginsInner.lastIndex = from;
  const found = beginsInner.exec(code);
  if (!found) return code;
  const start = found.index + found[0].length;
  return withoutInner(code.slice(0, start) + code.slice(start + endOf(code.slice(start)) + 1), start);
}

/** Where the function ends that begins with this code. @param isWithin whether it has begun before */
function endOf(code: string, isWithin = false): number {
  let depth = 0;
  for (const { 0: sign, index } of code.matchAll(isWithin ? /[{}]/g : /[(){}[\]]/g)) {
    if (/[({[]/.test(sign)) depth++;
    else if (--depth < 0 || (depth === 0 && sign === "}" && !isWithin)) return index;
  }
  return code.length;
}
