import { type Fields, fieldText } from "#lib/skills/fields.ts";
import { goTrim } from "#lib/skills/go-text.ts";
import { inspectSkill, textNotices } from "#lib/skills/inspect.ts";
import type { Notice } from "#lib/skills/notice.ts";
import { pythonStrip } from "#lib/skills/python-text.ts";
import { type Frontmatter, readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
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
}

/** What a harness makes of one SKILL.md by itself. */
export interface ReadSkill {
  /** Absent when it is rejected. */
  readonly skill?: Skill;
  /** The harness's reason for rejecting or mending it, when it gives one. */
  readonly reason?: string;
  readonly notices: readonly Notice[];
}

/** Reads and judges one SKILL.md. Never throws. */
export function readSkill(profile: Profile, files: Files, file: SkillFile): ReadSkill {
  const rules = profile.frontmatter;
  const text = readText(files, file.location);
  if (text === undefined) return reject(rules, file, unreadable(files, file.location));
  const frontmatter = readFrontmatter(text, rules.fence, rules.dialect);
  const found = findProblem(text, frontmatter, rules);
  if (found && rules.rulings[found.problem].verdict === "reject") return reject(rules, file, found, text);
  const fields: Fields = frontmatter.kind === "read" ? frontmatter.fields : new Map();
  const { location: path } = file;
  return {
    skill: toSkill(profile, file, fields),
    ...(found && reasonFor(rules, found)),
    notices: [
      ...(found ? [noticeFor(rules, file, found)] : []),
      ...inspectSkill({ path, text, fields, isStandard: rules.validator === "standard" }),
    ],
  };
}

/** In the words of Go's `os.ReadFile`. */
function unreadable(files: Files, path: string): FoundProblem {
  const isFolder = files.stat(path)?.kind === "folder";
  const detail = isFolder ? `read ${path}: is a directory` : `open ${path}: no such file or directory`;
  return { problem: "unreadable", detail, line: 1 };
}

const required = ["name", "description"] as const;

function findProblem(text: string, frontmatter: Frontmatter, rules: FrontmatterRules): FoundProblem | undefined {
  if (goTrim(text) === "") return { problem: "empty-file", detail: "", line: 1 };
  if (frontmatter.kind === "problem") return frontmatter;
  const { fields } = frontmatter;
  const missing = required.find((key) => isMissing(fields, key, rules));
  if (missing) return { problem: `missing-${missing}`, detail: "", line: fields.get(missing)?.line ?? 1 };
  const blank = required.find((key) => textOf(fields, key, rules) === "");
  return blank && { problem: `blank-${blank}`, detail: "", line: fields.get(blank)?.line ?? 1 };
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

function toSkill({ frontmatter: rules, identity }: Profile, file: SkillFile, fields: Fields): Skill {
  const { location, root } = file;
  const directory = dirname(location);
  const folder = basename(directory);
  const text = (key: (typeof required)[number]) =>
    textOf(fields, key, rules) || (fallbackFor(rules.rulings[`missing-${key}`], folder) ?? "");
  const name = identity.name === "folder" ? folder : text("name");
  const namespace = identity.name === "namespaced" ? fieldText(fields, "namespace") || file.namespace : undefined;
  return {
    name: namespace ? `${namespace}:${name}` : name,
    description: text("description"),
    location,
    directory,
    root,
  };
}

function fallbackFor(ruling: Ruling, folder: string): string | undefined {
  if (ruling.verdict === "reject") return undefined;
  return ruling.fallback === "folder" ? folder : "";
}

function reject(rules: FrontmatterRules, file: SkillFile, found: FoundProblem, text = ""): ReadSkill {
  return {
    ...reasonFor(rules, found),
    notices: [noticeFor(rules, file, found), ...textNotices({ path: file.location, text })],
  };
}

function reasonFor(rules: FrontmatterRules, { problem, detail }: FoundProblem): { reason?: string } {
  const { reason } = rules.rulings[problem];
  return reason === undefined ? {} : { reason: fillTemplate(reason, { detail }) };
}

function noticeFor(rules: FrontmatterRules, { location }: SkillFile, found: FoundProblem): Notice {
  const { reason } = reasonFor(rules, found);
  const ruling = rules.rulings[found.problem];
  const folder = basename(dirname(location));
  const frame = {
    path: location,
    severity: ruling.verdict === "reject" ? "error" : "warning",
    ...(reason !== undefined && { harnessMessage: fillTemplate(rules.warning, { folder, reason }) }),
  } as const;
  return problemNotice(found, frame, fallbackFor(ruling, folder));
}
