import { capitalized } from "#lib/format-count.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import { type Profile, type ReloadTrigger, reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import type { AllowList, StateLevels } from "#lib/harness/vocabulary/states.ts";
import { isUndocumented, notDocumented, type Subject } from "#lib/harness/vocabulary/undocumented.ts";
import { describeFinding, describeNames, describeRoots, describeTolerance } from "./describe-discovery.ts";
import { describeCatalog, describeCommands, describeGuard, describeInvocation, describeModel } from "./describe-use.ts";

/** A group of a harness's rules as plain sentences. Text between backquotes is code. */
export interface ProfileFacts {
  readonly title: string;
  readonly facts: readonly string[];
  /** Whether the order of the sentences is significant. */
  readonly ordered?: true;
}

/** What a harness does with skills, generated from its profile alone, so that it cannot be out of date. */
export function describeProfile(profile: Profile): readonly ProfileFacts[] {
  const groups: readonly (ProfileFacts & { readonly subject?: Subject })[] = [
    { title: "Where it looks, the first wins", facts: describeRoots(profile), ordered: true },
    { title: "What counts as a skill", facts: describeFinding(profile) },
    { title: "What it is called", facts: describeNames(profile) },
    { title: "How it treats a faulty SKILL.md", facts: describeTolerance(profile) },
    { title: "On and off", subject: "states", facts: [...describeStates(profile), ...describeStartup(profile)] },
    { title: "What the model is told", subject: "catalog", facts: describeCatalog(profile) },
    { title: "How the model gets the instructions", subject: "by-model", facts: describeModel(profile) },
    { title: "How a person invokes a skill", subject: "by-person", facts: describeInvocation(profile) },
    { title: "Its commands", subject: "commands", facts: describeCommands(profile) },
    { title: "When it looks at the disk again", facts: [`${capitalized(describeReload(profile))}.`] },
    { title: "What the model may read and write", subject: "tools", facts: describeGuard(profile) },
  ];
  return groups.map(({ subject, ...group }) =>
    subject && isUndocumented(profile, subject) ? { ...group, facts: [`${capitalized(notDocumented)}.`] } : group,
  );
}

const triggers: Readonly<Record<ReloadTrigger, string>> = {
  start: "at start",
  command: "on its reload command",
  message: "before each message of a person",
  "new-chat": "on a new conversation",
  "skill-write": "after the model writes a SKILL.md",
};

/** When a harness reads the disk again, as a clause without a full stop. */
export function describeReload(profile: Profile): string {
  const words = profile.reload.map((trigger) => triggers[trigger]);
  if (isUndocumented(profile, "reload")) return `${words.join(", ")}; whether later is ${notDocumented}`;
  return words.length === 1 ? `${words[0]} only` : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Which states there are, where they are stored, and when an edit of the file takes effect. */
function describeStates(profile: Profile): readonly string[] {
  const { states } = profile;
  switch (states.kind) {
    case "none":
      return ["Every skill is always on."];
    case "switches":
      return [
        `On unless \`${placeLabel(states.file)}\` says false, under \`${states.key}\`.`,
        reloadsOn(profile, "message") ? readEveryTime : `${readAtStart} ${ownChange}`,
      ];
    case "levels":
      return describeLevels(states);
    case "allow-list":
      return describeAllowList(states);
    case "off-list":
      return [
        `On unless the list \`${states.keys.join(".")}\` in ${states.files.map((file) => `\`${placeLabel(file)}\``).join(" or ")} has its name${states.anyCase ? ", in any case of letters" : ""}.`,
        ...(states.byDefault
          ? [
              `\`${states.byDefault.off.join(".")}\` is another such list, which \`${states.byDefault.on.join(".")}\` overrides.`,
            ]
          : []),
        ...(states.feature
          ? [`All are off where the last of these files with \`${states.feature.join(".")}\` says \`false\`.`]
          : []),
        `${readAtStart} ${ownChange}`,
      ];
    case "off-patterns":
      return [
        `On unless a pattern of \`${states.key}\` in ${states.files.map((file) => `\`${placeLabel(file)}\``).join(" or ")} turns it off: \`!glob\`, or \`-path\` of one; \`+path\` takes that back.`,
        "Each file decides for skills of its own scope.",
        `${readAtStart} ${ownChange}`,
      ];
    case "entries":
      return [
        `On unless an entry of \`[[${states.section}.${states.list}]]\` in \`${placeLabel(states.file)}\` says \`enabled = false\`.`,
        "An entry means one path or all of one name; the last that fits decides.",
        readAtStart,
      ];
  }
}

/** What ends the harness. */
function describeStartup({ startup }: Profile): readonly string[] {
  if (!startup) return [];
  const broken = startup.unreadable === undefined ? "" : " cannot be read, or";
  const files = startup.files.map((file) => `\`${placeLabel(file)}\``).join(", ");
  return [`It does not start where one of its settings files${broken} has a value that it does not take: ${files}.`];
}

const readEveryTime = "The file is read every time, so an edit shows at once.";
const readAtStart = "Read at start only: an edit shows after a reload.";
const ownChange = "A change in the running harness shows at once.";

function describeLevels({ words, initial, files, key, shape }: StateLevels): readonly string[] {
  return [
    `\`${words.off}\`: not to be used. \`${words.on}\`: may be invoked, the model is not told. \`${words.active}\`: the model is told.`,
    ...(words.named === undefined ? [] : [`\`${words.named}\`: the model sees only its name.`]),
    `\`${words[initial]}\` unless its frontmatter or a file says otherwise.`,
    `Kept under \`${key}\` in ${files.map((file) => `\`${placeLabel(file)}\``).join(" or ")}, the first wins skill by skill.`,
    ...(shape ? ["Nothing in a file counts if one of its settings has a value that the program does not take."] : []),
    `${readAtStart} ${ownChange}`,
  ];
}

function describeAllowList({ files, section, launchSwitch }: AllowList): readonly string[] {
  const [first, ...others] = files.map((file) => `\`${placeLabel(file)}\``);
  const over = others.length === 0 ? "" : `, laid over ${others.join(" and ")}`;
  return [
    `The section \`${section}\` of ${first}${over}: \`enabled\` is for all, \`allowed\` lists the names; no name allows all.`,
    `A section without \`enabled\` turns all skills off; without the section all are on.`,
    `Started with \`${launchSwitch}\`, it offers none.`,
    readAtStart,
  ];
}
