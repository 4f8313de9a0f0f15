import type { CodeToken } from "./code-tokens.ts";
import { lackedOf } from "./node-parts.ts";
import type { Called } from "./scan.ts";

/** What is global and has parts of its own, by the name under which its parts are known. */
const globals: Readonly<Record<string, string>> = {
  process: "process",
  console: "console",
  Buffer: "global.Buffer",
  Intl: "global.Intl",
  crypto: "global.crypto",
  performance: "global.performance",
};

/** What JavaScript's tokens use of Node that a page lacks: modules (`node:v8`), their parts (`zlib.brotliCompress`), and what is global. */
export function lackedIn(tokens: readonly CodeToken[]): readonly Called[] {
  const bound = new Map(Object.entries(globals));
  const imported = tokens.flatMap((_, index) => importedAt(tokens, index, bound));
  const own = declaredIn(tokens);
  return [...imported, ...tokens.flatMap((_, index) => usedAt(tokens, index, { bound, own }))];
}

/** What is lacked of the module that is imported here. @param bound gets the names that stand for the module */
function importedAt(tokens: readonly CodeToken[], index: number, bound: Map<string, string>): readonly Called[] {
  const part = moduleAt(tokens, index);
  const lacked = part === undefined ? undefined : lackedOf(part);
  const line = tokens[index]?.line ?? 0;
  if (part === undefined || !lacked) return [];
  if (lacked.isAll) return [{ name: `node:${part}`, line }];
  const { spaces, names } = bindingsAt(tokens, index);
  for (const space of spaces) bound.set(space, part);
  return names.filter((name) => lacked.names.has(name)).map((name) => ({ name: `${part}.${name}`, line }));
}

interface Names {
  /** Names that stand for modules, and for what is global and has parts. */
  readonly bound: ReadonlyMap<string, string>;
  /** What the script declares itself. */
  readonly own: ReadonlySet<string>;
}

/** What is lacked of what this token begins to name: `zlib.brotliCompress`, `new Response`, `Response.json`. */
function usedAt(tokens: readonly CodeToken[], index: number, { bound, own }: Names): readonly Called[] {
  const [before, token, after, next] = [tokens[index - 1], tokens[index], tokens[index + 1], tokens[index + 2]];
  if (token?.kind !== "word" || before?.text === ".") return [];
  const { text, line } = token;
  const part = text in globals && own.has(text) && bound.get(text) === globals[text] ? undefined : bound.get(text);
  const isPart = after?.text === "." && next?.kind === "word";
  if (part !== undefined && isPart && lackedOf(part)?.names.has(next.text))
    return [{ name: `${text in globals ? text : part}.${next.text}`, line }];
  const isGlobal = !own.has(text) && (before?.text === "new" || isPart);
  return isGlobal && lackedOf("global")?.names.has(text) ? [{ name: text, line }] : [];
}

/** The module of Node's whose name is this token, where that is imported: `from "zlib"`, `require("zlib")`, `import("zlib")`. */
function moduleAt(tokens: readonly CodeToken[], index: number): string | undefined {
  const [first, before, token] = [tokens[index - 2]?.text, tokens[index - 1]?.text, tokens[index]];
  if (token?.kind !== "string") return undefined;
  const isImported =
    before === "from" || before === "import" || (before === "(" && /^(?:require|import)$/.test(first ?? ""));
  return isImported ? token.text.replace(/^node:/, "") : undefined;
}

/** Most tokens of the names that one import takes. */
const mostNames = 200;

/** What the import of a module gives names: the module itself, and which of its parts. */
function bindingsAt(tokens: readonly CodeToken[], index: number) {
  const [first, before] = [tokens[index - 2], tokens[index - 1]];
  const called = before?.text === "(" ? index - 2 : index - 1;
  const begun = tokens
    .slice(Math.max(0, called - mostNames), called)
    .findLastIndex(({ kind, text }) => kind === "word" && /^(?:import|export|const|let|var)$/.test(text));
  const start = begun < 0 ? called : Math.max(0, called - mostNames) + begun + 1;
  const taken = tokens.slice(start, called);
  // Between them stands nothing but the names: what another statement declares ends before.
  const isStatement = taken.some(({ kind, text }) => kind === "sign" && /^[();]$/.test(text) && text !== "(");
  const given = isStatement ? [] : taken.filter(({ text }) => text !== "type");
  const open = given.findIndex(({ text }) => text === "{");
  const close = given.findLastIndex(({ text }) => text === "}");
  const inner = open < 0 ? [] : given.slice(open + 1, close < 0 ? undefined : close);
  const names = inner.filter((token, at) => token.kind === "word" && (at === 0 || inner[at - 1]?.text === ","));
  const outer = open < 0 ? given : [...given.slice(0, open), ...given.slice(close + 1)];
  const part = first && before?.text === "(" ? partBehind(tokens, index) : [];
  return {
    spaces: outer.filter(({ kind, text }) => kind === "word" && !/^(?:as|await)$/.test(text)).map(({ text }) => text),
    names: [...names.map(({ text }) => text), ...part],
  };
}

/** `require("zlib").brotliCompress`, `(await import("zlib")).brotliCompress`. */
function partBehind(tokens: readonly CodeToken[], index: number): readonly string[] {
  const end = tokens[index + 2]?.text === ")" ? index + 3 : index + 2;
  const part = tokens[end + 1];
  return tokens[end]?.text === "." && part?.kind === "word" ? [part.text] : [];
}

/** Names that a script declares itself, as far as they are at the beginning of what declares them. */
function declaredIn(tokens: readonly CodeToken[]): ReadonlySet<string> {
  const names = tokens.filter(
    ({ kind }, index) =>
      kind === "word" &&
      /^(?:class|function|const|let|var|import|interface|type|enum)$/.test(tokens[index - 1]?.text ?? ""),
  );
  const taken = tokens.filter(({ kind }, index) => kind === "word" && isTaken(tokens, index));
  return new Set([...names, ...taken].map(({ text }) => text));
}

/** `{ Response }` and `{ a as Response }` of an import, and `{ Response } =` of a declaration. */
function isTaken(tokens: readonly CodeToken[], index: number): boolean {
  if (!/^[{,]$|^as$/.test(tokens[index - 1]?.text ?? "") || !/^[,}=]$/.test(tokens[index + 1]?.text ?? ""))
    return false;
  const end = tokens.slice(index, index + mostNames).findIndex(({ text }) => text === "}");
  return end >= 0 && /^(?:from|=)$/.test(tokens[index + end + 1]?.text ?? "");
}
