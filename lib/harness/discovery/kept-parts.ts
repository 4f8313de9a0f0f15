import type { SkillText } from "#lib/harness/rules/content/content-rule.ts";
import type { FrontmatterRules, KeptPart } from "#lib/harness/vocabulary/frontmatter.ts";
import { isSingleFile, type Skill, type SkillResources } from "#lib/harness/vocabulary/skill.ts";
import { type Fields, fieldText, printedField } from "#lib/skills/frontmatter.ts";
import { splitGlobs } from "#lib/skills/glob.ts";
import { splitFrontmatter } from "#lib/skills/split-frontmatter.ts";
import type { Files } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { withoutMark } from "./check-text.ts";
import { hiddenByPolicy } from "./policy-file.ts";

/** The parts of a skill's text that a harness stores besides name and description. */
export function keptParts(keeps: readonly KeptPart[], text: SkillText): Partial<Skill> {
  return Object.assign({}, ...keeps.map((part) => keptPart(part, text)));
}

/** What the harness stores about a skill's other files; `undefined` if it stores nothing about them. */
export function folderParts(
  { keeps, policyFile }: FrontmatterRules,
  files: Files,
  directory: string,
): Partial<Skill> | undefined {
  const keepsResources = keeps.includes("resources");
  if (!keepsResources && policyFile === undefined) return undefined;
  return {
    ...(keepsResources && { resources: resourcesOf(files, directory) }),
    ...(policyFile !== undefined && hiddenByPolicy(files, directory, policyFile)),
  };
}

function keptPart(part: KeptPart, { fields, text, frontmatter }: SkillText): Partial<Skill> {
  switch (part) {
    case "body":
      return { body: frontmatter.body ?? text };
    case "argument-hint":
      return optional("argumentHint", fieldText(fields, "argument-hint"));
    case "allowed-tools":
      return optional("allowedTools", itemsOf(fields, "allowed-tools"));
    case "state":
      return optional("initialState", fieldText(fields, "state"));
    case "hiding":
      return hiddenFrom(fields, isYes, (said) => fields.has(invocable) && !isYes(said));
    case "hiding-from-model":
      return isTrue(fields, noModel) ? { hiddenFrom: "model" } : {};
    case "hiding-unless-invocable":
      return hiddenFrom(fields, isGoTrue, (said) => !isGoTrue(said));
    case "disabled":
      return hiddenByState(fields);
    case "hiding-words":
      return hiddenFrom(
        fields,
        (said) => said === "true",
        (said) => said === "false",
      );
    case "when-to-use-text":
      return optional("whenToUse", fieldText(fields, "when_to_use") || undefined);
    case "when-to-use":
      return optional("whenToUse", printedField(fields, "when_to_use") || undefined);
    case "arguments":
      return optional("argumentNames", argumentNames(fields));
    case "effort":
      return optional("effort", /^(?:low|medium|high|xhigh|max)$/.exec(saidIn(fields, "effort").toLowerCase())?.[0]);
    case "paths":
      return optional("paths", globsOf(fields));
    case "ignore-paths":
      return ignoringPaths(fields);
    case "resources":
      return {};
  }
}

function optional<Key extends keyof Skill>(key: Key, value: Skill[Key] | undefined): Partial<Skill> {
  return value === undefined ? {} : { [key]: value };
}

function itemsOf(fields: Fields, key: string): readonly string[] | undefined {
  const value = fields.get(key)?.value;
  return value?.kind === "list" ? value.items.map((item) => item ?? "") : undefined;
}

const mostNames = 64;
const longestName = 64;

/**
 * The names of arguments: from a text split at white space, or from a list. Numbers, bools, lists and maps are not names. A name that is too
 * long becomes an empty one.
 */
function argumentNames(fields: Fields): readonly string[] | undefined {
  const value = fields.get("arguments")?.value;
  const names =
    value?.kind === "list"
      ? value.items.filter((_, index) => !value.nested?.includes(index))
      : value?.kind === "text"
        ? value.text.split(/\s+/)
        : undefined;
  const isName = (each: string | undefined) =>
    each !== undefined && /\S/.test(each) && !/^(?:\d+|true|false)$/.test(each);
  return (names?.filter(isName) as readonly string[] | undefined)
    ?.slice(0, mostNames)
    .map((each) => (each.length > longestName ? "" : each));
}

/** Glob patterns: from a list, or from a text split at commas outside of braces. `undefined` if there are none. */
function globsOf(fields: Fields): readonly string[] | undefined {
  const written = itemsOf(fields, "paths") ?? splitGlobs(fieldText(fields, "paths") ?? "");
  const globs = written.map((each) => each.trim()).filter(Boolean);
  return globs.length > 0 ? globs : undefined;
}

