import type { Field, FieldsResult } from "../frontmatter.ts";

/** Characters that no loader refuses, breaks lines at or takes for white space; without the backslash. */
const usual = String.raw`[ -\[\]-~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u2bff\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]`;
const inQuotes = (quote: string) => `${quote}(?! )((?:(?!${quote})${usual})+)(?<! )${quote}`;
/** Begins with a letter, and has no colon that ends a key, no comment, and no blank at its end. */
const bare = `[A-Za-z](?:(?!:(?: |$)| #)${usual})*(?<! )`;
const value = `(?:${inQuotes('"')}|${inQuotes("'")}|(${bare}))$`;
/** What is a bool or null to some loader. */
const typed = /^(?:y|yes|n|no|true|false|on|off|null)$/i;

/** With keys that no loader wants in another type. */
const pair = new RegExp(`^(name|description|license|compatibility): ${value}`);
const entry = new RegExp(`^  (author|category|version|[a-z]+-[a-z]+): ${value}`);

/**
 * Reads YAML that every loader reads alike: lines `key: text`, and `metadata` with such lines below. Most frontmatter is so, and is read
 * once for all harnesses. `undefined` for any other.
 */
export function readPlainPairs(yaml: string): FieldsResult | undefined {
  const fields = new Map<string, Field>();
  const lines = (yaml.endsWith("\n") ? yaml.slice(0, -1) : yaml).split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    if (lines[at] === "metadata:") {
      const entries = new Map<string, string>();
      while (addPair(entry, lines[at + 1], (key, text) => !entries.has(key) && entries.set(key, text))) at++;
      // Without a value it is null to some; with hundreds it may have more parts than are read.
      if (entries.size === 0 || entries.size > 99 || fields.has("metadata")) return undefined;
      fields.set("metadata", { value: { kind: "map", entries }, line });
    } else {
      const add = (key: string, text: string) =>
        !fields.has(key) && fields.set(key, { value: { kind: "text", text }, line });
      if (!addPair(pair, lines[at], add)) return undefined;
    }
  }
  return { kind: "fields", fields };
}

/** Whether the line is such a pair and could be added. */
function addPair(pattern: RegExp, line = "", add: (key: string, text: string) => unknown): boolean {
  const [, key, double, single, plain] = pattern.exec(line) ?? [];
  return key !== undefined && !typed.test(plain ?? "") && add(key, double ?? single ?? plain ?? "") !== false;
}
