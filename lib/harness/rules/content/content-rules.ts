import type { ContentRule, Ruling, SkillText, ValuesOf } from "./content-rule.ts";
import { description, descriptionText } from "./description.ts";
import { frontmatter } from "./frontmatter.ts";
import { frontmatterClosed } from "./frontmatter-closed.ts";
import { frontmatterLength } from "./frontmatter-length.ts";
import { lineLength } from "./line-length.ts";
import { mapping } from "./mapping.ts";
import { name, nameText } from "./name.ts";
import { nameLength } from "./name-length.ts";
import { notEmpty } from "./not-empty.ts";
import { readable } from "./readable.ts";
import { yaml } from "./yaml.ts";

/** Every rule on what stands in a SKILL.md, in the order of testing. */
export const contentRules = [
  readable,
  lineLength,
  notEmpty,
  frontmatter,
  frontmatterClosed,
  frontmatterLength,
  yaml,
  mapping,
  nameLength,
  name,
  description,
  nameText,
  descriptionText,
] as const satisfies readonly ContentRule[];

type Rule = (typeof contentRules)[number];
type Optional = Extract<Rule, { readonly isOptional: true }>;

export type ContentCode = Rule["code"];

/** What a harness does about each rule; one that it has no ruling on is none of its rules. */
export type Rulings = { readonly [Code in Exclude<Rule, Optional>["code"]]: Ruling } & {
  readonly [Each in Optional as Each["code"]]?: RulingOn<Each>;
};

type RulingOn<Each> = Each extends { find(text: SkillText, ruling: infer Needs): unknown }
  ? unknown extends Needs
    ? Ruling
    : Needs
  : never;

/** What the finding of each rule is told with. */
export type ContentValues = { readonly [Each in Rule as Each["code"]]: ValuesOf<Each> };
