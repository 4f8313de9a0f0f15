import type { Identity } from "#lib/harness/vocabulary/discovery.ts";
import type { FrontmatterRules, Ruling } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Candidate, Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { type Fields, fieldText } from "#lib/skills/fields.ts";
import { inspectSkill, textNotices } from "#lib/skills/inspect.ts";
import type { Notice } from "#lib/skills/notice.ts";
import type { Frontmatter } from "#lib/skills/read-frontmatter.ts";
import type { FileCell, Files } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { type CheckedText, checkText, type required, rulingOf, textOf } from "./check-text.ts";
import { firstParagraph, folderParts, keptParts } from "./kept-parts.ts";
import { type FoundProblem, problemNotice } from "./problem-notice.ts";

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
  /** Where it is read from, if that is known: a rescan then follows no path. */
  readonly cell?: FileCell;
}

/** What a harness makes of one SKILL.md by itself. */
export interface ReadSkill {
  readonly file: SkillFile;
  /** Loaded or rejected. */
  readonly candidate: Candidate;
  /** What the harness says on rejecting or mending it. */
  readonly reasons: readonly string[];
  /** The same as the lines it prints. */
  readonly warnings: readonly string[];
}

/** Reads and judges one SKILL.md, or repeats what came of the same bytes at the same place. Never throws. */
export function readSkill(profile: Profile, files: Files, file: SkillFile): ReadSkill {
  const bytes = file.cell?.bytes ?? files.read(file.location);
  const readNow = () => toReadSkill(profile, file, readText(profile, files, file));
  const read = bytes ? rememberedRead(profile, file, bytes, readNow) : readNow();
  const { candidate } = read;
  const { skill } = candidate;
  const around = skill && folderParts(profile.frontmatter.keeps, files, skill.directory);
  return skill && around ? { ...read, candidate: { ...candidate, skill: { ...skill, ...around } } } : read;
}

/** What its text holds. */
interface ReadText extends Pick<Candidate, "skill" | "notices"> {
  readonly reasons: readonly string[];
}

function toReadSkill({ frontmatter }: Profile, file: SkillFile, { reasons, ...read }: ReadText): ReadSkill {
  const { location, root } = file;
  const kind = read.skill ? "loaded" : "rejected";
  return {
    file,
    candidate: { location, folder: folderOf(file), root, outcome: { kind }, ...read },
    reasons,
    warnings: reasons.map((reason) => warningLine(frontmatter, file, reason)),
  };
}

function readText(profile: Profile, files: Files, file: SkillFile): ReadText {
  const rules = profile.frontmatter;
  const checked = checkText(rules, files, file.location);
  const { text, frontmatter, problems } = checked.kind === "stopped" ? withoutFields(checked) : checked;
  const fatal = problems.find(({ problem }) => rulingOf(rules, problem).verdict === "reject");
  if (fatal) return reject(rules, file, fatal, text);
  const fields: Fields = frontmatter.kind === "read" ? frontmatter.fields : new Map();
  const { location: path } = file;
  return {
    skill: toSkill(profile, file, { fields, text, frontmatter }),
    reasons: [...problems.flatMap((found) => reasonsFor(rules, file, found)), ...differingName(profile, file, fields)],
    notices: [
      ...problems.map((found) => noticeFor(rules, file, found)),
      ...inspectSkill({ path, text, fields, isStandard: rules.validator === "standard" }),
    ],
  };
}

/** A text of which a harness sees nothing, as one that it has looked into. */
function withoutFields({ problem, text = "" }: Extract<CheckedText, { kind: "stopped" }>) {
  const frontmatter: Frontmatter = { kind: "problem", problem: "no-frontmatter", detail: "", line: 1 };
  return { text, frontmatter, problems: [problem] };
}

interface Parsed {
  readonly fields: Fields;
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

function toSkill(profile: Profile, file: SkillFile, parsed: Parsed): Skill {
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
    ...keptParts(rules.keeps, parsed),
  };
}

function namespaceOf(rule: Identity["name"], { namespace }: SkillFile, fields: Fields): string | undefined {
  return (rule === "namespaced" && fieldText(fields, "namespace")) || namespace;
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

function reject(rules: FrontmatterRules, file: SkillFile, found: FoundProblem, text = ""): ReadText {
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
function warningLine({ warning }: FrontmatterRules, file: SkillFile, reason: string): string {
  return fillTemplate(warning, { folder: folderOf(file), path: file.printedLocation ?? file.location, reason });
}

function folderOf({ location }: SkillFile): string {
  return basename(dirname(location));
}

/**
 * By a file's bytes, which never change (see `Files.read`), so that a rescan of 2,000 skills after an edit reads one.
 * A file that is gone takes its entries along, and each has but one for a harness.
 */
const memory = new WeakMap<Uint8Array, Map<Profile, ReadSkill>>();

/** What came of these bytes at this place before, or else what `read` makes of them. */
function rememberedRead(profile: Profile, file: SkillFile, bytes: Uint8Array, read: () => ReadSkill): ReadSkill {
  const byProfile = memory.get(bytes) ?? new Map<Profile, ReadSkill>();
  const known = byProfile.get(profile);
  if (known && isSamePlace(known.file, file)) return known;
  const made = read();
  memory.set(bytes, byProfile.set(profile, made));
  return made;
}

/** Spelled out: asked for every skill on each rescan, where a loop over the keys takes as long as all the rest. */
function isSamePlace(a: SkillFile, b: SkillFile): boolean {
  return (
    a === b ||
    (a.location === b.location &&
      a.root === b.root &&
      a.namespace === b.namespace &&
      a.printedDirectory === b.printedDirectory &&
      a.printedLocation === b.printedLocation &&
      a.target === b.target)
  );
}
