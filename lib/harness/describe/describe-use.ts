import { nameWord, restWord } from "#lib/harness/invocation/run-command.ts";
import { firstNumber } from "#lib/harness/invocation/substitution.ts";
import type { GuardArea, GuardRule } from "#lib/harness/vocabulary/access.ts";
import type { SkillPart, SkillTool, Substitution } from "#lib/harness/vocabulary/activation.ts";
import type { Delivery } from "#lib/harness/vocabulary/catalog.ts";
import type { CommandRule } from "#lib/harness/vocabulary/commands.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isUndocumented, notDocumented } from "#lib/harness/vocabulary/undocumented.ts";

/** Where in the request the catalog is, and which skills are in it. */
export function describeCatalog({ catalog, activation, states }: Profile): readonly string[] {
  const { byModel } = activation;
  const isBefore = catalog.delivery.channel === "reminder" && catalog.delivery.stands === "before";
  const places: Readonly<Record<Delivery["channel"], string>> = {
    system: "A list at the end of the system prompt, with every request.",
    developer: "A list in a developer message after the system prompt, with every request.",
    tool: `A list in the description of the tool ${byModel.kind === "tool" ? `\`${byModel.name}\`` : ""}, with every request.`,
    reminder: `A list ${isBefore ? "before" : "after"} the first message of a conversation, and again after it changed.`,
  };
  const word = states.kind === "levels" ? states.words.active : "on";
  return [
    places[catalog.delivery.channel],
    catalog.lists === "active" ? `Only skills that are \`${word}\`.` : "Every skill that is on.",
    catalog.empty === "" ? "Nothing if there are none." : "If there are none, the text says so.",
    ...(catalog.budget?.windowIn
      ? [
          `Its room is a share of the window, \`${catalog.budget.windowIn.key}\` in \`${placeLabel(catalog.budget.windowIn)}\` before the model's.`,
        ]
      : []),
  ];
}

/** How the model gets a skill's instructions. */
export function describeModel({ activation: { byModel } }: Profile): readonly string[] {
  switch (byModel.kind) {
    case "read-file":
      return ["It reads the file at the path that the list gives."];
    case "none":
      return ["It has them: they are in the list."];
    case "tool":
      return describeTool(byModel);
  }
}

function describeTool({ name, parameters, lookup, content, checks, longest }: SkillTool): readonly string[] {
  const inputs = [parameters.skill, parameters.arguments].filter((input) => input !== undefined);
  return [
    `It calls \`${name}(${inputs.join(", ")})\`.`,
    lookups[lookup],
    content === "fresh-body" ? "The file is read again." : "The text is the one loaded before.",
    ...(checks.some(({ stops }) => stops === "already-active") ? ["Each skill once in a conversation."] : []),
    ...(longest ? ["Of a long answer a part is left out, which the answer says."] : []),
  ];
}

const lookups: Readonly<Record<SkillTool["lookup"], string>> = {
  exact: "The name must be exact.",
  "exact-or-partial": "The name is exact, or its last part in any case.",
  "exact-or-label": "The name is exact, or its label, or its last part.",
  "any-case": "The whole name, in any case of letters.",
  "any-case-or-partial": "The name in any case of letters, or what comes after its colon.",
};

const sends: Readonly<Record<SkillPart, string>> = {
  file: "The whole file is sent, frontmatter included, read again each time.",
  "raw-file": "The whole file is sent as it is, frontmatter included, read again each time.",
  "fresh-body": "The text below the frontmatter is sent, read again each time.",
  "kept-body": "The text below the frontmatter is sent as it was loaded.",
  "trimmed-kept-body": "The text below the frontmatter is sent as it was loaded.",
};

/** How a person calls a skill by name, and what happens to arguments. */
export function describeInvocation(profile: Profile): readonly string[] {
  const {
    activation: { byUser },
    substitution,
  } = profile;
  if (byUser.kind === "none") return ["Not by name; a person asks in words, and the model chooses."];
  const forms =
    byUser.kind === "mention"
      ? [`\`${byUser.sigil}name\` anywhere in a message, which stays`]
      : byUser.prefixes.map((prefix) => `\`${prefix}name arguments\``);
  if (isUndocumented(profile, "sent")) return [`${forms.join(" or ")}.`, `What is sent then is ${notDocumented}.`];
  const refuses = byUser.kind === "slash" && byUser.refuses !== undefined;
  return [
    `${forms.join(" or ")}.`,
    ...(refuses ? ["A skill that is off or hidden from people is refused with a message."] : []),
    ...(byUser.kind === "slash" && byUser.elsewhere ? [elsewhere[byUser.elsewhere.does]] : []),
    ...(byUser.kind === "slash" && byUser.stacks ? [`Up to ${byUser.stacks} in one line, one after the other.`] : []),
    sends[byUser.content],
    ...(byUser.kind === "slash" && byUser.asToolCall ? [asToolCall] : []),
    describeSubstitution(substitution),
  ];
}

const asToolCall =
  "It goes to the model as the result of a call of its tool, before the message. The lab sends both as one message.";

const elsewhere = {
  call: "Named behind a slash elsewhere in a message, it is called, too, without arguments.",
  note: "Of one that is named behind a slash elsewhere in a message, the model is told the name.",
} as const;

function describeSubstitution(substitution: Substitution): string {
  if (substitution.kind === "none") return "Placeholders such as `$ARGUMENTS` stay as they are.";
  return `Placeholders are replaced, the first argument being \`$${firstNumber(substitution)}\`.`;
}

/** The commands about skills. */
export function describeCommands({ commands: { rules, unknown } }: Profile): readonly string[] {
  if (rules.length === 0) return ["None for skills."];
  const other = unknown === undefined ? "is sent to the model as typed" : "is refused";
  return [...rules.map(describeCommand), `Any other line that begins with a slash ${other}.`];
}

const deeds: Readonly<Record<Exclude<CommandRule["does"]["kind"], "set-state">, string>> = {
  list: "lists the skills",
  print: "prints its usage",
  reload: "looks at the disk again",
  "new-chat": "begins a new conversation",
  "add-folder": "adds a folder to the session",
};

function describeCommand({ words, does }: CommandRule): string {
  const typed = words.map((word) => (word === restWord ? "…" : word === nameWord ? "name" : word)).join(" ");
  const deed = does.kind === "set-state" ? `switches a skill ${does.state === "off" ? "off" : "on"}` : deeds[does.kind];
  return `\`${typed}\` ${deed}.`;
}

/** The rules for files in order; the first that applies decides. */
export function describeGuard({ guard }: Profile): readonly string[] {
  return [...guard.map(describeRule), "Otherwise refused."];
}

function describeRule({ area, permissions }: GuardRule): string {
  const words = { granted: "free", pending: "after asking", denied: "refused" } as const;
  const operations = Object.entries(permissions).filter(([operation]) => operation === "read" || operation === "write");
  const verbs: Readonly<Record<string, string>> = { read: "reading", write: "writing" };
  return `${areaWords(area)}: ${operations.map(([name, one]) => `${verbs[name]} ${words[one]}`).join(", ")}.`;
}

function areaWords(area: GuardArea): string {
  switch (area.kind) {
    case "folders":
      return area.folders.map((folder) => `\`${placeLabel(folder)}\``).join(" and ");
    case "found-skills":
      return "The folders of the skills found";
    case "prefixes":
      return `Paths that begin with ${area.prefixes.map((prefix) => `\`${prefix.replace("{home}", "~")}\``).join(", ")}`;
    case "working-folder":
      return "The working folder";
    case "anywhere":
      return "Anywhere else";
  }
}
