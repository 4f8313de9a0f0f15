import { transform } from "sucrase";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { nodeModules } from "./node-modules.ts";

/** Whether Node would treat the file as a module: by its name, its package, or its syntax. */
export function isModule(tree: RunTree, path: string, source: string): boolean {
  if (/\.m[jt]s$/.test(path)) return true;
  if (/\.c[jt]s$/.test(path)) return false;
  // Code of a line is in no package, wherever it runs.
  const type = /\/\[(?:eval|stdin)\]$/.test(path) ? undefined : packageType(tree, path);
  if (type !== undefined) return type === "module";
  if ([imports, exported].some((pattern) => pattern.test(source))) return joins(path, source);
  return topLevelAwait.test(source) && !/\brequire\(/.test(source.replace(/createRequire\(/g, ""));
}

/** Whether something is imported or exported in code, not in a text that the code writes. */
function joins(path: string, source: string): boolean {
  const own = withoutTypes(path, source, "import").replace(/^#!.*/, "");
  try {
    return inCommonJs(own).slice('"use strict";'.length) !== own;
  } catch {
    return true; // What is wrong with it, the engine says.
  }
}

const imports = /(?:^|[;}])\s*import\s*(?:[\w*{][^;"'()]*\bfrom\s*)?["']/m;
const exported = /^\s*export\s+(?:default|const|let|var|function|class|async|abstract|enum|namespace|\{|\*)/m;
/** At the beginning of a line, as inside functions lines are indented. */
const topLevelAwait = /^(?:(?:const|let|var)\s[^=;]+=\s*)?(?:for\s+)?await\b/m;

function packageType(tree: RunTree, path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  for (let folder = path; folder !== ""; ) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    const text = readIfThere(tree, `${folder}/package.json`);
    if (text === undefined) continue;
    return /"type"\s*:\s*"(module|commonjs)"/.exec(text)?.[1];
  }
  return undefined;
}

export function readIfThere(tree: RunTree, path: string): string | undefined {
  try {
    return new TextDecoder().decode(tree.read(path));
  } catch (caught) {
    if (caught instanceof RunFileError) return undefined;
    throw caught;
  }
}

/** How a file names others: by Node's `import` or `require`, or as programs for TypeScript do, which take a name for any file that may be meant. */
export type ImportKind = keyof typeof endings;

/** What may be missing from the name of a file that is there. */
const endings = {
  import: [""],
  require: ["", ".js", ".json", "/index.js", "/index.json"],
  any: ["", ".js", ".mjs", ".cjs", ".ts", ".json", "/index.js", "/index.ts"],
};

/** How files of a program of this name import others. */
export const importKind = (program = "node"): ImportKind => (program.startsWith("node") ? "import" : "any");

/** The path of `name` imported from `base`. Throws an Error with Node's message. */
export function resolveModule(tree: RunTree, base: string, name: string, kind: ImportKind = "require"): string {
  const builtin = name.replace(/^node:/, "");
  if (Object.hasOwn(nodeModules(), builtin)) return `node:${builtin}`;
  if (name.startsWith("node:")) throw new Error(`No such built-in module: ${name}`);
  const path = name.startsWith("file://") ? decodeURIComponent(name.slice("file://".length)) : name;
  if (/^https?:/.test(name)) throw new Error(`Cannot import '${name}': scripts have no network here.`);
  if (/^[./]/.test(path)) {
    const wanted = resolve(base.slice(0, base.lastIndexOf("/")) || "/", path);
    const found = existing(tree, wanted, kind);
    if (found !== undefined) return found;
    throw new Error(notFound(tree, wanted, kind === "import" ? name : undefined, base));
  }
  const found = inNodeModules(tree, base, path, kind === "require" ? kind : "import");
  if (found !== undefined) return found;
  throw new Error(`Cannot find package '${ownerOf(path)}' imported from ${base}`);
}

/** @param name as a module names it, of which Node guesses which file it may mean */
function notFound(tree: RunTree, wanted: string, name: string | undefined, base: string): string {
  if (name && isThere(tree, wanted, "folder"))
    return `Directory import '${wanted}' is not supported resolving ES modules imported from ${base}`;
  const near = name && existing(tree, wanted, "require")?.slice(wanted.length);
  const hint = near ? `\nDid you mean to import "${name}${near}"?` : "";
  return `Cannot find module '${wanted}' imported from ${base}${hint}`;
}

/** Node's error for a module that cannot be had, by what it says: its properties, and the beginning of its stack. */
export function unjoined(text: string): { readonly code: string; readonly url?: string; readonly stack: string } {
  const name = /^Dir/.test(text) ? "UNSUPPORTED_DIR_IMPORT" : /^Pack/.test(text) ? "PACKAGE_PATH_NOT_EXPORTED" : "";
  const code = `ERR_${name || "MODULE_NOT_FOUND"}`;
  const stack = `Error [${code}]: ${text}\n    at ModuleLoader.resolve (node:internal/modules/esm/loader)`;
  const [, file] = /^(?:Cannot find module|Directory import) '(\/.*?)'/.exec(text) ?? [];
  return file === undefined ? { code, stack } : { code, url: `file://${file}`, stack };
}

const missing = "missing:";

/**
 * As `resolveModule`; but for a module that is not there, a name under which `moduleSource` makes the error: the engine loses what is thrown
 * here.
 */
export function resolved(tree: RunTree, base: string, name: string, kind: ImportKind): string {
  try {
    return resolveModule(tree, base, name, kind);
  } catch (caught) {
    return `${missing}${JSON.stringify([base, name, (caught as Error).message])}`;
  }
}

/** Fails as Node does: what is imported when a module begins, before it; what is imported later, with an error that can be caught. */
function missingSource(tree: RunTree, made: string): string {
  const [base, name, text] = JSON.parse(made) as [string, string, string];
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const isLater = !new RegExp(`\\b(?:from|import)\\s*["']${quoted}["']`).test(readIfThere(tree, base) ?? "");
  if (!isLater) throw new Error(text);
  const { code, ...others } = unjoined(text);
  return `throw __host.nodeError(Error, "${code}", ${JSON.stringify(text)}, ${JSON.stringify(others)});`;
}

function existing(tree: RunTree, path: string, kind: ImportKind = "any"): string | undefined {
  const places = endings[kind].map((ending) => `${path}${ending}`);
  const source = kind === "any" ? [path.replace(/\.js$/, ".ts")] : [];
  return [...places, ...source].find((place) => isFile(tree, place));
}

export const isFile = (tree: RunTree, path: string) => isThere(tree, path, "file");

function isThere(tree: RunTree, path: string, kind: "file" | "folder"): boolean {
  try {
    return tree.stat(path).kind === kind;
  } catch (caught) {
    if (caught instanceof RunFileError) return false;
    throw caught;
  }
}

const ownerOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/** A package in `node_modules`, such as one that a skill includes. */
function inNodeModules(tree: RunTree, base: string, name: string, kind: string): string | undefined {
  const owner = ownerOf(name);
  const part = `.${name.slice(owner.length)}`;
  for (let folder = base; folder !== ""; ) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    const place = `${folder}/node_modules/${owner}`;
    const text = readIfThere(tree, `${place}/package.json`);
    const { exports, module, main } = Object(text && JSON.parse(text)) as Record<string, unknown>;
    const given = exports === undefined ? undefined : exportedFile(exports, part, ["node", kind, "default"]);
    if (exports !== undefined && given === undefined)
      throw new Error(`Package subpath '${part}' is not defined by "exports" in ${place}/package.json`);
    const found = existing(tree, resolve(place, given ?? (part === "." ? String(module ?? main ?? ".") : part)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Which file a package's `exports` give for a part of it (`./part`). @param kinds conditions that hold */
function exportedFile(exports: unknown, part: string, kinds: readonly string[]): string | undefined {
  if (typeof exports === "string") return part === "." ? exports : undefined;
  for (const [key, to] of Object.entries(exports ?? {})) {
    const star = starOf(key, part);
    if (star === undefined && !kinds.includes(key)) continue;
    const found = exportedFile(to, star === undefined ? part : ".", kinds);
    if (found) return star ? found.replaceAll("*", star) : found;
  }
  return undefined;
}

/** What `*` stands for in a key of `exports` (`./lib/*`) that is a part's: nothing where they are the same. */
function starOf(key: string, part: string): string | undefined {
  if (key === part) return "";
  const [head = "", tail] = key.split("*");
  const isMeant = tail !== undefined && part.startsWith(head) && part.endsWith(tail);
  return isMeant ? part.slice(head.length, part.length - tail.length) : undefined;
}

/** The source of the module `name` for QuickJS, with types removed. */
export function moduleSource(tree: RunTree, name: string, kind: ImportKind, given?: string): string {
  if (name.startsWith(missing)) return missingSource(tree, name.slice(missing.length));
  if (name.startsWith("node:")) return nodeSource(name.slice("node:".length));
  const source = given ?? new TextDecoder().decode(tree.read(name));
  if (name.endsWith(".json")) return `export default JSON.parse(${JSON.stringify(source)});`;
  if (!isModule(tree, name, source))
    return `${wrapped(`__host.load(${JSON.stringify(name)})`, exportedNames(source))}\nexport { __made as "module.exports" };`;
  const code = withoutTypes(name, source, kind).replace(/^#!.*/, "");
  // In the first line, so that errors tell the lines of the file.
  return code.includes("import.meta") ? `__host.tell(import.meta,${JSON.stringify(name)});${code}` : code;
}

/** A Node module as source. Missing names are exported as stand-ins, because an `import` by name must succeed. */
function nodeSource(name: string): string {
  const made = `__host.builtin(${JSON.stringify(name)})`;
  return wrapped(made, nodeModules()[name], (each) => ` ?? __host.absent("${name}.${each}")`);
}

/** A module that exports the properties of an expression. @param otherwise the source for a name that the expression does not have */
function wrapped(expression: string, names: readonly string[] = [], otherwise = (_name: string) => ""): string {
  const own = names.map((name) => `export const ${name} = __made.${name}${otherwise(name)};`).join("\n");
  return `const __made = ${expression};\nexport default __made;\n${own}`;
}

/** The names that a CommonJS file exports, as far as its text shows. */
function exportedNames(source: string): string[] {
  const names = [...source.matchAll(setsExport)].map(([, name, other]) => name ?? other ?? "");
  const list = /\bmodule\.exports\s*=\s*\{/.exec(source);
  listedExport.lastIndex = list ? list.index + list[0].length : source.length;
  // Node, too, reads no further than to the first value that is more than a name.
  for (let found = listedExport.exec(source); found; found = found[3] ? listedExport.exec(source) : null)
    names.push(found[2] ?? "");
  return [...new Set(names)].filter((name) => name !== "" && name !== "default");
}

const setsExport =
  /\bexports(?:\.|\[["'])([A-Za-z_$][\w$]*)(?:["']\])?\s*=[^=]|\bObject\.defineProperty\((?:module\.)?exports,\s*["']([A-Za-z_$][\w$]*)["']/g;
const listedExport =
  /\s*(?:\/\/.*\s*)*(?:\.{3}[\w$.]+|(["']?)([A-Za-z_$][\w$]*)\1\s*(?::\s*-?[A-Za-z_$][\w$]*|(?!:)))\s*(,?)/y;

/** What `require` runs of a file: a module, too, gives it what it exports. */
export function commonJs(tree: RunTree, path: string, source: string): string {
  if (!isModule(tree, path, source)) return source;
  const own = withoutTypes(path, source).replace(/^#!.*/, "");
  const code = inCommonJs(own);
  // Node marks those among whose names `default` is.
  return /\bexports\. ?default\b/.test(code) ? code.replace("{value: true}", "{value: true, enumerable: true}") : code;
}

function inCommonJs(source: string): string {
  return transform(source, { transforms: ["imports"], disableESTransforms: true, preserveDynamicImport: true }).code;
}

/** The JavaScript of a file that may contain types. Node keeps each import that is not marked as one of types, used or not. */
export function withoutTypes(path: string, source: string, kind: ImportKind = "any"): string {
  if (!/\.[cm]?tsx?$/.test(path)) return source;
  const transforms = path.endsWith("x") ? (["typescript", "jsx"] as const) : (["typescript"] as const);
  const keepUnusedImports = kind !== "any";
  const options = { transforms: [...transforms], disableESTransforms: true, filePath: path, keepUnusedImports };
  return transform(source, options).code;
}

/** Matches the names of files of TypeScript without JSX. */
const typed = /\.[cm]?ts$/;

/** What a file has of TypeScript that is more than types, which Node itself does not run, as it says it; `undefined` for none. */
export function beyondTypes(path: string, source: string): string | undefined {
  if (source === "" || !typed.test(path)) return undefined;
  const code = withoutTypes(path, source);
  const found = [
    ...[...source.matchAll(enums)].map(([, name]) => ["enum", `(function (${name}) {`] as const),
    ...[...source.matchAll(properties)].map(([, name]) => ["parameter property", `this.${name} = ${name}`] as const),
  ];
  // What looks like one in a text is not changed.
  const [changed] = found.find(([, made]) => code.split(made).length > source.split(made).length) ?? [];
  const kind =
    changed ??
    ([...source.matchAll(namespaces)].some(([text]) => !code.includes(text)) ? "namespace declaration" : undefined);
  return (
    kind &&
    `SyntaxError [${unsupported}]: TypeScript ${kind} is not supported in strip-only mode {\n  code: '${unsupported}'\n}`
  );
}

/** The module in place of one that Node does not run for that: it fails; `undefined` for others. */
export function refusedSource(tree: RunTree, name: string): string | undefined {
  const source = typed.test(name) ? (readIfThere(tree, name) ?? "") : "";
  const [, message] = /: (.*) \{\n/.exec(beyondTypes(name, source) ?? "") ?? [];
  if (message === undefined) return undefined;
  const names = [...source.matchAll(exportsName)].map(([, each]) => `export let ${each};\n`).join("");
  return `throw __host.nodeError(SyntaxError, "${unsupported}", "${message}", {});\nexport default 0;\n${names}`;
}

const exportsName =
  /^[ \t]*export\s+(?:declare\s+|abstract\s+|async\s+|const\s+)*(?:enum|class|function|const|let|var)\*?\s+(\w+)/gm;
const unsupported = "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
const enums = /^[ \t]*(?:export[ \t]+)?(?:const[ \t]+)?enum\s+(\w+)/gm;
/** Those that hold more than types. */
const namespaces =
  /^[ \t]*(?:export[ \t]+)?(?:namespace|module)\s+[\w.]+\s*\{[^}]{0,2000}\bexport\s+(?:const|let|var|function|class|enum)\b/gm;
const properties = /\b(?:(?:public|private|protected|readonly|override)\s+)+(\w+)/g;
