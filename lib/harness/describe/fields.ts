import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { maxCompatibilityLength, maxDescriptionLength, maxNameLength } from "#lib/skills/standard.ts";

/** Where a field is written down. */
export interface FieldDocument {
  readonly title: string;
  /** Absent where it is published nowhere. */
  readonly address?: string;
}

/** A field of a SKILL.md's frontmatter, in one object: what its documents say. Who reads it, profiles say. */
export interface FrontmatterField {
  readonly key: string;
  /** What it is for: a sentence. */
  readonly about: string;
  /** What the open standard asks of it: a sentence. */
  readonly standard?: string;
  /** What may stand there in a harness that reads it; absent where that can be anything. */
  readonly values?: (profile: Profile) => readonly string[];
  /** Whether several values may stand there. */
  readonly isList?: true;
  readonly documents: readonly FieldDocument[];
}

const standard: FieldDocument = {
  title: "Agent Skills specification",
  address: "https://agentskills.io/specification",
};
const claudeCode: FieldDocument = {
  title: "Claude Code documentation, “Frontmatter reference”",
  address: "https://code.claude.com/docs/en/skills",
};
const genCode: FieldDocument = { title: "GenCode documentation, skill system, “SKILL.md Format”" };

const yesOrNo = () => ["true", "false"];

function toolsOf({ readTools, writeTools }: Profile): readonly string[] {
  return [...Object.values(readTools), ...writeTools.tools.map(({ name }) => name)];
}

function stateWords({ states }: Profile): readonly string[] {
  return states.kind === "levels" ? Object.values(states.words) : [];
}

/** In the order in which they are best written. */
export const frontmatterFields: readonly FrontmatterField[] = [
  {
    key: "name",
    about: "What the skill is called.",
    standard: `Up to ${maxNameLength} lowercase letters, digits and single hyphens, same as the folder's name.`,
    documents: [standard],
  },
  {
    key: "description",
    about: "What the skill does and when to use it. A model chooses by this alone.",
    standard: `Up to ${maxDescriptionLength} characters.`,
    documents: [standard],
  },
  {
    key: "when_to_use",
    about: "More on when to use it, told to the model after the description.",
    documents: [claudeCode],
  },
  {
    key: "license",
    about: "The licence's name, or the file beside it that has its text.",
    documents: [standard],
  },
  {
    key: "compatibility",
    about: "What it needs: a product, packages, access to the network.",
    standard: `Up to ${maxCompatibilityLength} characters.`,
    documents: [standard],
  },
  {
    key: "metadata",
    about: "Keys and values of your own, such as author or version.",
    standard: "A map of texts.",
    documents: [standard],
  },
  {
    key: "allowed-tools",
    about: "Tools that it may use without asking.",
    standard: "Tools separated by spaces; experimental.",
    values: toolsOf,
    isList: true,
    documents: [standard, claudeCode, genCode],
  },
  {
    key: "disallowed-tools",
    about: "Tools that are taken away while it is used.",
    values: toolsOf,
    isList: true,
    documents: [claudeCode],
  },
  {
    key: "argument-hint",
    about: "What is shown after its command, such as [issue number].",
    documents: [claudeCode, genCode],
  },
  {
    key: "arguments",
    about: "Names for its arguments, which its text has as $name.",
    documents: [claudeCode],
  },
  {
    key: "disable-model-invocation",
    about: "true keeps it from the model: only a person can call it.",
    values: yesOrNo,
    documents: [claudeCode],
  },
  {
    key: "user-invocable",
    about: "false keeps it from the person: only the model can call it.",
    values: yesOrNo,
    documents: [claudeCode],
  },
  {
    key: "paths",
    about: "Globs of files, from the working folder: the model is told of it once one of them is read or changed.",
    isList: true,
    documents: [claudeCode],
  },
  {
    key: "namespace",
    about: "Put before its name, with a colon.",
    documents: [genCode],
  },
  {
    key: "state",
    about: "Its state where no settings file has one.",
    values: stateWords,
    documents: [genCode],
  },
  {
    key: "model",
    about: "The model that answers while it is used.",
    documents: [claudeCode],
  },
  {
    key: "effort",
    about: "How much the model thinks while it is used.",
    documents: [claudeCode],
  },
  {
    key: "context",
    about: "fork runs it in a conversation of its own.",
    values: () => ["fork"],
    documents: [claudeCode],
  },
  {
    key: "agent",
    about: "Which agent runs it, with context: fork.",
    documents: [claudeCode],
  },
  {
    key: "hooks",
    about: "What the harness runs by itself while it is used.",
    documents: [claudeCode],
  },
  {
    key: "shell",
    about: "The shell that runs the commands in its text.",
    documents: [claudeCode],
  },
];
