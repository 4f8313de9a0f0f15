import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { remindedMessage } from "#lib/harness/catalog/reminder.ts";
import { mentionedIn } from "#lib/harness/invocation/mentioned.ts";
import { skillToolOf } from "#lib/harness/invocation/skill-tool.ts";
import { rootOf } from "#lib/harness/roots/roots.ts";
import { readStateWords } from "#lib/harness/states/levels.ts";
import { readSwitchFile } from "#lib/harness/states/states.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { stateValue } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { toldIn } from "#lib/harness/vocabulary/verdict.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { CaseInput } from "./case.ts";

/** A session under every name that published cases use for its parts, whatever the case is about. */
export function sessionKeys(profile: Profile, session: Session, input: CaseInput) {
  return {
    ...skillKeys(profile, session),
    ...stateKeys(profile, session, input),
    ...catalogKeys(profile, session, input),
    warnings: [...session.discovery.warnings, ...(catalogOf(profile, session, input).warnings ?? [])],
  };
}

function catalogOf(profile: Profile, session: Session, { window }: CaseInput): Catalog {
  return renderCatalog(profile, { ...session, ...(window !== undefined && { window }) });
}

function skillKeys(profile: Profile, session: Session) {
  const words = stateWords(profile, session);
  const skills = kept(profile, session).map((skill) => ({
    ...skill,
    ...noResources,
    ...skill.resources,
    fullName: skill.name,
    name: bareName(skill),
    namespace: skill.namespace ?? "",
    argumentHint: skill.argumentHint ?? "",
    allowedTools: skill.allowedTools ?? null,
    path: skill.location,
    filePath: skill.location,
    skillDir: dirname(skill.location),
    directory: skill.printedDirectory ?? skill.directory,
    content: skill.body ?? null,
    scope: rootOf(profile, skill)?.level ?? null,
    state: words.get(skill.location) ?? null,
  }));
  return { skills, names: skills.map(({ fullName }) => fullName) };
}

const noResources = { scripts: [], references: [], assets: [] };

/** The loaded skills. A harness with an allow list forgets skills that are not allowed. */
function kept({ states }: Profile, session: Session): readonly Skill[] {
  if (states.kind !== "allow-list") return session.discovery.skills;
  return session.discovery.skills.filter(({ location }) => session.states.get(location) !== "off");
}

function bareName({ name, namespace }: Skill): string {
  return namespace === undefined ? name : name.slice(namespace.length + 1);
}

/** The states in the harness's words, including words that it does not know. */
function stateWords({ states }: Profile, session: Session): ReadonlyMap<string, string> {
  if (states.kind !== "levels") return session.states;
  const onDisk = readStateWords(states, session);
  return new Map(
    [...session.states].map(([location, state]) => {
      const word = onDisk.get(location) ?? "";
      // A word that the harness does not know counts as off, and stays in the file until the state is set.
      const isUnknown = state === "off" && !Object.values(states.words).includes(word);
      return [location, isUnknown ? word : stateValue(states.words, state)];
    }),
  );
}

/** The skills in each state. `query`: further names to look up, which may belong to no skill. */
function stateKeys(profile: Profile, session: Session, { query }: CaseInput) {
  const { states, discovery, whyOff } = session;
  const words = stateWords(profile, session);
  const having = (...wanted: readonly string[]) =>
    discovery.skills.filter(({ location }) => wanted.includes(states.get(location) ?? "")).map(({ name }) => name);
  return {
    states: Object.fromEntries(discovery.skills.map(({ name, location }) => [name, words.get(location)])),
    active: having("active"),
    enabled:
      enabledKey(profile, session, query) ??
      (profile.states.kind === "levels" ? having("on", "named", "active") : whyOff === undefined),
  };
}

/** For a loaded skill its state in the running harness; for any other name the state in the file. */
function enabledKey({ states }: Profile, session: Session, query: readonly string[]) {
  if (states.kind !== "switches") return undefined;
  const switches = readSwitchFile(states, session.files, session.place);
  const stateOf = (name: string) => {
    const skill = session.discovery.skills.find((each) => each.name === name);
    return skill ? session.states.get(skill.location) !== "off" : (switches.get(name) ?? true);
  };
  const names = [...session.discovery.skills.map(({ name }) => name), ...query];
  return Object.fromEntries(names.map((name) => [name, stateOf(name)]));
}

/** What the model is told, as text, and in the form in which the harness puts it into its request. */
export function catalogKeys(profile: Profile, session: Session, input: CaseInput) {
  const catalog = catalogOf(profile, session, input);
  const { userMessage } = input;
  const rendered = { source: session, catalog };
  const mentioned = mentionedIn(profile, session, userMessage);
  return {
    text: catalog.text,
    section: catalog.text,
    told: Object.fromEntries(toldIn(catalog)),
    description: skillToolOf(profile) && catalog.channel === "tool" ? catalog.text : null,
    reminder: reminderOf(profile, catalog),
    firstMessage:
      remindedMessage(profile, rendered, userMessage, { reminded: undefined, mentioned })?.text ?? userMessage,
    secondMessage:
      remindedMessage(profile, rendered, userMessage, { reminded: catalog.text, mentioned })?.text ?? userMessage,
  };
}

function reminderOf({ catalog: { delivery } }: Profile, { text }: Catalog): string {
  return delivery.channel === "reminder" && text !== "" ? fillTemplate(delivery.wrapper, { catalog: text }) : "";
}
