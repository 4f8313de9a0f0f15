import { type Fields, fieldText } from "#lib/skills/fields.ts";
import { goTrim } from "#lib/skills/go-text.ts";
import { inspectSkill, textNotices } from "#lib/skills/inspect.ts";
import type { Notice } from "#lib/skills/notice.ts";
import { pythonStrip } from "#lib/skills/python-text.ts";
import { type Frontmatter, readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { keptParts } from "./kept-parts.ts";
import type { Skill } from "./model.ts";
import { type FoundProblem, problemNotice } from "./problem-notice.ts";
import type { FrontmatterRules, Profile, Ruling } from "./profile.ts";
import { fillTemplate } from "./template.ts";

/** A SKILL.md on its way to being a skill. */
export interface SkillFile {
  readonly location: string;
  /** Its root's label; empty outside every root. */
  readonly root: string;
  /** The plugin it belongs to. */
  readonly namespace?: string;
  /** Its folder as the harness prints it, where that is not its path. */
  readonly printedDirectory?: string;
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
  const fatal = problems.find(({ problem }) => rules.rulings[problem].verdict === "reject");
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
  const frontmatter = readFrontmatter(text, rules.fence, rules.dialect);
  return { kind: "checked", text, frontmatter, problems: findProblems(text, frontmatter, rules) };
}

/** In the words of Go's `os.ReadFile`. */
function unreadable(files: Files, path: string): FoundProblem {
  const isFolder = files.stat(path)?.kind === "folder";
  const detail = isFolder ? `read ${path}: is a directory` : `open ${path}: no such file or directory`;
  return { problem: "unreadable", detail, line: 1 };
}

function findLongLine(text: string, limit: number | undefined): FoundProblem | undefined {
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
    ...missing.map((key) => ({ problem: `missing-${key}`, detail: "", line: lineOf(key) }) as const),
    ...blank.map((key) => ({ problem: `blank-${key}`, detail: "", line: lineOf(key) }) as const),
  ];
}

function isMissing(fields: Fields, key: string, rules: FrontmatterRules): boolean {
  if (rules.emptyValue === "missing") return textOf(fields, key, rules) === "";
  return !fields.has(key);
}

function textOf(fields: Fields, key: string, { trim }: FrontmatterRules): string {
  const text = fieldText(fields, key) ?? "";
  if (trim === "go") return goTrim(text);
  return trim === "python" ? pythonStrip(text) : text;
}

interface Parsed {
  readonly fields: Fields;
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

function toSkill(profile: Profile, files: Files, file: SkillFile, parsed: Parsed): Skill {
  const { frontmatter: rules, identity } = profile;
  const { location, root, printedDirectory } = file;
  const { fields } = parsed;
  const folder = folderOf(file) || (identity.nameless ?? "");
  const text = (key: (typeof required)[number]) =>
    textOf(fields, key, rules) || (fallbackFor(rules.rulings[`missing-${key}`], folder) ?? "");
  const name = identity.name === "folder" ? folder : text("name");
  const namespace = identity.name === "namespaced" ? fieldText(fields, "namespace") || file.namespace : undefined;
  return {
    name: namespace ? `${namespace}:${name}` : name,
    description: text("description"),
    location,
    directory: dirname(location),
    root,
    ...(printedDirectory !== undefined && { printedDirectory }),
    ...(namespace && { namespace }),
    ...keptParts(rules.keeps, files, location, parsed),
  };
}

function fallbackFor(ruling: Ruling, folder: string): string | undefined {
  if (ruling.verdict === "reject") return undefined;
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
  const { reason } = rules.rulings[problem];
  return reason === undefined ? [] : [fillTemplate(reason, { detail, folder: folderOf(file) })];
}

function noticeFor(rules: FrontmatterRules, file: SkillFile, found: FoundProblem): Notice {
  const [reason] = reasonsFor(rules, file, found);
  const ruling = rules.rulings[found.problem];
  const folder = folderOf(file);
  const frame = {
    path: file.location,
    severity: ruling.verdict === "reject" ? "error" : "warning",
    ...(reason !== undefined && { harnessMessage: fillTemplate(rules.warning, { folder, reason }) }),
  } as const;
  return problemNotice(found, frame, fallbackFor(ruling, folder));
}

function folderOf({ location }: SkillFile): string {
  return basename(dirname(location));
}
