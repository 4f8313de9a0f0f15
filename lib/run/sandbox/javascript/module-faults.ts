import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { type ImportKind, isModule, readIfThere, resolved, unjoined } from "./javascript-modules.ts";

/**
 * What Node says where the modules of a program cannot be joined, before any of them runs; `undefined` for another fault.
 * @param main the program's own file
 * @param said what the engine says, or `resolveModule`
 */
export function joinFault(tree: RunTree, main: string, said: string, kind: ImportKind): string | undefined {
  if (/^(?:Cannot find (?:module|package) '.*' imported|Directory import '|Package subpath ')/.test(said)) {
    const { code, url, stack } = unjoined(said);
    return `${stack} {\n  code: '${code}'${url === undefined ? "" : `,\n  url: '${url}'`}\n}`;
  }
  const [, name = "", from = ""] = /^Could not find export '(.*)' in module '(.*)'$/.exec(said) ?? [];
  return name === "" ? undefined : missingExport(tree, [main], { name, from, kind });
}

interface Missing {
  readonly name: string;
  /** The module that does not export it. */
  readonly from: string;
  readonly kind: ImportKind;
}

const imports = /\b(?:im|ex)port\s+([\w$*{},\s]+?)\s*\bfrom\s*["']([^"']+)["']/g;

/** The fault of the first import that wants what a module does not export, and its place. @param files those to look through; grows */
function missingExport(tree: RunTree, files: string[], { name, from, kind }: Missing): string | undefined {
  const wanted = name === "default" ? /\bdefault\b|^[\w$]+/ : new RegExp(`\\b${name.replaceAll("$", "\\$")}\\b`);
  for (const file of files) {
    const source = readIfThere(tree, file) ?? "";
    for (const { 0: whole, 1: clause = "", 2: given = "", index } of source.matchAll(imports)) {
      const target = resolved(tree, file, given, kind);
      const own = target === from && wanted.exec(clause);
      if (own) {
        return `file://${file}:${shown(source, index + whole.indexOf(clause) + own.index, own[0])}SyntaxError: ${wordsFor(tree, from, [name, given, clause])}`;
      }
      if (!files.includes(target)) files.push(target);
    }
  }
  return undefined;
}

/** The number of a line, and the line with signs below what is meant. */
function shown(source: string, at: number, what: string): string {
  const before = source.slice(0, at).split("\n");
  const line = source.split("\n")[before.length - 1];
  return `${before.length}\n${line}\n${" ".repeat(before.at(-1)?.length ?? 0)}${"^".repeat(what.length)}\n`;
}

function wordsFor(tree: RunTree, from: string, [name, given, clause]: readonly [string, string, string]): string {
  if (!from.startsWith("/") || isModule(tree, from, readIfThere(tree, from) ?? ""))
    return `The requested module '${given}' does not provide an export named '${name}'`;
  return `Named export '${name}' not found. The requested module '${given}' is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from '${given}';
const ${clause.replaceAll(/\s+as\s+/g, ": ")} = pkg;
`;
}
