import { estimateTokens, sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { memoObject } from "#lib/memo.ts";
import { type Fields, fieldText } from "#lib/skills/frontmatter.ts";
import { yamlOf } from "#lib/skills/read-frontmatter.ts";
import { parseStandard, standardFence } from "#lib/skills/standard.ts";
import { decodeText, type Files } from "#lib/vfs/files.ts";
import { basename, dirname, relativePath } from "#lib/vfs/paths.ts";
import { namedLicence } from "./licence.ts";
import type { ReportedNeeds, ReportedSkill } from "./shape.ts";
import type { TreeFile } from "./source-tree.ts";
import type { LookedSkill } from "./tree/rule.ts";
import { isProse, languageOf } from "./trust/trust-file.ts";

/** What a source's files tell of one skill before each file is looked at. */
export type SkillFacts = Omit<ReportedSkill, "marks" | "needs" | "digest" | "findings">;

/** Most script paths that are listed for a skill. */
const mostScripts = 100;

/** How many characters of a description are kept. */
const longestDescription = 1024;

/**
 * @param own the skill's files: those in its folder that belong to no other skill
 * @param nearest id of the licence that applies to the folder; `none` if there is none
 */
export function skillFacts(files: Files, path: string, own: readonly TreeFile[], nearest: string): SkillFacts {
  const bytes = files.read(path) ?? nothing;
  const fields = fieldsOf(bytes);
  const folder = dirname(path);
  const name = fieldText(fields, "name") || basename(folder) || "skill";
  const description = (fieldText(fields, "description") ?? "").slice(0, longestDescription);
  const scripts = scriptsAmong(own);
  const tools = toolsIn(fields);
  const beside = own.filter((file) => file.path !== path && isReadable(file.path));
  return {
    path,
    name,
    description,
    tokens: {
      catalog: estimateTokens(`- ${name}: ${description}\n`),
      instructions: tokensOf(bytes),
      resources: Math.round(beside.reduce((sum, { size = 0 }) => sum + size, 0) / 4),
    },
    scripts: {
      count: scripts.length,
      paths: scripts.slice(0, mostScripts).map((script) => relativePath(folder, script.path)),
      languages: tally(scripts.map(({ language }) => language)),
    },
    ...(tools !== undefined && { tools }),
    licence: licenceIn(fields, nearest),
    files: own.length,
  };
}

/** Id of the licence of a skill: the one that its frontmatter names, else the nearest. */
export function licenceOfSkill(files: Files, path: string, nearest: string): string {
  return licenceIn(fieldsOf(files.read(path) ?? nothing), nearest);
}

function licenceIn(fields: Fields, nearest: string): string {
  const field = fieldText(fields, "license");
  const named = field === undefined ? undefined : namedLicence(field);
  if (named !== undefined && named !== "unknown") return named;
  return nearest === "none" ? (named ?? "none") : nearest;
}

/** What rules ask of a skill. @param own as in `skillFacts` */
export function lookedSkill(files: Files, path: string, own: readonly TreeFile[]): LookedSkill {
  const bytes = files.read(path) ?? nothing;
  const text = decodeText(bytes);
  return {
    path,
    text,
    tools: () => (mayNameTools.test(yamlOf(text, standardFence) ?? "!") ? toolsIn(fieldsOf(bytes)) : undefined),
    hasScripts: () => scriptsAmong(own).length > 0,
    tokens: () => tokensOf(bytes),
  };
}

/**
 * Matches a frontmatter that may have the key of tools, without parsing it. A key stands before a colon, but one that is written over
 * several lines (`? `), as an alias, with escapes or with a tag.
 */
const mayNameTools = /tools.?\s*:|[\\!]|^\s*[?*]/m;

const nothing = new Uint8Array(0);
// By a file's byte array, which never changes: most files are unchanged when a check looks at them again.
const fieldsOf = memoObject((bytes: Uint8Array): Fields => {
  const read = parseStandard(decodeText(bytes));
  return "fields" in read ? read.fields : new Map();
});
const tokensOf = memoObject((bytes: Uint8Array) => sampleTokens(decodeText(bytes)));

/** Whether a file is one that a model may be told to read. */
function isReadable(path: string): boolean {
  return (
    isProse(path) ||
    languageOf(path, "") !== undefined ||
    /\.(?:json|ya?ml|toml|xml|csv|html?|css|tmpl|j2)$/i.test(path)
  );
}

function scriptsAmong(own: readonly TreeFile[]): (TreeFile & { readonly language: string })[] {
  return own.flatMap((file) => {
    const language = languageOf(file.path, "");
    return language === undefined ? [] : [{ ...file, language }];
  });
}

export function tally(names: Iterable<string>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return mostFirst(Object.fromEntries(counts));
}

/** Counts with the largest first. */
export function mostFirst(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)));
}

function toolsIn(fields: Fields): string | undefined {
  const value = (fields.get("allowed-tools") ?? fields.get("tools"))?.value;
  if (value?.kind === "text") return value.text.slice(0, 500);
  return value?.kind === "list"
    ? value.items
        .filter((item) => item !== undefined)
        .join(", ")
        .slice(0, 500)
    : undefined;
}

export function noNeeds(): ReportedNeeds {
  return { packages: [], programs: [], hosts: [] };
}
