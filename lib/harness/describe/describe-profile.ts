import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { describeFinding, describeNames, describeRoots, describeTolerance } from "./describe-discovery.ts";
import { describeReload } from "./describe-reload.ts";
import { describeStates } from "./describe-states.ts";
import { describeCatalog, describeCommands, describeGuard, describeInvocation, describeModel } from "./describe-use.ts";

/** A group of a harness's rules in plain words, each a sentence. What stands between backticks is code. */
export interface ProfileFacts {
  readonly title: string;
  readonly facts: readonly string[];
  /** Whether their order says which goes first. */
  readonly ordered?: true;
}

/** What a harness does with skills, told from its profile alone, so that it cannot lag behind. */
export function describeProfile(profile: Profile): readonly ProfileFacts[] {
  return [
    { title: "Where it looks, the first wins", facts: describeRoots(profile), ordered: true },
    { title: "What counts as a skill", facts: describeFinding(profile) },
    { title: "What it is called", facts: describeNames(profile) },
    { title: "What it makes of a faulty SKILL.md", facts: describeTolerance(profile) },
    { title: "On and off", facts: describeStates(profile) },
    { title: "What the model is told", facts: describeCatalog(profile) },
    { title: "How the model gets the instructions", facts: describeModel(profile) },
    { title: "How a person invokes a skill", facts: describeInvocation(profile) },
    { title: "Its commands", facts: describeCommands(profile) },
    { title: "When it looks at the disk again", facts: [`${capitalized(describeReload(profile))}.`] },
    { title: "What the model may read and write", facts: describeGuard(profile) },
  ];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
