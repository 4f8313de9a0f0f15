import { Buffer } from "buffer";
import { call, native } from "../native.ts";
import { calledIn } from "./code-texts.ts";
import { notIterable, notObject } from "./taken-apart.ts";

/** Code of files as it runs, where it was not read from them as it stands. */
export const sources = new Map<string, string>();

/** V8's texts where the engine has another, which tells less: of some V8 tells what stands in the code. */
const texts: Readonly<Record<string, string | ((before: string, after: string, stack: string) => string | undefined)>> =
  {
    "not a function": (before, after, stack) => {
      if (nativeIn(stack) !== "") return notFunction(stack);
      if (!/^[(`]/.test(after)) return undefined;
      const isMade = /\bnew\s+[\w$.]+\s*$/.test(before);
      return `${calledIn(before)} is not a ${isMade ? "constructor" : "function"}`;
    },
    "not a constructor": (before, after) =>
      after.startsWith("(") ? `${calledIn(before)} is not a constructor` : undefined,
    "class constructors must be invoked with 'new'": (_, _after, stack) =>
      `Class constructor ${/at (\S+)/.exec(stack)?.[1]} cannot be invoked without 'new'`,
    "value is not iterable": (before, after) => notIterable(before, after),
    "cannot read property 'Symbol.iterator' of undefined": (before, after) => notIterable(before, after, "undefined"),
    "cannot read property 'Symbol.iterator' of null": (before, after) => notIterable(before, after, "null"),
    "invalid number of digits": (_before, _after, stack) => {
      const name = /at (\w+)/.exec(stack)?.[1] ?? "";
      return `${name}() ${digits[name] ?? "argument must be between 0 and 100"}`;
    },
    "invalid repeat count": (_before, _after, stack) => {
      const [, after] = codeAt(stack.replace(/^.*\(native\)\n/, ""));
      const count = /^\(\s*(-?[\w.]+)\s*\)/.exec(after)?.[1];
      return count !== undefined && Number.isFinite(Number(count)) ? `Invalid count value: ${count}` : undefined;
    },
    "not an object": (_before, _after, stack) => notOnObject(stack),
    "must be called with new": (_before, _after, stack) => {
      const name = nativeIn(stack);
      return name === "Promise"
        ? "Promise constructor cannot be invoked without 'new'"
        : `Constructor ${name} requires 'new'`;
    },
    "regexp must have the 'g' flag": (_before, _after, stack) =>
      `String.prototype.${nativeIn(stack)} called with a non-global RegExp argument`,
    "regexp not supported": (_before, _after, stack) =>
      `First argument to String.prototype.${nativeIn(stack)} must not be a regular expression`,
    "bad normalization form": "The normalization form should be one of NFC, NFD, NFKC, NFKD.",
    "BigInt division by zero": "Division by zero",
    "invalid value used as WeakMap key": "Invalid value used as weak map key",
    "invalid value used as WeakSet key": "Invalid value used in weak set",
    "invalid target": "WeakRef: invalid target",
    "out of bound": "Offset is outside the bounds of the DataView",
    "no function filename for import()": "A dynamic import callback was not specified.",
    "missing initializer for const variable": "Missing initializer in const declaration",
    "cannot read property of undefined": (_, after) => readingIn(after, "undefined"),
    "cannot read property of null": (_, after) => readingIn(after, "null"),
    "null or undefined are forbidden": (_before, _after, stack) =>
      `String.prototype.${nativeIn(stack)} called on null or undefined`,
    "not a number": (_before, _after, stack) => `Number.prototype.${nativeIn(stack)} requires that 'this' be a Number`,
    "not a prototype": ofGiven((value) => `Object prototype may only be an Object or null: ${value}`),
    "not a symbol": ofGiven((value) => `${value} is not a symbol`),
    "invalid code point": ofGiven((value) => `Invalid code point ${value}`),
    "invalid bigint literal": ofGiven((value) => `Cannot convert ${value} to a BigInt`),
    "cannot convert to BigInt: not an integer": ofGiven(
      (value) => `The number ${value} cannot be converted to a BigInt because it is not an integer`,
    ),
    "invalid array index": (before, after, stack) =>
      nativeIn(stack) === "ArrayBuffer"
        ? "Invalid array buffer length"
        : ofGiven((value) => `Invalid typed array length: ${value}`)(before, after, stack),
    "invalid string length": "Invalid string length",
    "empty array": "Reduce of empty array with no initial value",
    "cannot convert bigint to number": "Cannot mix BigInt and other types, use explicit conversions",
    "bigint argument with unary +": "Cannot convert a BigInt value to a number",
    "bigint operands are forbidden for >>>": "BigInts have no unsigned right shift, use >> instead",
    "cannot convert symbol to string": "Cannot convert a Symbol value to a string",
    "cannot convert symbol to number": "Cannot convert a Symbol value to a number",
    "radix must be between 2 and 36": "toString() radix argument must be between 2 and 36",
    "this is not initialized":
      "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
    "cannot convert to object": (before, after) => notObject(before, after, "undefined"),
    // So the build has the engine say it of `null`.
    "annot convert to object": (before, after) => notObject(before, after, "null"),
    "return not in a function": "Illegal return statement",
    "Date value is NaN": "Invalid time value",
    "expecting hex digit": "URI malformed",
    "expecting surrogate pair": "URI malformed",
    "invalid array length": "Invalid array length",
    "invalid 'instanceof' right operand": "Right-hand side of 'instanceof' is not an object",
    "malformed UTF-8": "URI malformed",
    "unexpected end of string": "Invalid or unexpected token",
    "invalid redefinition of lexical identifier": (before, after) =>
      `Identifier '${/^[\w$]+/.exec(after)?.[0] ?? /([\w$]+)\s*$/.exec(before)?.[1]}' has already been declared`,
    "expecting ','": (before, after) =>
      /[\w$)\]]\([^()]*$/.test(before) ? "missing ) after argument list" : unexpected(after),
  };

/** The engine's own function that has thrown, by its name. */
const nativeIn = (stack: string) => /^ {4}at (?:new )?(\S+) \(native\)/.exec(stack)?.[1] ?? "";

/** What the code gives first to the engine's own function that has thrown, where the code tells which value that is. */
function givenIn(stack: string): { readonly kind: string; readonly value: string } | undefined {
  const [, after] = codeAt(stack.replace(/^.*\(native\)\n/, ""));
  if (/^\(\s*\)/.test(after)) return { kind: "", value: "undefined" };
  const [, number, word, , text] =
    /^\(\s*(?:(-?\d[\w.]*)|(true|false|null|undefined)|(["'])((?:(?!\3|\\).)*)\3)\s*[,)]/.exec(after) ?? [];
  if (number !== undefined) return { kind: "number ", value: number };
  if (text !== undefined) return { kind: "string ", value: text };
  return word === undefined
    ? undefined
    : { kind: word === "null" ? "object " : word === "undefined" ? "" : "boolean ", value: word };
}

/** Words with the value that is given to the engine's own function, where the code tells it. */
function ofGiven(words: (value: string) => string) {
  return (_before: string, _after: string, stack: string) => {
    const given = givenIn(stack);
    return given && words(given.value);
  };
}

/** What V8 says where the engine's own function is given what it cannot call. */
function notFunction(stack: string): string | undefined {
  const given = givenIn(stack);
  if (!given) return undefined;
  if (nativeIn(stack) === "Promise") return `Promise resolver ${given.value} is not a function`;
  const value = given.kind === "string " ? JSON.stringify(given.value) : given.value;
  return `${given.kind}${value} is not a function`;
}

/** V8 names the property that is read of nothing, which the engine does not where it stands in brackets. */
function readingIn(after: string, value: string): string {
  const [, , text, number] = /^\[\s*(?:(["'])((?:(?!\1|\\).)*)\1|(\d+))\s*\]/.exec(after) ?? [];
  const name = text ?? number;
  return `Cannot read properties of ${value}${name === undefined ? "" : ` (reading '${name}')`}`;
}

/** What V8 says where an object is asked for and none is given, as far as the code tells which function asked. */
function notOnObject(stack: string): string | undefined {
  const name = nativeIn(stack);
  if (name === "Proxy") return "Cannot create proxy with a non-object as target or handler";
  if (/^(?:Map|WeakMap|fromEntries)$/.test(name)) return "Iterator value is not an entry object";
  const [before] = codeAt(stack.replace(/^.*\(native\)\n/, ""));
  const called = calledIn(before);
  if (called === "Object.getPrototypeOf") return "Cannot convert undefined or null to object";
  if (called === "Object.setPrototypeOf") return `${called} called on null or undefined`;
  return /^(?:Object|Reflect)\.\w+$/.test(called) ? `${called} called on non-object` : undefined;
}

const digits: Readonly<Record<string, string>> = {
  toFixed: "digits argument must be between 0 and 100",
  toPrecision: "argument must be between 1 and 100",
  toString: "radix argument must be between 2 and 36",
};

/** What V8 says of code that is not as it should be from here on. */
function unexpected(after: string): string {
  const [, word, text, number, sign] = /^\s*(?:([A-Za-z_$][\w$]*)|(["'`])|(\d)|(\S))/.exec(after) ?? [];
  if (word !== undefined) return `Unexpected ${keywords.test(word) ? "token" : "identifier"} '${word}'`;
  if (text !== undefined) return text === "`" ? "Unexpected template string" : "Unexpected string";
  const [signs = sign] = /^\s*(?:=>|[=!]==?|&&|\|\||\?\?|\.{3})/.exec(after) ?? [];
  return number !== undefined
    ? "Unexpected number"
    : signs
      ? `Unexpected token '${signs.trim()}'`
      : "Unexpected end of input";
}

const keywords =
  /^(?:break|case|catch|class|const|continue|default|delete|do|else|export|extends|finally|for|function|if|import|in|instanceof|new|return|super|switch|this|throw|try|typeof|var|void|while|with)$/;

/** Engine texts that hold a name, and what V8 says there. */
const patterns: readonly (readonly [own: RegExp, v8: string])[] = [
  [/^'(.*)' is not defined$/, "$1 is not defined"],
  [/^cannot read property '(.*)' of (null|undefined)$/, "Cannot read properties of $2 (reading '$1')"],
  [/^cannot set property '(.*)' of (null|undefined)$/, "Cannot set properties of $2 (setting '$1')"],
  [
    /^private class field '(.*)' does not exist$/,
    "Cannot read private member $1 from an object whose class did not declare it",
  ],
  [/^(.*) is not initialized$/, "Cannot access '$1' before initialization"],
];

function inWords(text: string, [own, v8]: (typeof patterns)[number]): string {
  return text.replace(own, v8);
}

/** V8's text for an error of the engine. @param stack where it was thrown */
export function textInV8(message: string, stack: string): string {
  const known = Object.hasOwn(texts, message) ? texts[message] : undefined;
  if (typeof known === "string") return known;
  const readOnly = /^'(.*)' is read-only$/.exec(message)?.[1];
  const isSyntax = /^(?:expecting '|unexpected token in expression)/.test(message);
  if (!known && readOnly === undefined && !isSyntax) return patterns.reduce(inWords, message);
  const [before, after] = codeAt(stack);
  if (!known && isSyntax)
    return before + after === "" ? message.replace(/^.* in expression: '/, "Unexpected token '") : unexpected(after);
  if (readOnly === undefined) return known?.(before, after, stack) ?? patterns.reduce(inWords, message);
  const isOfObject = /[.\]]\s*$/.test(before.slice(0, before.lastIndexOf(readOnly))) || after.startsWith(".");
  return isOfObject
    ? `Cannot assign to read only property '${readOnly}' of object '#<Object>'`
    : "Assignment to constant variable.";
}

/** The code before and behind the place of an error, where that is in a file and not in a function of the engine. */
function codeAt(stack: string): readonly [before: string, after: string] {
  const [, file = "", line = "", column = ""] = /^ {4}at (?:.*\()?([^():]+):(\d+):(-?\d+)\)?/.exec(stack) ?? [];
  const lines = linesOf(file);
  const text = lines.join("\n");
  const at =
    lines.slice(0, Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(Number(column), 1) - 1;
  // Before what stands in the file is the file, and not a function with which it begins.
  return [text.slice(0, at), (Number(column) < 1 && text !== "" ? "\n" : "") + text.slice(at)];
}

/** The lines of a file as it runs, or of code without one (`-e`); none where there is neither. */
export function linesOf(file: string): readonly string[] {
  try {
    const code = sources.get(file) ?? call<string>("withoutTypes", file, Buffer.from(native.read(file)).toString());
    return code.split("\n");
  } catch {
    return [];
  }
}

/** Code without a file (`-e`) has a name only. */
export const shownName = (file: string) => file.replace(/^.*\/(?=\[\w+\]$)/, "");

/** A line of a stack as V8 has it: calls are told by where their name begins, and what has no name by its place alone. */
export function frameInV8(frame: string): string {
  const [, name = "", file = "", line = "", column = ""] =
    /^ {4}at (?:(.*) \()?([^():]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (file === "") return frame;
  const code = linesOf(file)[Number(line) - 1] ?? "";
  const [before, after] = [code.slice(0, Number(column) - 1), code.slice(Number(column) - 1)];
  const called = after.startsWith("(") ? /(?:\bnew\s+[\w$.]+|[\w$#]+)\s*$/.exec(before)?.[0].length : undefined;
  const dot = /^\??\.\s*(?=[\w$#])/.exec(after)?.[0].length ?? 0;
  // Of modules, the engine alone has the code.
  const isModule = file.startsWith("/") && !sources.has(file);
  const place = `${isModule ? "file://" : ""}${shownName(file)}:${line}:${Number(column) - (called ?? -dot)}`;
  return name === "<anonymous>" || name === "" ? `    at ${place}` : `    at ${name} (${place})`;
}

/**
 * The line where an error was thrown, with a sign below the place, as Node shows it; "" where that is in no file.
 * @param stack as V8 tells it
 */
export function shownPlace(stack: string): string {
  const [, url, file = "", line = "", column = ""] =
    /^ {4}at (?:.*\()?((?:file:\/\/)?([^():]+)):(\d+):(\d+)\)?$/m.exec(stack) ?? [];
  const code = linesOf(file)[Number(line) - 1];
  if (code === undefined) return "";
  return `${url}:${line}\n${code}\n${code.slice(0, Number(column) - 1).replaceAll(/[^\t]/g, " ")}^\n\n`;
}

/** The same for what is no error, of which the engine tells no place: the only one where it may have been thrown. */
export function onlyPlace(): string {
  const found = [...sources].flatMap(([file, code]) =>
    file === shownName(file)
      ? [...code.matchAll(/\bthrow\s+(?!new\b)/g)].map(({ index }) => [file, code.slice(0, index)])
      : [],
  );
  const [file, before = ""] = found[0] ?? [];
  const lines = before.split("\n");
  return found.length === 1 ? shownPlace(`    at ${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`) : "";
}