/** Paths as Claude Code reads them: lines of a .gitignore. A number or a bool is no pattern. */
function ignoringPaths(fields: Fields): Partial<Skill> {
  const value = fields.get("paths")?.value;
  const items = value?.kind === "list" ? value.items : [];
  const texts =
    value?.kind === "text" && !value.isPrinted
      ? [value.text]
      : items.filter((each = "") => !/^(?:true|false|[-+]?[\d.]+(?:e[-+]?\d+)?)$/.test(each));
  const lines = texts.flatMap((each = "") => atCommas(each));
  const paths = lines.map((each) => each.trim().replace(/\/\*\*$/, "")).filter(Boolean);
  return paths.every((each) => each === "**") ? {} : { paths, ignoring: paths.flatMap(withoutBraces).map(ignoreLine) };
}

/** A text split at each comma that is in no braces. */
function atCommas(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const part of text.split(/([{},])/)) {
    depth += part === "{" ? 1 : part === "}" ? -1 : 0;
    if (part === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + part);
  }
  return parts;
}

/** Most lines that a pattern's braces may stand for. */
const mostOfBraces = 1000;

/**
 * What a pattern's braces stand for. A group ends at the next closing brace, so nested braces are only partly expanded.
 */
function withoutBraces(pattern: string): readonly string[] {
  let texts: readonly string[] = [pattern];
  for (let at = 0; at < texts.length; ) {
    const [, before = "", inner, after = ""] = /^([^{]*)\{([^}]+)\}(.*)$/.exec(texts[at] ?? "") ?? [];
    if (inner === undefined) at++;
    else texts = texts.toSpliced(at, 1, ...inner.split(",").map((each) => before + each.trim() + after));
    if (texts.length > mostOfBraces) return [pattern];
  }
  return texts;
}

/** The harness's gitignore library ignores case and reads `!` inside brackets as an ordinary character. */
function ignoreLine(line: string): string {
  return line.toLowerCase().replace(/\[!([^\]]+)\]/g, "[$1!]");
}

const noModel = "disable-model-invocation";
const invocable = "user-invocable";

/** From whom what the two fields say hides a skill. */
function hiddenFrom(
  fields: Fields,
  isFromModel: (said: string) => boolean,
  isFromPerson: (said: string) => boolean,
): Partial<Skill> {
  const person = isFromPerson(saidIn(fields, invocable));
  if (isFromModel(saidIn(fields, noModel))) return { hiddenFrom: person ? "both" : "model" };
  return person ? { hiddenFrom: "person" } : {};
}

const isYes = (said: string) => /^(?:true|yes|on|1)$/i.test(said);

/** Whether Go's yaml.v3 reads a text as true. */
const isGoTrue = (said: string) => /^(?:true|True|TRUE|y|Y|yes|Yes|YES|on|On|ON)$/.test(said);

function isTrue(fields: Fields, key: string): boolean {
  const value = fields.get(key)?.value;
  return value?.kind === "other" && value.type === "bool" && value.text === "true";
}

function hiddenByState(fields: Fields): Partial<Skill> {
  const says = (key: string, word: string) =>
    saidIn(fields, key) === word && ({ hiddenFrom: "both", hiddenBy: `${key}: ${word}` } as const);
  return (saidIn(fields, "disabled") ? says("disabled", "true") : says("enabled", "false")) || {};
}

/** A text, or the source text of another scalar. */
function saidIn(fields: Fields, key: string): string {
  const value = fields.get(key)?.value;
  return value?.kind === "other" ? value.text : (fieldText(fields, key) ?? "");
}

/** The names of files directly in the standard's folders, including hidden ones and links. */
function resourcesOf(files: Files, directory: string): SkillResources {
  const namesIn = (folder: string) =>
    (files.list(joinPath(directory, folder)) ?? []).filter(({ kind }) => kind !== "folder").map(({ name }) => name);
  return { scripts: namesIn("scripts"), references: namesIn("references"), assets: namesIn("assets") };
}

/** The text that a harness uses if there is no description: see `FirstLine`. */
export function firstLine(
  { fence, firstLine: rule, ...rules }: FrontmatterRules,
  { location, pathName }: { readonly location: string; readonly pathName?: string },
  written: string,
): string {
  if (!rule) return "";
  const { limit, ending, none, lines, isBare } = rule;
  const text = withoutMark(written, rules);
  const split = splitFrontmatter(text, fence);
  const body = split.kind === "split" ? split.body : text;
  const [first, ...others] = lines === undefined ? firstLines(body, 1, isBare && "---") : firstLines(body, lines, "#");
  if (first === undefined) return pathName !== undefined || isSingleFile(location) ? none.file : none.folder;
  const alone = isBare ? first : first.replace(/^#+\s+(?=\S.*$)/, "");
  const told = lines === undefined ? alone : [first, ...others].join(" ");
  return told.length > limit ? told.slice(0, limit - ending.length) + ending : told;
}

/** The first `count` lines of a text that are neither blank nor begin with `passed`. */
function firstLines(text: string, count: number, passed?: string): readonly string[] {
  const found: string[] = [];
  for (const line of linesOf(text)) {
    if (line === "" || (passed !== undefined && line.startsWith(passed))) continue;
    found.push(line);
    if (found.length === count) break;
  }
  return found;
}

/** One at a time: a body may have millions of lines, and only the first few are needed. */
function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end).trim();
    start = end + 1;
  }
}
