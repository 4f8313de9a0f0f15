import type { AdvisedText, ContentRule, Ruling, SkillText } from "#lib/harness/rules/content/content-rule.ts";
import { type ContentCode, contentRules } from "#lib/harness/rules/content/content-rules.ts";
import type { FrontmatterRules } from "#lib/harness/vocabulary/frontmatter.ts";
import { ownName } from "#lib/harness/vocabulary/skill.ts";
import { memoObject } from "#lib/memo.ts";
import { type Fields, fieldText } from "#lib/skills/frontmatter.ts";
import { findHiddenText, type HiddenText } from "#lib/skills/hidden-text.ts";
import { type Frontmatter, readFrontmatter, type YamlReading } from "#lib/skills/read-frontmatter.ts";
import { goFields, goTrim, pythonStrip } from "#lib/skills/text-rules.ts";
import { utf8Fault } from "#lib/skills/utf8-fault.ts";
import { decodeText, type Files } from "#lib/vfs/files.ts";

/** A SKILL.md, and the content rules that it breaks. */
export interface CheckedText extends SkillText, AdvisedText {
  /** In the order of testing, whether or not they drop the skill. */
  readonly broken: readonly BrokenRule[];
}

export interface BrokenRule {
  readonly rule: ContentRule & { readonly code: ContentCode };
  readonly ruling: Ruling;
  /** 1-based in the file. */
  readonly line: number;
  /** The loader's message; empty if it has none. */
  readonly detail: string;
  readonly values: object;
}

/**
 * Tests a file against all content rules of a harness.
 * @param reading the result of reading its YAML, if it is known
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

/** The content rules that a harness has, in the order of testing, each with its ruling. Thousands of skills each ask for them. */
export const ruledOn = memoObject(
  ({ rulings }: FrontmatterRules): RuledOn =>
    contentRules.flatMap((rule) => {
      const ruling = rulings[rule.code];
      return ruling === undefined ? [] : [[rule, ruling] as const];
    }),
);

/** The text of a file, shared by all harnesses of a comparison, each of which stores a part of it. An entry is freed with the bytes. */
const texts = new WeakMap<Uint8Array, KnownText>();

/** The rules of a harness that decide what it reads in a frontmatter. */
type Reader = Pick<FrontmatterRules, "fence" | "dialect" | "ignoresMark">;

/** A text with the results that several harnesses share. */
class KnownText {
  readonly text: string;
  readonly notUtf8: string | undefined;
  #hidden: HiddenText | null | undefined;
  readonly #frontmatters = new Map<string, Frontmatter>();

  constructor(bytes: Uint8Array) {
    this.text = decodeText(bytes);
    this.notUtf8 = this.text.includes("\ufffd") ? utf8Fault(bytes) : undefined;
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
    // `??=` would search a text without hidden characters again each time.
    if (this.#hidden === undefined) this.#hidden = findHiddenText(this.text) ?? null;
    return this.#hidden ?? undefined;
  }
}

/** Equal for harnesses that read a frontmatter in the same way. */
const keyOf = memoObject(({ fence, dialect, ignoresMark }: Reader) =>
  JSON.stringify([fence, ignoresMark === true, dialect]),
);

/** Whether the frontmatter in these bytes has already been read in this harness's way, for this or another harness. */
export function hasReadFrontmatter(rules: FrontmatterRules, bytes: Uint8Array): boolean {
  return texts.get(bytes)?.hasRead(rules) === true;
}

function textAt(files: Files, location: string): KnownText | undefined {
  const bytes = files.read(location);
  if (!bytes) return undefined;
  const text = texts.get(bytes) ?? new KnownText(bytes);
  texts.set(bytes, text);
  return text;
}

const unparsed: Frontmatter = { kind: "problem", problem: "no-frontmatter", detail: "", line: 1 };

/** A class, because 2,000 objects with functions of their own each take several times as long to create. */
class TextUnderRules implements CheckedText {
  readonly folder: string;
  readonly unreadable?: string;
  readonly notUtf8: string | undefined;
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
    this.notUtf8 = known?.notUtf8;
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

  /** Frontmatter that no rule has asked for by now is never parsed. */
  stop(): void {
    this.#frontmatter ??= unparsed;
  }
}

/** A file's text as the harness reads it: some ignore a byte-order mark. */
export function withoutMark(text: string, { ignoresMark }: Pick<FrontmatterRules, "ignoresMark">): string {
  return ignoresMark && text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** In the wording of Go's `os.ReadFile`. */
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
    case "blank-description":
      return field !== "name" && text.trim() === "" ? "" : text;
    case "name":
      return field === "name" ? text.trim() : text;
    case "none":
      return text;
  }
}
