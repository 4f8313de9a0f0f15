import { body } from "./body.ts";
import { breaksStandard } from "./breaks-standard.ts";
import { byteOrderMark } from "./byte-order-mark.ts";
import type { Advice, ContentRule, Ruling, SkillText, ValuesOf } from "./content-rule.ts";
import { encoding, notUtf8 } from "./encoding.ts";
import { fieldTypes } from "./field-types.ts";
import { compatibilityLength, folderName } from "./folder-name.ts";
import { frontmatter } from "./frontmatter.ts";
import { frontmatterClosed } from "./frontmatter-closed.ts";
import { frontmatterComplexity } from "./frontmatter-complexity.ts";
import { frontmatterLength } from "./frontmatter-length.ts";
import { hiddenText } from "./hidden-text.ts";
import { lineLength } from "./line-length.ts";
import { longDescription } from "./long-description.ts";
import { mapping } from "./mapping.ts";
import { nameLength } from "./name-length.ts";
import { descriptionLength, namePattern } from "./name-pattern.ts";
import { notEmpty } from "./not-empty.ts";
import { otherName } from "./other-name.ts";
import { readable } from "./readable.ts";
import { description, descriptionText, name, nameText, nameType } from "./required-fields.ts";
import { yaml } from "./yaml.ts";

/** Every content rule, in the order of testing. */
export const contentRules = [
  readable,
  encoding,
  lineLength,
  notEmpty,
  body,
  frontmatter,
  frontmatterClosed,
  frontmatterLength,
  frontmatterComplexity,
  yaml,
  mapping,
  fieldTypes,
  nameLength,
  nameType,
  name,
  description,
  nameText,
  descriptionText,
  namePattern,
  folderName,
  descriptionLength,
  compatibilityLength,
] as const satisfies readonly ContentRule[];

type Rule = (typeof contentRules)[number];
type Optional = Extract<Rule, { readonly isOptional: true }>;

export type ContentCode = Rule["code"];

/** A harness's ruling on each rule; a rule without a ruling is not among the harness's rules. */
export type Rulings = { readonly [Code in Exclude<Rule, Optional>["code"]]: Ruling } & {
  readonly [Each in Optional as Each["code"]]?: RulingOn<Each>;
};

type RulingOn<Each> = Each extends { find(text: SkillText, ruling: infer Needs): unknown }
  ? unknown extends Needs
    ? Ruling
    : Needs
  : never;

/** The values of each rule's finding. */
export type ContentValues = { readonly [Each in Rule as Each["code"]]: ValuesOf<Each> };

/** All advice, in the order in which it is shown. */
export const allAdvice = [
  breaksStandard,
  otherName,
  longDescription,
  notUtf8,
  byteOrderMark,
  hiddenText,
] as const satisfies readonly Advice[];

type AnyAdvice = (typeof allAdvice)[number];

/** The values of each advice's finding. */
export type AdviceValues = { readonly [One in AnyAdvice as One["code"]]: ValuesOf<One> };
