import type { GuardRule, ReadToolNames, ShellTool, WriteToolRules } from "./access.ts";
import type { Activation, SkillTool, SlashActivation, Substitution } from "./activation.ts";
import type { CatalogBudget, CatalogRules, Delivery } from "./catalog.ts";
import type { CommandRule, CommandRules } from "./commands.ts";
import type { Identity, PluginRules, Root, Scan } from "./discovery.ts";
import type { FrontmatterRules } from "./frontmatter.ts";
import type { StateRules } from "./states.ts";
import { fillTemplate } from "./template.ts";
import type { Subject } from "./undocumented.ts";

/**
 * A harness's rules for skills, as data. The vocabulary is closed: a harness that needs a word it lacks adds
 * one union member with its engine case and a test, never a question for a profile's id.
 *
 * Texts are templates as `template.ts` fills them: `{name}` stands for a value, `{#name}…{/name}` for a part
 * that is there only with it.
 */
export interface Profile {
  readonly id: string;
  /** What a person calls the harness. */
  readonly label: string;
  /** Highest precedence first. */
  readonly roots: readonly Root[];
  readonly scan: Scan;
  /** Absent: it knows no plugins. */
  readonly plugins?: PluginRules;
  readonly frontmatter: FrontmatterRules;
  readonly identity: Identity;
  readonly states: StateRules;
  readonly catalog: CatalogRules;
  readonly activation: Activation;
  readonly substitution: Substitution;
  readonly commands: CommandRules;
  readonly guard: readonly GuardRule[];
  /** The tools by which a model looks at files: the texts of a harness name them. */
  readonly readTools: ReadToolNames;
  /** The tools by which a model changes files. */
  readonly writeTools: WriteToolRules;
  /** The tool by which a model runs commands. */
  readonly shellTool: ShellTool;
  /** What it makes of a line that it is given when it is started without a terminal, where that differs. */
  readonly headless?: Headless;
  /** What some models are told otherwise: the first whose names fit counts. */
  readonly models?: readonly ModelRules[];
  /** When the harness looks at the disk again. */
  readonly reload: readonly ReloadTrigger[];
  /** What nobody has written down of it. */
  readonly undocumented?: readonly Subject[];
}

export interface ModelRules {
  /** A regular expression for the whole name that a model is asked for by, without a provider in front. */
  readonly names: string;
  readonly delivery?: Delivery;
  readonly budget?: Pick<CatalogBudget, "window" | "perToken">;
  /** Of the harness's own tool. */
  readonly longer?: SkillTool["longer"];
}

/** What has been made of a profile by a model's rules: who keeps something by profile asks for the same one again. */
const told = new WeakMap<Profile, Map<ModelRules, Profile>>();

/**
 * A harness as it tells a model of this name; a name that no rule fits is told as the profile says. A provider in front,
 * as in `anthropic/claude-opus-5.5`, is no part of the name.
 */
export function forModel(profile: Profile, model: string): Profile {
  const name = model.slice(model.lastIndexOf("/") + 1);
  const rules = profile.models?.find(({ names }) => new RegExp(`^(?:${names})$`).test(name));
  if (!rules) return profile;
  const known = told.get(profile) ?? new Map<ModelRules, Profile>();
  told.set(profile, known);
  const made = known.get(rules) ?? withRules(profile, rules);
  known.set(rules, made);
  return made;
}

function withRules(profile: Profile, { delivery, budget, longer }: ModelRules): Profile {
  const { catalog, activation } = profile;
  const { byModel } = activation;
  return {
    ...profile,
    catalog: {
      ...catalog,
      ...(delivery && { delivery }),
      ...(catalog.budget && { budget: { ...catalog.budget, ...budget } }),
    },
    activation: { ...activation, ...(longer && byModel.kind === "tool" && { byModel: { ...byModel, longer } }) },
  };
}

export interface Headless {
  /** `none`: no line calls a skill. */
  readonly byUser?: Partial<SlashActivation> | "none";
  /** Whether a line that calls nothing goes to the model, whatever it begins with; `commands`: those, too. */
  readonly passes?: "unknown" | "commands";
  /** What it prints in place of a list: `{word}`, the command. Absent: the list. */
  readonly unavailable?: string;
}

function headlessCall(byUser: Activation["byUser"], other: NonNullable<Headless["byUser"]>): Activation["byUser"] {
  if (other === "none") return { kind: "none" };
  return byUser.kind === "slash" ? { ...byUser, ...other } : byUser;
}

function withoutLists(rules: readonly CommandRule[], unavailable: string | undefined): readonly CommandRule[] {
  if (unavailable === undefined) return rules;
  return rules.map((rule) => {
    const output = fillTemplate(unavailable, { word: rule.words[0] ?? "" });
    return rule.does.kind === "list" ? { ...rule, does: { kind: "print", output } } : rule;
  });
}

/** A harness as it is when it is started without a terminal. */
export function headless(profile: Profile): Profile {
  const { activation, commands } = profile;
  const { byUser, passes, unavailable } = profile.headless ?? {};
  const { unknown, ...known } = { ...commands, rules: withoutLists(commands.rules, unavailable) };
  return {
    ...profile,
    commands: { ...known, ...(unknown !== undefined && { unknown }) },
    ...(byUser && { activation: { ...activation, byUser: headlessCall(activation.byUser, byUser) } }),
    ...(passes === "commands" && { commands: { rules: [], others: [] } }),
    ...(passes === "unknown" && unknown !== undefined && { commands: known }),
  };
}

/** Where a rule is written down, and what the program does instead if it differs. */
export interface Evidence<Code extends string = string> {
  readonly claim: string;
  /** Document and section. */
  readonly source: string;
  readonly program?: string;
  /** The rules of an explanation that it is the source of. */
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
  /** A write tool succeeded on a path that ends so. */
  | "skill-write";

/** Whether the harness looks at the disk again when this happens. */
export function reloadsOn({ reload }: Profile, trigger: ReloadTrigger): boolean {
  return reload.includes(trigger);
}
