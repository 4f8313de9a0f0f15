import { memoObject } from "#lib/memo.ts";
import type { GuardRule, ReadToolNames, ShellTool, WriteToolRules } from "./access.ts";
import type { Activation, SkillTool, Substitution } from "./activation.ts";
import { type CatalogBudget, type CatalogRules, type Delivery, defaultWindow } from "./catalog.ts";
import type { CommandRules } from "./commands.ts";
import type { AddedRoots, Identity, PluginRules, Root, Scan } from "./discovery.ts";
import type { FrontmatterRules } from "./frontmatter.ts";
import type { ScopedPath } from "./places.ts";
import type { Startup } from "./settings.ts";
import type { StateRules } from "./states.ts";
import type { Subject } from "./undocumented.ts";

/**
 * A harness's rules for skills, as data. The vocabulary is closed: a harness that needs a new concept gets one union member, with its case
 * in the engine and a test, and never a comparison with a profile's id.
 *
 * Texts are templates as `template.ts` fills them: `{name}` stands for a value, and `{#name}…{/name}` is a part that is present only if the
 * value is.
 */
export interface Profile {
  readonly id: string;
  /** The harness's name, for people. */
  readonly label: string;
  /** Highest precedence first. */
  readonly roots: readonly Root[];
  readonly addedRoots?: AddedRoots;
  readonly scan: Scan;
  /** A JSON file with a list of roots under a key, as absolute paths or with `~/` for the home folder: these are not searched. */
  readonly ignoredRoots?: ScopedPath & { readonly key: string };
  /** A regular expression for names of folders: a root in or below one of them is not searched. */
  readonly avoids?: string;
  /** Absent: the harness knows no plugins. */
  readonly plugins?: PluginRules;
  readonly frontmatter: FrontmatterRules;
  readonly identity: Identity;
  readonly states: StateRules;
  /** Absent: whatever its settings say, it starts. */
  readonly startup?: Startup;
  readonly catalog: CatalogRules;
  readonly activation: Activation;
  readonly substitution: Substitution;
  readonly commands: CommandRules;
  readonly guard: readonly GuardRule[];
  /** The tools by which a model looks at files; the harness's texts mention them by name. */
  readonly readTools: ReadToolNames;
  /** The tools by which a model changes files. */
  readonly writeTools: WriteToolRules;
  /** The tool by which a model runs commands. */
  readonly shellTool: ShellTool;
  /** Different rules for some models; the first entry whose `names` matches counts. */
  readonly models?: readonly ModelRules[];
  /** The model that the harness asks for where nobody has chosen one. Absent: no rule depends on its name. */
  readonly usualModel?: string;
  /** When the harness reads the disk again. */
  readonly reload: readonly ReloadTrigger[];
  /** Subjects that are documented nowhere. */
  readonly undocumented?: readonly Subject[];
}

export interface ModelRules {
  /** A regular expression for the whole model name, without a provider in front. */
  readonly names: string;
  /** Before the rows of the catalog. */
  readonly head?: string;
  readonly delivery?: Delivery;
  readonly budget?: Pick<CatalogBudget, "window" | "perToken">;
  /** For the harness's own tool. */
  readonly longer?: SkillTool["longer"];
}

/**
 * The harness's profile for a model of this name, or for the one it asks for where nobody has chosen; a name without special rules gets the
 * profile as it is written down. A provider in front, as in `anthropic/claude-opus-5.5`, is not part of the name.
 * @param profile as it is written down, or for another model
 */
export function forModel(profile: Profile, model: string | undefined = profile.usualModel): Profile {
  const written = writtenAs.get(profile) ?? profile;
  const rules = model === undefined ? undefined : rulesFor(written, model);
  return rules ? toldBy(written)(rules) : written;
}

/** The special rules for a model of this name. */
export function rulesFor({ models }: Pick<Profile, "models">, model: string): ModelRules | undefined {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return models?.find(({ names }) => new RegExp(`^(?:${names})$`).test(name));
}

/** The context window, in tokens, of the model that the harness runs with: as is known of it, else as the harness takes it to be. */
export function windowFor({ catalog }: Pick<Profile, "catalog">, known: number | undefined): number {
  return known ?? catalog.budget?.window ?? defaultWindow;
}

/** Profiles derived for models, kept so that data stored by profile is found again under the same object. */
const toldBy = memoObject((profile: Profile) =>
  memoObject((rules: ModelRules) => {
    const told = withRules(profile, rules);
    writtenAs.set(told, profile);
    return told;
  }),
);

/** The profile from which one for a model was derived. */
const writtenAs = new WeakMap<Profile, Profile>();

function withRules(profile: Profile, { head, delivery, budget, longer }: ModelRules): Profile {
  const { catalog, activation } = profile;
  const { byModel } = activation;
  return {
    ...profile,
    catalog: {
      ...catalog,
      ...(head !== undefined && { head }),
      ...(delivery && { delivery }),
      ...(catalog.budget && { budget: { ...catalog.budget, ...budget } }),
    },
    activation: { ...activation, ...(longer && byModel.kind === "tool" && { byModel: { ...byModel, longer } }) },
  };
}

/** Where a rule is written down, and what the program does instead if it differs. */
export interface Evidence<Code extends string = string> {
  readonly claim: string;
  /** Document and section. */
  readonly source: string;
  readonly program?: string;
  /** Codes of the rules that it documents, as in explanations. */
  readonly rules?: readonly Code[];
}

/** Whether a piece of evidence is about a rule. */
export function isAbout(rule: string): (evidence: Evidence) => boolean {
  return ({ rules }) => rules?.includes(rule) ?? false;
}

export type ReloadTrigger =
  | "start"
  /** The harness's own reload command. */
  | "command"
  /** Before each message of a person. */
  | "message"
  | "new-chat"
  /** A write tool succeeded on a path with this suffix. */
  | "skill-write";

/** Whether this event makes the harness read the disk again. */
export function reloadsOn({ reload }: Profile, trigger: ReloadTrigger): boolean {
  return reload.includes(trigger);
}
