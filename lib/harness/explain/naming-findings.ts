import type { Collision } from "#lib/harness/vocabulary/discovery.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { fieldText } from "#lib/skills/fields.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { failed, passed, type RuleFinding } from "./finding.ts";
import type { Inquiry } from "./inquiry.ts";

/** Whether another SKILL.md that comes first holds the folder or the name; `undefined` where that does not matter. */
export function takenFinding(inquiry: Inquiry, by: Collision["by"]): RuleFinding | undefined {
  const rule = inquiry.profile.identity.collisions.find((collision) => collision.by === by);
  if (!rule) return undefined;
  const { location } = inquiry;
  if (by === "target") return sameFileFinding(inquiry);
  const key = by === "folder" ? inquiry.folder : (inquiry.read.candidate.skill?.name ?? inquiry.folder);
  const holder = holderOf(inquiry, by, key);
  const what = by === "folder" ? `folder called ${key}` : `skill named ${key}`;
  if (holder === undefined || holder === location) return passed(`No other ${what} comes before it.`);
  const says = inquiry.candidate?.notices.flatMap(({ harnessMessage }) => harnessMessage ?? []) ?? [];
  const mend = by === "folder" ? "Rename this folder" : "Give this skill another name in its frontmatter";
  const tested = `A ${what} comes first, in ${dirname(holder)}.`;
  return failed(tested, `${mend}, or remove the other.`, { place: { path: holder }, says });
}

/** Whether the same file was found before by another path. */
function sameFileFinding({ candidate }: Inquiry): RuleFinding {
  const outcome = candidate?.outcome;
  if (outcome?.kind !== "shadowed" || outcome.rule !== "target") return passed("No other path led to it before.");
  const tested = `The same file was found before, as ${outcome.by}.`;
  return failed(tested, "Nothing is lost: the skill counts once.", { place: { path: outcome.by } });
}

/** The first that has it: of folders any file that is found, of names one that loads. */
function holderOf({ session }: Inquiry, by: Collision["by"], key: string): string | undefined {
  const { candidates } = session.discovery;
  const holder =
    by === "folder"
      ? candidates.find(({ folder, outcome }) => folder === key && outcome.kind !== "outside")
      : candidates.find(({ skill, outcome }) => skill?.name === key && outcome.kind === "loaded");
  return holder?.location;
}

/** Where the folder is the name: whether the frontmatter agrees. */
export function nameDiffersFinding({ profile, read, checked, folder, location }: Inquiry): RuleFinding | undefined {
  const { identity, frontmatter: rules } = profile;
  if (identity.differingName === undefined) return undefined;
  const reason = read.reasons.find(
    (each) => each === fillTemplate(identity.differingName ?? "", { name: name(), folder }),
  );
  if (reason === undefined) return passed(`The folder is called ${folder}, and so is the skill.`);
  return {
    outcome: "warned",
    tested: `The frontmatter says ${name()}, the folder ${folder}, which counts.`,
    place: { path: location, line: fields().get("name")?.line ?? 1 },
    says: [fillTemplate(rules.warning, { folder, reason })],
    fix: `Name it ${folder} in the frontmatter too.`,
  };

  function fields() {
    return checked.kind === "checked" && checked.frontmatter.kind === "read" ? checked.frontmatter.fields : new Map();
  }
  function name(): string {
    return (fieldText(fields(), "name") ?? "").trim();
  }
}

/** Where the harness is the standard's own: what breaks it. */
export function standardFinding({ profile, read, location }: Inquiry): RuleFinding | undefined {
  if (profile.frontmatter.validator !== "standard") return undefined;
  const breaches = read.candidate.notices.filter(({ code }) => code === "breaks-standard");
  const [first] = breaches;
  if (!first) return passed("The validator has nothing to say.");
  return {
    outcome: "warned",
    tested: breaches.length === 1 ? "The validator has one message." : `The validator has ${breaches.length} messages.`,
    place: { path: location, line: first.line ?? 1 },
    says: breaches.flatMap(({ harnessMessage }) => harnessMessage ?? []),
    fix: "Mend it to be valid everywhere; the skill loads all the same.",
  };
}

/** In a harness that one root which is no folder turns off. */
export function rootFolderFinding({ profile, session }: Inquiry): RuleFinding | undefined {
  if (profile.scan.brokenRoot !== "feature-off") return undefined;
  const { brokenRoot } = session.discovery;
  if (brokenRoot === undefined) return passed("No skills folder is anything but a folder.");
  const tested = `${brokenRoot} is no folder, and ${profile.label} then loads no skill at all.`;
  return failed(tested, "Remove the file that stands there.", { place: { path: brokenRoot } });
}
