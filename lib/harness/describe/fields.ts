import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { maxCompatibilityLength, maxDescriptionLength, maxNameLength } from "#lib/skills/standard.ts";

/** A field of a SKILL.md's frontmatter and its purpose. Profiles say who reads it and where that is written down. */
export interface FrontmatterField {
  readonly key: string;
  /** Its purpose, in a sentence. */
  readonly about: string;
  /** What the open standard requires of it, in a sentence. */
  readonly standard?: string;
  /** The allowed values in a harness that reads the field; absent if any value is allowed. */
  readonly values?: (profile: Profile) => readonly string[];
  /** Whether the field takes several values. */
  readonly isList?: true;
}

const yesOrNo = () => ["true", "false"];

function toolsOf({ readTools, writeTools, shellTool }: Profile): readonly string[] {
  return [...Object.values(readTools), ...writeTools.tools.map(({ name }) => name), shellTool.name];
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
  },
  {
    key: "description",
    about: "What the skill does and when to use it. A model chooses by this alone.",
    standard: `Up to ${maxDescriptionLength} characters.`,
  },
  {
    key: "when_to_use",
    about: "More on when to use it, told to the model after the description.",
  },
  {
    key: "license",
    about: "The licence's name, or the file beside it that has its text.",
  },
  {
    key: "compatibility",
    about: "What it needs: a product, packages, access to the network.",
    standard: `Up to ${maxCompatibilityLength} characters.`,
  },
  {
    key: "metadata",
    about: "Keys and values of your own, such as author or version.",
    standard: "A map of text values.",
  },
  {
    key: "allowed-tools",
    about: "Tools that it may use without asking.",
    standard: "Tools separated by spaces; experimental.",
    values: toolsOf,
    isList: true,
  },
  {
    key: "disallowed-tools",
    about: "Tools that are blocked while it is used.",
    values: toolsOf,
    isList: true,
  },
  {
    key: "argument-hint",
    about: "What is shown after its command, such as [issue number].",
  },
  {
    key: "arguments",
    about: "Names for its arguments, used in its text as $name.",
  },
  {
    key: "disable-model-invocation",
    about: "true hides it from the model: only people can call it.",
    values: yesOrNo,
  },
  {
    key: "disabled",
    about: "true switches it off.",
    values: yesOrNo,
  },
  {
    key: "enabled",
    about: "false switches it off.",
    values: yesOrNo,
  },
  {
    key: "user-invocable",
    about: "false hides it from people: only the model can call it.",
    values: yesOrNo,
  },
  {
    key: "paths",
    about: "Globs of files, from the working folder: the model is told of it once one of them is read or changed.",
    isList: true,
  },
  {
    key: "namespace",
    about: "Put before its name, with a colon.",
  },
  {
    key: "state",
    about: "Its state where no settings file has one.",
    values: stateWords,
  },
  {
    key: "model",
    about: "The model that answers while it is used.",
  },
  {
    key: "effort",
    about: "How much the model thinks while it is used.",
    values: () => ["low", "medium", "high", "xhigh", "max"],
  },
  {
    key: "modeSlugs",
    about: "Modes of the harness in which it is offered; none means all.",
    isList: true,
  },
  {
    key: "mode",
    about: "The one mode in which it is offered, where modeSlugs says nothing.",
  },
  {
    key: "type",
    about: "flow makes a run of its own of the diagram in it.",
    values: () => ["flow"],
  },
  {
    key: "context",
    about: "fork runs it in a conversation of its own.",
    values: () => ["fork"],
  },
  {
    key: "agent",
    about: "Which agent runs it, with context: fork.",
  },
  {
    key: "hooks",
    about: "What the harness runs by itself while it is used.",
  },
  {
    key: "shell",
    about: "The shell that runs the commands in its text.",
  },
];
