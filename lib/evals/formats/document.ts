import Papa from "papaparse";
import { isSeq } from "yaml";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { parseBounded } from "#lib/skills/yaml/parse-bounded.ts";
import type { Path } from "./eval-case.ts";

/** A file that is changed in places; everything else stays as it is, including comments. */
export interface SetDocument {
  readonly value: unknown;
  /** @param value replaces the value at the path; `undefined` removes it */
  set(path: Path, value: unknown): void;
  /** Appends a value to a list. */
  add(path: Path, value: unknown): void;
  text(): string;
}

/** Most parts and levels of a YAML set: some ten thousand words. */
const limits = { parts: 100_000, depth: 32 };

const mark = "\ufeff";

/** @returns if it cannot be read, the reason as a clause */
export function openDocument(whole: string): SetDocument | string {
  const text = whole.replace(mark, "");
  if (/^\s*[[{]/.test(text)) return openJson(text);
  return looksLikeTable(text) ? openTable(text) : openYaml(text);
}

/** A top-level member of one of the formats: a list of requests, one on each line, hardly begins like this. */
const yamlSet = /^(?:stimuli|tasks|tests|inputs|should_(?:not_)?trigger_prompts)\s*:\s*(?:$|[#[{&])/m;

/** Whether a text is a set in a document format, rather than a list of requests with one on each line. */
export function looksLikeDocument(text: string): boolean {
  return /^\ufeff?\s*[[{]/.test(text) || looksLikeTable(text) || yamlSet.test(text);
}

function looksLikeTable(text: string): boolean {
  const columns = columnsOf(text);
  return columns.includes("text") && columns.some((each) => /^(?:id|kind|expected_skill)$/.test(each));
}

function columnsOf(text: string): readonly string[] {
  const [head = ""] = text.split(/\r?\n/, 1);
  return head.replace(mark, "").split(",");
}

function openJson(text: string): SetDocument | string {
  if (!isShallowText(text)) return "it is nested too deeply";
  const value = parseJson(text);
  if (value !== undefined) {
    const indent = /^[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? (text.includes("\n") ? 2 : 0);
    const end = text.endsWith("\n") ? "\n" : "";
    return plainDocument(value, (changed) => JSON.stringify(changed, null, indent) + end);
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines.map(parseJson);
  if (lines.length < 2 || rows.some((row) => row === undefined)) return "it is not valid JSON";
  return plainDocument(rows, (changed) => (changed as unknown[]).map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function openTable(text: string): SetDocument | string {
  if (new Set(columnsOf(text)).size < columnsOf(text).length) return "two of its columns have one name";
  const { data, meta, errors } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true });
  if (errors.length > 0) return "a row of it is broken";
  const columns = meta.fields ?? [];
  // Cells that a spreadsheet program changed stay as they are: programs read the table as data.
  const write = (rows: unknown) =>
    `${Papa.unparse(rows as object[], { columns, newline: meta.linebreak })}${meta.linebreak}`;
  return plainDocument(data, write);
}

/** A document whose members are replaced in a copy of its value; without a change its text is the original one. */
function plainDocument(given: unknown, write: (value: unknown) => string): SetDocument {
  const value = structuredClone(given);
  const holder = { value };
  const parentOf = (path: Path) => {
    let at: unknown = holder;
    for (const key of ["value", ...path.slice(0, -1)]) {
      const next = (at as Record<string | number, unknown>)[key];
      if (typeof next !== "object" || next === null) {
        const made = {};
        Object.defineProperty(at, key, { value: made, writable: true, enumerable: true, configurable: true });
        at = made;
      } else at = next;
    }
    return at as Record<string | number, unknown>;
  };
  return {
    value: given,
    set(path, changed) {
      const parent = parentOf(path);
      const key = path.at(-1) ?? "value";
      if (changed !== undefined)
        Object.defineProperty(parent, key, { value: changed, writable: true, enumerable: true, configurable: true });
      else if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
    },
    add(path, added) {
      const list = path.length === 0 ? holder.value : parentOf(path)[path.at(-1) ?? ""];
      if (Array.isArray(list)) list.push(added);
      else this.set(path, [added]);
    },
    text: () => write(holder.value),
  };
}

function openYaml(text: string): SetDocument | string {
  const parsed = parseBounded(text, limits, { schema: "core", prettyErrors: false, logLevel: "silent" });
  if (!parsed) return "it is too long or nested too deeply";
  const { document, hasMore } = parsed;
  if (!document || document.errors.length > 0) return "it is not valid YAML";
  if (hasMore) return "it holds more than one document";
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return "it refers to other places of itself (*name)";
  }
  const ends = text.includes("\r\n");
  const indentSeq = !/^([ \t]*)[\w-]+:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*\1-\s/m.test(text);
  return {
    value,
    set(path, changed) {
      if (changed === undefined) document.deleteIn(path);
      else document.setIn(path, isScalarValue(changed) ? changed : document.createNode(changed));
    },
    add(path, added) {
      const list = document.getIn(path);
      if (isSeq(list)) list.add(document.createNode(added));
      else document.setIn(path, document.createNode([added]));
    },
    text() {
      const written = document.toString({ lineWidth: 0, indentSeq });
      return ends ? written.replaceAll(/\r?\n/g, "\r\n") : written;
    },
  };
}

function isScalarValue(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
