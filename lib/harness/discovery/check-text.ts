import type { AdvisedText, ContentRule, Ruling, SkillText } from "#lib/harness/rules/content/content-rule.ts";
import { type ContentCode, contentRules } from "#lib/harness/rules/content/content-rules.ts";
import type { FrontmatterRules } from "#lib/harness/vocabulary/frontmatter.ts";
import { ownName } from "#lib/harness/vocabulary/skill.ts";
import { type Fields, fieldText } from "#lib/skills/frontmatter.ts";
import { findHiddenText, type HiddenText } from "#lib/skills/hidden-text.ts";
import { type Frontmatter, readFrontmatter, type YamlReading } from "#lib/skills/read-frontmatter.ts";
import { goFields, goTrim, pythonStrip } from "#lib/skills/text-rules.ts";
import { decodeText, type Files } from "#lib/vfs/files.ts";

/** A SKILL.md, and the rules on its content that it breaks. */
export interface CheckedText extends SkillText, AdvisedText {
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
  const text = new TextUnderRules(rules, files, location, reading);
  let isHidden = false;
  for (const [rule, ruling] of ruledOn(rules)) {
    if (isHidden && !rule.asksForName) continue;
    const breach = rule.find(text, ruling);
    if (!breach) continue;
    text.broken.push({ rule, ruling, detail: "", ...breach });
    if (!rule.hidesFields) continue;
    text.stop();
    isHidden = true;
  }
  return text;
}

type RuledOn = readonly (readonly [BrokenRule["rule"], Ruling])[];

/** Kept by a harness's rulings, as it is asked for with each of thousands of skills. */
const known = new WeakMap<FrontmatterRules["rulings"], RuledOn>();

/** The rules on content that a harness has, in the order of testing, each with its ruling. */
export function ruledOn({ rulings }: FrontmatterRules): RuledOn {
  const before = known.get(rulings);
  if (before) return before;
  const found = contentRules.flatMap((rule) => {
    const ruling = rulings[rule.code];
    return ruling === undefined ? [] : [[rule, ruling] as const];
  });
  known.set(rulings, found);
  return found;
}

/** A file's text, which every harness in a comparison reads: one text for all of them, as each keeps a part of it. It goes with its bytes. */
const texts = new WeakMap<Uint8Array, KnownText>();

/** What of a harness's rules decides on what it reads of a frontmatter. */
type Reader = Pick<FrontmatterRules, "fence" | "dialect" | "ignoresMark">;

/** A text with what is alike in it under several harnesses. */
class KnownText {
  readonly text: string;
  #hidden: HiddenText | null | undefined;
  readonly #frontmatters = new Map<string, Frontmatter>();

  constructor(text: string) {
    this.text = text;
  }

  /** @param reading see `checkText` */
  frontmatter(reader: Reader, reading: YamlReading | undefined): Frontmatter {
    const key = keyOf(reader);
    const known = this.#frontmatters.get(key);
    if (known) return known;
    const { fence, dialect } = reader;
    const frontmatter = readFrontmatter(withoutMark(this.text, reader), fence, dialect, reading);
    this.#frontmatters.set(key, frontmatter);
    return frontmatter;
  }

  hasRead(reader: Reader): boolean {
    return this.#frontmatters.has(keyOf(reader));
  }

  get hidden(): HiddenText | undefined {
    // `??=` would look again through every text that hides nothing.
    if (this.#hidden === undefined) this.#hidden = findHiddenText(this.text) ?? null;
    return this.#hidden ?? undefined;
  }
}

const keys = new WeakMap<Reader, string>();

/** Alike for harnesses that read a frontmatter alike. */
function keyOf(reader: Reader): string {
  const { fence, dialect, ignoresMark } = reader;
  const key = keys.get(reader) ?? JSON.stringify([fence, ignoresMark === true, dialect]);
  keys.set(reader, key);
  return key;
}

/** Whether the frontmatter in these bytes has been read as the harness reads it, for this one or for another. */
export function hasReadFrontmatter(rules: FrontmatterRules, bytes: Uint8Array): boolean {
  return texts.get(bytes)?.hasRead(rules) === true;
}

function textAt(files: Files, location: string): KnownText | undefined {
  const bytes = files.read(location);
  if (!bytes) return undefined;
  const text = texts.get(bytes) ?? new KnownText(decodeText(bytes));
  texts.set(bytes, text);
  return text;
}

const unparsed: Frontmatter = { kind: "problem", problem: "no-frontmatter", detail: "", line: 1 };

/** A class, as 2,000 objects with functions of their own each take several times as long to make. */
class TextUnderRules implements CheckedText {
  readonly folder: string;
  readonly unreadable?: string;
  readonly text: string;
  readonly broken: BrokenRule[] = [];
  readonly #known: KnownText | undefined;
  readonly #rules: FrontmatterRules;
  readonly #reading: YamlReading | undefined;
  #frontmatter: Frontmatter | undefined;
  #fields: Fields | undefined;

  constructor(rules: FrontmatterRules, files: Files, location: string, reading: YamlReading | undefined) {
    const known = textAt(files, location);
    this.folder = ownName(location);
    this.text = known?.text ?? "";
    this.#known = known;
    this.#rules = rules;
    this.#reading = reading;
    if (!known) this.unreadable = whyUnreadable(files, location);
  }

  get hidden(): HiddenText | undefined {
    return this.#known?.hidden;
  }

  get frontmatter(): Frontmatter {
    this.#frontmatter ??= this.#known?.frontmatter(this.#rules, this.#reading) ?? unparsed;
    return this.#frontmatter;
  }

  get fields(): Fields {
    this.#fields ??= fieldsOf(this.frontmatter);
    return this.#fields;
  }

  textOf(field: string): string {
    return textOf(this.fields, field, this.#rules);
  }

  hasRule(code: string): boolean {
    return Object.hasOwn(this.#rules.rulings, code);
  }

  /** Frontmatter that no rule has asked for by now is not parsed any more. */
  stop(): void {
    this.#frontmatter ??= unparsed;
  }
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
    case "javascript":
      return text.trim();
    case "words":
      return goFields(text).join(" ");
    case "blank":
      return text.trim() === "" ? "" : text;
    case "name":
      return field === "name" ? text.trim() : text;
    case "none":
      return text;
  }
}
