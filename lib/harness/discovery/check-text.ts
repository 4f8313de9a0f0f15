import type { ContentRule, Ruling, SkillText } from "#lib/harness/rules/content/content-rule.ts";
import { type ContentCode, contentRules } from "#lib/harness/rules/content/content-rules.ts";
import type { FrontmatterRules } from "#lib/harness/vocabulary/frontmatter.ts";
import { ownName } from "#lib/harness/vocabulary/skill.ts";
import { type Fields, fieldText } from "#lib/skills/fields.ts";
import { goFields, goTrim } from "#lib/skills/go-text.ts";
import { pythonStrip } from "#lib/skills/python-text.ts";
import { type Frontmatter, readFrontmatter, type YamlReading } from "#lib/skills/read-frontmatter.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** A SKILL.md, and the rules on its content that it breaks. */
export interface CheckedText extends SkillText {
  /** In the order of testing, both those that drop the skill and those that do not. */
  readonly broken: readonly BrokenRule[];
}

export interface BrokenRule {
  readonly rule: ContentRule & { readonly code: ContentCode };
  readonly ruling: Ruling;
  /** 1-based in the file. */
  readonly line: number;
  /** The loader's words; empty where it has none. */
  readonly detail: string;
  readonly values: object;
}

/**
 * Holds a file against every rule of a harness on its content.
 * @param reading what its YAML has been read as, where that is known
 */
export function checkText(rules: FrontmatterRules, files: Files, location: string, reading?: YamlReading): CheckedText {
  const { text, stop } = readSkillText(rules, files, location, reading);
  const broken: BrokenRule[] = [];
  for (const [rule, ruling] of ruledOn(rules)) {
    const breach = rule.find(text, ruling);
    if (!breach) continue;
    broken.push({ rule, ruling, detail: "", ...breach });
    if (!rule.hidesFields) continue;
    stop();
    break;
  }
  return Object.assign(text, { broken });
}

/** The rules on content that a harness has, in the order of testing, each with its ruling. */
export function ruledOn({ rulings }: FrontmatterRules): readonly (readonly [BrokenRule["rule"], Ruling])[] {
  return contentRules.flatMap((rule) => {
    const ruling = rulings[rule.code];
    return ruling === undefined ? [] : [[rule, ruling] as const];
  });
}

const unparsed: Frontmatter = { kind: "problem", problem: "no-frontmatter", detail: "", line: 1 };

/** The text, and `stop`: after it, frontmatter that no rule has asked for is never parsed. */
function readSkillText(rules: FrontmatterRules, files: Files, location: string, reading: YamlReading | undefined) {
  const text = readText(files, location);
  const { fence, dialect } = rules;
  let parsed: Frontmatter | undefined;
  const frontmatter = () => {
    parsed ??= text === undefined ? unparsed : readFrontmatter(withoutMark(text, rules), fence, dialect, reading);
    return parsed;
  };
  const fields = () => fieldsOf(frontmatter());
  const skillText: SkillText = {
    folder: ownName(location),
    ...(text === undefined && { unreadable: whyUnreadable(files, location) }),
    text: text ?? "",
    get frontmatter() {
      return frontmatter();
    },
    get fields() {
      return fields();
    },
    textOf: (field) => textOf(fields(), field, rules),
    hasRule: (code) => Object.hasOwn(rules.rulings, code),
  };
  const stop = () => {
    parsed ??= unparsed;
  };
  return { text: skillText, stop };
}

/** A file's text as the harness takes it, which may ignore a byte-order mark. */
export function withoutMark(text: string, { ignoresMark }: Pick<FrontmatterRules, "ignoresMark">): string {
  return ignoresMark && text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** In the words of Go's `os.ReadFile`. */
function whyUnreadable(files: Files, path: string): string {
  const isFolder = files.stat(path)?.kind === "folder";
  return isFolder ? `read ${path}: is a directory` : `open ${path}: no such file or directory`;
}

function fieldsOf(frontmatter: Frontmatter): Fields {
  return frontmatter.kind === "read" ? frontmatter.fields : new Map();
}

function textOf(fields: Fields, field: string, { trim }: FrontmatterRules): string {
  const text = fieldText(fields, field) ?? "";
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
