import type { Advice, RequiredField } from "#lib/harness/rules/content/content-rule.ts";
import { allAdvice } from "#lib/harness/rules/content/content-rules.ts";
import type { Identity, Root } from "#lib/harness/vocabulary/discovery.ts";
import { type FrontmatterRules, keysOf } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Candidate, isSingleFile, ownName, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { isPlainName } from "#lib/skills/plain-line.ts";
import { type YamlReading, yamlOf } from "#lib/skills/read-frontmatter.ts";
import { maxFrontmatterLength } from "#lib/skills/split-frontmatter.ts";
import { isLonger } from "#lib/skills/text-rules.ts";
import { type FileCell, type Files, isSkillName } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { type BrokenRule, type CheckedText, checkText, hasReadFrontmatter, withoutMark } from "./check-text.ts";
import { cleaned } from "./clean-name.ts";
import { firstLine, folderParts, keptParts } from "./kept-parts.ts";
import { flagsOf, labelOf } from "./labels.ts";

/** A SKILL.md that was found and will be read. */
export interface SkillFile {
  readonly location: string;
  /** Label of its root; empty outside of every root. */
  readonly root: string;
  /** The plugin that it belongs to. */
  readonly namespace?: string;
  readonly pluginFolder?: string;
  /** The folder below the working folder whose root contains it. */
  readonly below?: string;
  /** The catalog's name for the place of its root. */
  readonly level?: string;
  /** A plugin lists the skill's own folder instead of one that contains it: the frontmatter names the skill. */
  readonly isListed?: true;
  /** The model is told of it only if its frontmatter describes it. */
  readonly tellsDescribed?: Root["tellsDescribed"];
  /** The name from its path below the root, if the path names it (`Root.namedBy`). */
  readonly pathName?: string;
  /** Its folder and its file as the harness prints them, if that differs from their paths. */
  readonly printedDirectory?: string;
  readonly printedLocation?: string;
  /** The file that links lead to, if the harness asks for it. */
  readonly target?: string;
  /** The cell to read it from, if it is known: a rescan then has to resolve no path. */
  readonly cell?: FileCell;
}

/** What a harness makes of one SKILL.md by itself. */
export interface ReadSkill {
  readonly file: SkillFile;
  /** Loaded or rejected. */
  readonly candidate: Candidate;
  /** The harness's messages for rejecting or mending it. */
  readonly reasons: readonly string[];
  /** The messages as lines that the harness prints. */
  readonly warnings: readonly string[];
}

