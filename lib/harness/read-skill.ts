import { type Fields, fieldText } from "#lib/skills/fields.ts";
import { goFields, goTrim } from "#lib/skills/go-text.ts";
import { inspectSkill, textNotices } from "#lib/skills/inspect.ts";
import type { Notice } from "#lib/skills/notice.ts";
import { pythonLength, pythonStrip } from "#lib/skills/python-text.ts";
import { type Frontmatter, readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { firstParagraph } from "./first-paragraph.ts";
import { keptParts } from "./kept-parts.ts";
import type { Skill } from "./model.ts";
import { type FoundProblem, problemNotice } from "./problem-notice.ts";
import type { FrontmatterRules, Identity, Profile, Ruling } from "./profile.ts";
import { fillTemplate } from "./template.ts";

/** A SKILL.md on its way to being a skill. */
export interface SkillFile {
  readonly location: string;
  /** Its root's label; empty outside every root. */
  readonly root: string;
  /** The plugin it belongs to. */
  readonly namespace?: string;
  /** Its folder and itself as the harness prints them, where those are not their paths. */
  readonly printedDirectory?: string;
  readonly printedLocation?: string;
  /** The file that links lead to, where the harness asks. */
  readonly target?: string;
}

/** What a harness makes of one SKILL.md by itself. */
export interface ReadSkill {
  /** Absent when it is rejected. */
  readonly skill?: Skill;
  /** What the harness says on rejecting or mending it. */
  readonly reasons: readonly string[];
  readonly notices: readonly Notice[];
}

/** Reads and judges one SKILL.md. Never throws. */
export function readSkill(profile: Profile, files: Files, file: SkillFile): ReadSkill {
  const rules = profile.frontmatter;
  const checked = checkText(rules, files, file.location);
  if (checked.kind === "stopped") return reject(rules, file, checked.problem, checked.text);
  const { text, frontmatter, problems } = checked;
  const fatal = problems.find(({ problem }) => rulingOf(rules, problem).verdict === "reject");
  if (fatal) return reject(rules, file, fatal, text);
  const fields: Fields = frontmatter.kind === "read" ? frontmatter.fields : new Map();
  const { location: path } = file;
  return {
    skill: toSkill(profile, files, file, { fields, text, frontmatter }),
    reasons: [...problems.flatMap((found) => reasonsFor(rules, file, found)), ...differingName(profile, file, fields)],
    notices: [
      ...problems.map((found) => noticeFor(rules, file, found)),
      ...inspectSkill({ path, text, fields, isStandard: rules.validator === "standard" }),
    ],
  };
}

/** What stands in a file, as far as a harness gets with it. */
export type CheckedText =
  /** Nothing was looked for in it; `text` is absent when it cannot be read at all. */
  | { readonly kind: "stopped"; readonly problem: FoundProblem; readonly text?: string }
  /** `problems`: in the order of checking, whatever is done about each. */
  | {
      readonly kind: "checked";
      readonly text: string;
      readonly frontmatter: Frontmatter;
      readonly problems: readonly FoundProblem[];
    };

/** Holds a file against every rule on its content. */
export function checkText(rules: FrontmatterRules, files: Files, location: string): CheckedText {
  const text = readText(files, location);
  if (text === undefined) return { kind: "stopped", problem: unreadable(files, location) };
  const longLine = findLongLine(text, rules.maxLineBytes);
  if (longLine) return { kind: "stopped", problem: longLine, text };
  const frontmatter = readFrontmatter(withoutMark(text, rules), rules.fence, rules.dialect);
  return { kind: "checked", text, frontmatter, problems: findProblems(text, frontmatter, rules) };
}

/** A file's text as the harness takes it, which may ignore a byte-order mark. */
export function withoutMark(text: string, { ignoresMark }: Pick<FrontmatterRules, "ignoresMark">): string {
  return ignoresMark && text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** In the words of Go's `os.ReadFile`. */
function unreadable(files: Files, path: string): FoundProblem {
  const isFolder = files.stat(path)?.kind === "folder";
  const detail = isFolder ? `read ${path}: is a directory` : `open ${path}: no such file or directory`;
  return { problem: "unreadable", detail, line: 1 };
}

/** The first line that a harness cannot read for its length in bytes. */
export function findLongLine(text: string, limit: number | undefined): FoundProblem | undefined {
  if (limit === undefined || text.length * 3 < limit) return undefined;
  const encoder = new TextEncoder();
  const line = text.split("\n").findIndex((each) => encoder.encode(each).length >= limit);
  return line < 0 ? undefined : { problem: "line-too-long", detail: String(limit), line: line + 1 };
}

const required = ["name", "description"] as const;

/** In the order of checking. What hides the fields altogether stands alone. */
function findProblems(text: string, frontmatter: Frontmatter, rules: FrontmatterRules): readonly FoundProblem[] {
  if (goTrim(text) === "") return [{ problem: "empty-file", detail: "", line: 1 }];
  if (frontmatter.kind === "problem") return [frontmatter];
  const { fields } = frontmatter;
  const missing = required.filter((key) => isMissing(fields, key, rules));
  const blank = required.filter((key) => !missing.includes(key) && textOf(fields, key, rules) === "");
  const lineOf = (key: string) => fields.get(key)?.line ?? 1;
  return [
    ...longName(fields, rules),
    ...missing.map((key) => ({ problem: `missing-${key}`, detail: "", line: lineOf(key) }) as const),
    ...blank.map((key) => ({ problem: `blank-${key}`, detail: "", line: lineOf(key) }) as const),
  ];
}

function longName(fields: Fields, rules: FrontmatterRules): readonly FoundProblem[] {
  const limit = rules.nameLimit?.characters ?? Number.POSITIVE_INFINITY;
  if (pythonLength(textOf(fields, "name", rules)) <= limit) return [];
  return [{ problem: "long-name", detail: String(limit), line: fields.get("name")?.line ?? 1 }];
}

/** What a harness does about a problem. */
export function rulingOf(rules: FrontmatterRules, problem: FoundProblem["problem"]): Ruling {
  if (problem !== "long-name") return rules.rulings[problem];
  return { verdict: "reject", ...(rules.nameLimit && { reason: rules.nameLimit.says }) };
}

function isMissing(fields: Fields, key: string, rules: FrontmatterRules): boolean {
  if (rules.emptyValue === "missing") return textOf(fields, key, rules) === "";
  return !fields.has(key);
}

function textOf(fields: Fields, key: string, { trim }: FrontmatterRules): string {
  const text = fieldText(fields, key) ?? "";
  switch (trim) {
    case "go":
      return goTrim(text);
    case "python":
      return pythonStrip(text);
    case "words":
      return goFields(text).join(" ");
    case "none":
      return text;
  }
}

interface Parsed {
  readonly fields: Fields;
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

function toSkill(profile: Profile, files: Files, file: SkillFile, parsed: Parsed): Skill {
  const { frontmatter: rules, identity } = profile;
  const { location, root, printedDirectory, printedLocation } = file;
  const { fields } = parsed;
  const folder = folderOf(file) || (identity.nameless ?? "");
  const text = (key: (typeof required)[number]) =>
    textOf(fields, key, rules) || (fallbackFor(rules.rulings[`missing-${key}`], folder, parsed) ?? "");
  const namespace = namespaceOf(identity.name, file, fields);
  const isFolder = identity.name === "folder" || (identity.name === "folder-or-plugin" && !namespace);
  const name = isFolder ? folder : text("name");
  return {
    name: namespace ? `${namespace}:${name}` : name,
    description: text("description"),
    location,
    directory: dirname(location),
    root,
    ...(printedDirectory !== undefined && { printedDirectory }),
    ...(printedLocation !== undefined && { printedLocation }),
    ...(namespace && { namespace }),
    ...keptParts(rules.keeps, files, location, parsed),
  };
}

function namespaceOf(rule: Identity["name"], { namespace }: SkillFile, fields: Fields): string | undefined {
  if (rule === "namespaced") return fieldText(fields, "namespace") || namespace;
  return rule === "folder-or-plugin" ? namespace : undefined;
}

/** What the harness takes for a field that is missing; `undefined` when it takes nothing. */
function fallbackFor(ruling: Ruling, folder: string, parsed?: Parsed): string | undefined {
  if (ruling.verdict === "reject") return undefined;
  if (ruling.fallback === "first-paragraph") return parsed && firstParagraph(parsed);
  return ruling.fallback === "folder" ? folder : "";
}

function differingName({ identity, frontmatter: rules }: Profile, file: SkillFile, fields: Fields): readonly string[] {
  const name = textOf(fields, "name", rules);
  const folder = folderOf(file);
  if (identity.differingName === undefined || name === "" || name === folder) return [];
  return [fillTemplate(identity.differingName, { name, folder })];
}

function reject(rules: FrontmatterRules, file: SkillFile, found: FoundProblem, text = ""): ReadSkill {
  return {
    reasons: reasonsFor(rules, file, found),
    notices: [noticeFor(rules, file, found), ...textNotices({ path: file.location, text })],
  };
}

function reasonsFor(rules: FrontmatterRules, file: SkillFile, { problem, detail }: FoundProblem): readonly string[] {
  const { reason } = rulingOf(rules, problem);
  return reason === undefined ? [] : [fillTemplate(reason, { detail, folder: folderOf(file) })];
}

function noticeFor(rules: FrontmatterRules, file: SkillFile, found: FoundProblem): Notice {
  const [reason] = reasonsFor(rules, file, found);
  const ruling = rulingOf(rules, found.problem);
  const folder = folderOf(file);
  const frame = {
    path: file.location,
    severity: ruling.verdict === "reject" ? "error" : "warning",
    ...(reason !== undefined && { harnessMessage: warningLine(rules, file, reason) }),
  } as const;
  return problemNotice(found, frame, fallbackFor(ruling, folder));
}

/** The line that a harness prints for a reason. */
export function warningLine({ warning }: FrontmatterRules, file: SkillFile, reason: string): string {
  return fillTemplate(warning, { folder: folderOf(file), path: file.printedLocation ?? file.location, reason });
}

function folderOf({ location }: SkillFile): string {
  return basename(dirname(location));
}
