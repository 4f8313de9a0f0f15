import type { RuleInput } from "#lib/harness/rules/types/inquiry.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { failed, passed, type RuleFinding, settled, unreached } from "#lib/harness/vocabulary/finding.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { goLower } from "#lib/skills/text-rules.ts";
import { hidingSaid } from "./hiding-said.ts";

export const byPerson = {
  code: "by-person",
  title: "A person can call it",
  wrong: "A person cannot call it",
  find: (input) =>
    input.candidate?.outcome.kind === "loaded" && input.candidate.skill
      ? byPersonFinding(input, input.candidate.skill)
      : settled,
} as const satisfies Rule;

/** How a person calls the skill by name, tried as in the harness. */
function byPersonFinding({ profile, interpret }: RuleInput, skill: Skill): RuleFinding {
  const { byUser } = profile.activation;
  if (isUndocumented(profile, "by-person"))
    return unreached(`Whether a person can call a skill by name in ${profile.label} is not documented.`);
  if (byUser.kind === "none") return unreached(`${profile.label} has no way for a person to call a skill by name.`);
  if (isHiddenFrom(skill, "person")) {
    if (profile.frontmatter.keeps.includes("hiding-unless-invocable"))
      return failed("Its frontmatter does not say user-invocable: true.", "Add that line to let people call it.");
    return failed(hidingSaid(profile, skill, "user-invocable: false"), "Remove that line to let people call it.");
  }
  const prefixes = byUser.kind === "mention" ? [byUser.sigil] : byUser.prefixes;
  if (isUndocumented(profile, "sent"))
    return passed(
      `A person types ${prefixes.map((prefix) => `${prefix}${skill.name}`).join(" or ")}. What is sent then is not documented.`,
    );
  const tries = prefixes.map((prefix) => tryLine(interpret, `${prefix}${skill.name}`));
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

function tryLine(interpret: RuleInput["interpret"], line: string): Tried {
  const result = interpret(line);
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
    return failed(`Names are looked up in lower case, but ${name} has capitals.`, "Use a lower-case name.", {
      says,
    });
  }
  if (says.length > 0) return failed(`${line} is taken for something else.`, "Give it another name.", { says });
  return failed(`${line} calls nothing.`, "Give it a name without spaces, and text below the frontmatter.");
}