/** The YAML that has to be parsed to read this file; `undefined` if nothing has to be parsed. */
export function yamlAhead(profile: Profile, files: Files, file: SkillFile): string | undefined {
  const bytes = bytesOf(files, file);
  if (!bytes || knownRead(profile, file, bytes) || hasReadFrontmatter(profile.frontmatter, bytes)) return undefined;
  const beginning = decoder.decode(bytes.subarray(0, aheadBytes));
  return yamlOf(withoutMark(beginning, profile.frontmatter), profile.frontmatter.fence);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes in which the end of the frontmatter is searched: a longer one would not be parsed. */
const aheadBytes = 4 * maxFrontmatterLength;

/**
 * Reads and judges one SKILL.md, or returns the earlier result for the same bytes at the same place. Never throws.
 * @param reading the result of reading its YAML (see `yamlAhead`), if it is known
 */
export function readSkill(profile: Profile, files: Files, file: SkillFile, reading?: YamlReading): ReadSkill {
  const bytes = bytesOf(files, file);
  const readNow = () => toReadSkill(profile, file, readText(profile, files, file, reading));
  const read = bytes ? rememberedRead(profile, file, bytes, readNow) : readNow();
  const { candidate } = read;
  const { skill } = candidate;
  const around = skill && folderParts(profile.frontmatter, files, skill.directory);
  return skill && around ? { ...read, candidate: { ...candidate, skill: { ...skill, ...around } } } : read;
}

function bytesOf(files: Files, { cell, location }: SkillFile): Uint8Array | undefined {
  return cell?.bytes ?? files.read(location);
}

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

function readText(profile: Profile, files: Files, file: SkillFile, reading: YamlReading | undefined): ReadText {
  const rules = profile.frontmatter;
  const checked = checkText(rules, files, file.location, reading);
  const { broken } = checked;
  const fatal = broken.find(({ ruling }) => ruling.verdict === "reject");
  if (fatal) {
    const notices = [noticeFor(rules, file, fatal), ...adviceNotices(file.location, checked, advice.text)];
    return { reasons: reasonsFor(file, fatal), notices };
  }
  const skill = toSkill(profile, file, checked);
  const refused = nameNotPlain(profile, file, skill) ?? tooLongWithPlugin(profile, file, skill);
  if (refused)
    return { ...refused, notices: [...refused.notices, ...adviceNotices(file.location, checked, advice.text)] };
  return {
    skill,
    reasons: [...broken.flatMap((each) => reasonsFor(file, each)), ...differingName(profile, file, checked)],
    notices: [
      ...broken.map((each) => noticeFor(rules, file, each)),
      ...adviceNotices(file.location, checked, advice[rules.validator === "standard" ? "standard" : "common"]),
    ],
  };
}

function toSkill({ frontmatter: rules, identity }: Profile, file: SkillFile, text: CheckedText): Skill {
  const { location, root, printedDirectory, printedLocation } = file;
  const isSingle = isSingleIn(file);
  const folder = folderName(identity, file, isSingle);
  const fallback = {
    folder: () => (rules.trim === "words" ? inWords(folder) : rules.trim === "javascript" ? folder.trim() : folder),
    empty: () => "",
    "first-line": () => firstLine(rules, file, text.text),
  };
  const fieldOr = (field: RequiredField) => {
    const blank = text.fields.has(field) ? rules.rulings[`${field}-text`] : undefined;
    const ruling = blank ?? rules.rulings[field];
    return text.textOf(field) || (ruling.verdict === "reject" ? "" : fallback[ruling.fallback]());
  };
  const namespace = namespaceOf(identity.name, file, text);
  const name = nameFrom(identity, file, () => fieldOr("name"), folder);
  const called = { name: namespace ? `${namespace}:${name}` : name, ...(namespace && { namespace }) };
  // A command waits for no files, and neither does a skill of a plugin.
  const hasPaths = !isSingle && !namespace && file.pathName === undefined;
  return {
    ...called,
    ...labelOf(identity, file, text, called),
    description: fieldOr("description"),
    location,
    directory: dirname(location),
    root,
    ...(isSingle && { singleFile: true as const }),
    ...(file.level !== undefined && { level: file.level }),
    ...(printedDirectory !== undefined && { printedDirectory }),
    ...(printedLocation !== undefined && { printedLocation }),
    ...(namespace && { pluginFolder: file.pluginFolder ?? "" }),
    ...(file.below !== undefined && { below: { folder: file.below } }),
    ...flagsOf(file, text),
    ...keptParts(hasPaths ? rules.keeps : rules.keeps.filter((part) => !keysOf[part].includes("paths")), text),
  };
}

/** The name by the rules of the harness: the path's as it is, any other with what names may not have replaced. */
function nameFrom(identity: Identity, file: SkillFile, given: () => string, folder: string): string {
  const isByFolder = identity.name === "folder" && !file.isListed;
  if (isByFolder && file.pathName !== undefined) return file.pathName;
  return cleaned(identity, isByFolder ? folder : given(), file.namespace);
}

function folderName({ filesAreFolders, nameless = "" }: Identity, file: SkillFile, isSingle: boolean): string {
  return (isSingle && filesAreFolders ? basename(dirname(file.location)) : folderOf(file)) || nameless;
}

/** A text with one blank in place of each run of white space, as Rust knows it. */
function inWords(text: string): string {
  return text.replace(/[^\S\ufeff]+/g, " ").trim();
}

/**
 * Whether a file is a skill by itself. Where files are named by their paths, every file is except a SKILL.md outside a
 * plugin.
 */
function isSingleIn({ location, root, pathName, namespace }: SkillFile): boolean {
  if (pathName === undefined) return root !== "" && isSingleFile(location);
  return namespace !== undefined || !isSkillName(location);
}

function nameNotPlain({ identity }: Profile, { location: path }: SkillFile, skill: Skill): ReadText | undefined {
  const names = [skill.name, skill.label?.name ?? ""];
  const { plainNames, reservedPrefix } = identity;
  const isReserved = names.some((each) => reservedPrefix && `${each.toLowerCase()}:`.startsWith(`${reservedPrefix}:`));
  const isPlain = isPlainName(skill.name) && !/(?:^|:) | (?::|$)|^:|:$/.test(skill.name);
  if (!plainNames || (isPlain && !isReserved)) return undefined;
  return { reasons: [], notices: [notPlain(path, skill.name)] };
}

/** The finding about a name that the harness does not take. */
export function notPlain(path: string, name: string): Notice {
  return { code: "plain-name", severity: "error", path, line: 1, data: { name } };
}

function tooLongWithPlugin({ identity, frontmatter }: Profile, file: SkillFile, skill: Skill): ReadText | undefined {
  const { limit, reason } = identity.longestWithPlugin ?? {};
  if (limit === undefined || reason === undefined || !skill.namespace || !isLonger(skill.name, limit)) return undefined;
  const path = file.location;
  const harnessMessage = warningLine(frontmatter, file, reason);
  const data = { limit, name: skill.name };
  const code = "name-with-plugin-length";
  return { reasons: [reason], notices: [{ code, severity: "error", path, line: 1, harnessMessage, data }] };
}

function namespaceOf(rule: Identity["name"], { namespace }: SkillFile, { fields }: CheckedText): string | undefined {
  return (rule === "namespaced" && fieldText(fields, "namespace")) || namespace;
}

function differingName({ identity }: Profile, file: SkillFile, text: CheckedText): readonly string[] {
  const name = text.textOf("name");
  const folder = folderOf(file);
  if (identity.differingName === undefined || name === "" || name === folder) return [];
  return [fillTemplate(identity.differingName, { name, folder })];
}

function reasonsFor(file: SkillFile, { ruling: { reason }, detail }: BrokenRule): readonly string[] {
  return reason === undefined ? [] : [fillTemplate(reason, { detail, folder: folderOf(file) })];
}

function noticeFor(rules: FrontmatterRules, file: SkillFile, broken: BrokenRule): Notice {
  const { rule, ruling, line, values } = broken;
  const [reason] = reasonsFor(file, broken);
  return {
    code: rule.code,
    severity: ruling.verdict === "reject" ? "error" : "warning",
    path: file.location,
    ...(reason !== undefined && { harnessMessage: warningLine(rules, file, reason) }),
    line,
    data: values,
  } as Notice;
}

/** Grouped once, because it applies to each of thousands of skills. By what it is about; `text` for a file that does not load. */
const advice = {
  text: adviceAbout("text"),
  standard: adviceAbout("standard", "text"),
  common: adviceAbout("common", "text"),
};

function adviceAbout(...about: readonly Advice["about"][]): readonly Advice[] {
  return allAdvice.filter((each) => about.includes(each.about));
}

/** Advice on a file that its harness has no message for. */
function adviceNotices(path: string, text: CheckedText, given: readonly Advice[]): readonly Notice[] {
  const notices: Notice[] = [];
  for (const { code, severity, find } of given) {
    for (const { line, says, values: data } of find(text)) {
      const harnessMessage = says === undefined ? {} : { harnessMessage: says };
      notices.push({ code, severity, path, line, ...harnessMessage, data } as Notice);
    }
  }
  return notices;
}

function warningLine({ warning }: FrontmatterRules, file: SkillFile, reason: string): string {
  return fillTemplate(warning, { folder: folderOf(file), path: file.printedLocation ?? file.location, reason });
}

function folderOf({ location }: SkillFile): string {
  return ownName(location);
}

/**
 * Earlier results by the file's byte array, which never changes (see `Files.read`): a rescan of 2,000 skills after an edit reads one file.
 * An entry is freed with the bytes, and has one result for each harness.
 */
const memory = new WeakMap<Uint8Array, Map<Profile, ReadSkill>>();

/** The earlier result for these bytes at this place, or else that of `read`. */
function rememberedRead(profile: Profile, file: SkillFile, bytes: Uint8Array, read: () => ReadSkill): ReadSkill {
  const known = knownRead(profile, file, bytes);
  if (known) return known;
  const made = read();
  memory.set(bytes, (memory.get(bytes) ?? new Map<Profile, ReadSkill>()).set(profile, made));
  return made;
}

function knownRead(profile: Profile, file: SkillFile, bytes: Uint8Array): ReadSkill | undefined {
  const known = memory.get(bytes)?.get(profile);
  return known && isFoundAlike(known.file, file) ? known : undefined;
}

/** The file as which a harness last read these bytes. */
export function lastReadAs(profile: Profile, bytes: Uint8Array): SkillFile | undefined {
  return memory.get(bytes)?.get(profile)?.file;
}

/** Key by key: this runs for every skill on each rescan, and a loop over the keys took as long as everything else. */
function isFoundAlike(a: SkillFile, b: SkillFile): boolean {
  return (
    a === b ||
    (a.location === b.location &&
      a.root === b.root &&
      a.namespace === b.namespace &&
      a.below === b.below &&
      a.isListed === b.isListed &&
      a.tellsDescribed === b.tellsDescribed &&
      a.pathName === b.pathName &&
      a.printedDirectory === b.printedDirectory &&
      a.printedLocation === b.printedLocation &&
      a.target === b.target)
  );
}
