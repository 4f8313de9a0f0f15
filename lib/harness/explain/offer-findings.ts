import { guard } from "#lib/harness/access/guard.ts";
import { count, demandText } from "#lib/harness/catalog/budget-text.ts";
import { isListed } from "#lib/harness/catalog/catalog.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { callSkillTool, skillToolOf } from "#lib/harness/invocation/skill-tool.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Catalog, SummaryCut } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { goLower } from "#lib/skills/go-text.ts";
import { failed, passed, type RuleFinding, settled, unreached } from "./finding.ts";

const channels = { system: "the system prompt", tool: "the description of its tool", reminder: "a reminder" } as const;

/** Whether the catalog has a loaded skill. */
export function catalogFinding(profile: Profile, session: Session, skill: Skill): RuleFinding {
  const { catalog } = profile;
  const state = session.states.get(skill.location) ?? "off";
  const where = channels[catalog.delivery.channel];
  if (isHiddenFrom(skill, "model")) {
    const isPolicy = profile.frontmatter.keeps.includes("invocation-policy");
    const tested = isPolicy
      ? "Its agents/openai.yaml says allow_implicit_invocation: false."
      : "Its frontmatter says disable-model-invocation: true.";
    return failed(tested, "Remove that line if the model shall know of it.");
  }
  if (isListed(state, catalog.lists)) return passed(`Its state is ${state}, and it is told in ${where}.`);
  const tested = `Only skills whose state is ${catalog.lists} are told in ${where}; this one is ${state}.`;
  return failed(tested, catalog.lists === "active" ? "Set it to active." : "Turn it on.");
}

const roomier = "Turn off skills that are not used, shorten descriptions, or choose a larger window in Settings.";

/** How much of its description the catalog tells, and why not all; `undefined` in a harness that cuts none. */
export function budgetFinding(
  profile: Profile,
  catalog: Catalog,
  { location }: Pick<Skill, "location">,
): RuleFinding | undefined {
  const { budget: rule, summary } = profile.catalog;
  const hasNames = profile.states.kind === "levels" && profile.states.words.named !== undefined;
  if (!rule && !summary && !hasNames) return undefined;
  const { budget } = catalog;
  const demand = budget ? `Of the catalog ${demandText(budget)}` : "";
  if (catalog.leftOut?.includes(location)) {
    return failed(`${demand}: the rows before it leave no room for its name.`, roomier);
  }
  const row = catalog.rows.find((each) => each.location === location);
  if (!row) return settled;
  const { cut } = row;
  const limit = summary ? ` A description may have ${count(summary.limit)}.` : "";
  if (!cut) return passed(`${demand ? `${demand}.` : "Its description is told whole."}${limit}`);
  return { outcome: "warned", ...cutText(cut, demand) };
}

function cutText({ by, told, of }: SummaryCut, demand: string): { readonly tested: string; readonly fix: string } {
  switch (by) {
    case "state":
      return { tested: "Its state leaves the description out: the model is told its name only.", fix: "Set it to on." };
    case "limit": {
      const tested = `Its description has ${count(of)} characters, of which ${count(told)} are told.`;
      return { tested, fix: `Say what it is for in the first ${count(told)} characters.` };
    }
    case "budget": {
      const part = told === 0 ? "it is told by name only" : `${count(told)} of its ${count(of)} characters are told`;
      return { tested: `${demand}: ${part}.`, fix: roomier };
    }
  }
}

/** How the model gets its instructions, tried as the harness would. */
export function byModelFinding(profile: Profile, session: Session, catalog: Catalog, skill: Skill): RuleFinding {
  const tool = skillToolOf(profile);
  if (tool) return toolFinding(profile, tool, session, skill);
  const isTold = catalog.rows.some(({ location }) => location === skill.location);
  if (!isTold) return failed("The model is not told of it, and so has nothing to go by.", "Put it into the catalog.");
  if (profile.activation.byModel.kind === "none")
    return passed("The model has its instructions: they stand in the catalog.");
  const { permission, reason } = guard(profile, session, skill.location, "read");
  const tested = `It reads ${skill.location}, ${permission === "pending" ? "after a person is asked" : permission}: ${reason}.`;
  if (permission !== "denied") return passed(tested);
  return failed(tested, "Put the skill where the model may read.");
}

function toolFinding(profile: Profile, tool: SkillTool, session: Session, skill: Skill): RuleFinding {
  const input = { [tool.parameters.skill]: skill.name };
  const result = callSkillTool(profile, tool, session, { input, active: new Set() });
  const call = `${tool.name}(${tool.parameters.skill}="${skill.name}")`;
  if (result.kind === "refused") {
    return failed(`It calls ${call}, which is refused.`, "Mend what the message says.", { says: [result.error] });
  }
  if (result.skill.location === skill.location) return passed(`It calls ${call}.`);
  return failed(`It calls ${call}, which finds another skill.`, "Give each its own name.", {
    place: { path: result.skill.location },
  });
}

/** How a person calls it by name, tried as the harness would. */
export function byPersonFinding(profile: Profile, session: Session, skill: Skill): RuleFinding {
  const { byUser } = profile.activation;
  if (byUser.kind === "none") return unreached(`${profile.label} has no way for a person to call a skill by name.`);
  if (isHiddenFrom(skill, "person")) {
    return failed("Its frontmatter says user-invocable: false.", "Remove that line if a person shall call it.");
  }
  const prefixes = byUser.kind === "mention" ? [byUser.sigil] : byUser.prefixes;
  const tries = prefixes.map((prefix) => tryLine(profile, session, `${prefix}${skill.name}`));
  const hit = tries.find(({ called }) => called?.location === skill.location);
  if (hit) return passed(`A person types ${hit.line}.`);
  const [first] = tries;
  if (!first) throw new Error(`The profile ${profile.id} has no prefix to call a skill with.`);
  return missed(byUser.kind === "slash" && byUser.lowersName === true, skill, first);
}

interface Tried {
  readonly line: string;
  readonly called: Skill | undefined;
  readonly says: readonly string[];
}

function tryLine(profile: Profile, session: Session, line: string): Tried {
  const result = interpretLine(profile, session, line);
  return {
    line,
    called: result.kind === "invocation" ? result.skill : undefined,
    says: result.kind === "command" ? [result.output] : [],
  };
}

function missed(lowersName: boolean, { name }: Skill, { line, called, says }: Tried): RuleFinding {
  if (called) {
    const place = { path: called.location };
    return failed(`${line} calls another skill of that name.`, "Give each its own name.", { place });
  }
  if (lowersName && name !== goLower(name)) {
    return failed(`What is typed is looked up in lower case, and ${name} has capitals.`, "Name it in lower case.", {
      says,
    });
  }
  if (says.length > 0) return failed(`${line} is taken for something else.`, "Give it another name.", { says });
  return failed(`${line} calls nothing.`, "Give it a name without blanks, and a text below the frontmatter.");
}
