/** Code as V8 tells it in what it says of values. */

const unnamed = "(intermediate value)";

/** The expression that is called at the end of this code, as V8 tells it: calls without what they are given, values of others unnamed. */
export function calledIn(code: string): string {
  const text = code.trimEnd();
  const [, object, name] = /^(.*?)((?:\??\.\s*)?#?[\w$]+)$/s.exec(text) ?? [];
  if (name !== undefined && object !== undefined) {
    const isOfObject = /^\??\./.test(name);
    return isOfObject ? calledIn(object) + name.replaceAll(/\s/g, "") : name;
  }
  if (text.endsWith("]")) {
    const start = begunAt(text, "[", "]");
    const before = text.slice(0, start);
    const name = /^\[(["'])(.*)\1\]$/s.exec(text.slice(start))?.[2];
    const inBrackets = name === undefined ? text.slice(start) : `.${name}`;
    return /[\w$)\]]$/.test(before) ? calledIn(before) + inBrackets : text.slice(start).replaceAll(/\s+/g, "");
  }
  if (!text.endsWith(")"))
    return (
      /(["'`])[^"'`]*\1$|\/(?:[^/\\\n]|\\.)+\/[a-z]*$|\{\}$/.exec(text)?.[0].replace(/^'(.*)'$/s, '"$1"') ?? unnamed
    );
  const bracket = begunAt(text, "(", ")");
  const before = text.slice(0, bracket).trimEnd();
  if (/^\(\s*\{\s*\}\s*\)$/.test(text.slice(bracket))) return "{}";
  if (/[\w$\])]$/.test(before) && !/\b(?:new\s+[\w$.]+|await|return|typeof)$/.test(before))
    return `${calledIn(before)}(...)`;
  return grouped(text.slice(bracket));
}

/** What stands in brackets of its own: one of several values, or what is set. */
function grouped(text: string): string {
  const isMade = /^\(\s*(?:async\b|function\b|[^()]*=>|\()/.test(text);
  const parts = partsOf(text.slice(1, -1));
  if (!isMade && (parts.length > 1 || /^[\w$.]+$/.test(parts[0] ?? "")))
    return parts.length > 1 ? `(${parts.map(told).join(" , ")})` : told(text);
  return !isMade && /\|\||&&|\?|^\(\s*[\w$.]+\s*=(?!=)/.test(text) ? told(text) : unnamed;
}

/** Where the bracket stands that the last one ends. */
function begunAt(text: string, open: string, close: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === close) depth++;
    else if (text[at] === open && --depth === 0) return at;
  }
  return 0;
}

/** The text from here to the end of the bracket that begins it. */
export function bracketed(text: string): string {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/[(){}[\]]/g)) {
    depth += /[({[]/.test(sign) ? 1 : -1;
    if (depth <= 0) return text.slice(0, index + 1);
  }
  return text;
}

/** The parts of a text between commas that stand in no bracket. */
export function partsOf(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (/[({[]/.test(sign)) depth++;
    if (/[)}\]]/.test(sign)) depth--;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** The value that begins here: up to a comma, a semicolon, the end of a line, or of the bracket around it. */
export function valueAt(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (/[({[]/.test(sign)) depth++;
    if (/[)}\]]/.test(sign) && --depth < 0) return text.slice(0, at).trim();
    const isEnd =
      /[,;]/.test(sign) ||
      (sign === "\n" && !/^\s*[.?&|:]/.test(text.slice(at)) && !/[=.?&|:]\s*$/.test(text.slice(0, at)));
    if (depth === 0 && isEnd) return text.slice(0, at).trim();
  }
  return text.trim();
}

/** A value as V8 names it. */
export function told(value: string): string {
  const inner = value.startsWith("(") && bracketed(value) === value ? value.slice(1, -1).trim() : value;
  if (inner !== value) return told(inner);
  const flat = value.replaceAll(/\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\]|\{[^{}]*\}|(["'`]).*?\1/gs, "()");
  const set = /^([\w$.]+)\s*=(?![=>])/.exec(value)?.[1];
  if (set !== undefined) return set;
  if (/^await\b|\?\.(?!\d)/.test(flat)) return unnamed;
  if (/[^?]\?[^?.]/.test(flat)) return unnamed.repeat(3);
  if (/\|\||&&|\?\?/.test(flat) || /^(?:void|typeof)\b/.test(flat))
    return `(${value.replaceAll(/\s*(\|\||&&|\?\?)\s*/g, " $1 ").replaceAll(/\(\s*await\b[^()]*\)/g, unnamed)})`;
  if (/^\{.*\}$/s.test(value) && bracketed(value) === value)
    return `{${unnamed.repeat(partsOf(value.slice(1, -1)).length)}}`;
  return calledIn(value.replaceAll(/\[(["'`])([A-Za-z_$][\w$]*)\1\]/g, ".$2"));
}
