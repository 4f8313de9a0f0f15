import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Candidate, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Standing, verdictOf } from "#lib/harness/vocabulary/verdict.ts";

/** What becomes of a SKILL.md in the end, in one word. */
export type VerdictKind =
  | "loaded"
  /** Loaded under another name than its folder's. */
  | "renamed"
  /** Loaded, with something to mend. */
  | "warned"
  /** Loaded, and the model is told only the beginning of its description. */
  | "cut"
  /** Loaded, and the model is told its name only. */
  | "named"
  /** Loaded, and the catalog has no room for it. */
  | "left-out"
  /** Loaded, but switched off. */
  | "off"
  /** Loaded and on, but the catalog does not tell the model of it. */
  | "hidden"
  | "shadowed"
  | "rejected"
  /** Where this harness never looks. */
  | "outside";

export interface Verdict {
  readonly kind: VerdictKind;
  /** The path this harness would meet the file at; absent when it has none for it. */
  readonly location?: string;
  /** What the harness calls the skill, where it can be parsed. */
  readonly name?: string;
  /** Why it is not plainly `loaded`: a clause without a full stop. */
  readonly reason?: string;
  /** The SKILL.md that comes before a `shadowed` one. */
  readonly by?: string;
}

/** A verdict as the comparison shows it. `undefined`: the harness did not meet the file. */
export function comparedVerdict(candidate: Candidate | undefined, standing: Standing): Verdict {
  if (!candidate) return { kind: "outside", reason: "This harness never comes across the file" };
  const { location, skill, outcome } = candidate;
  const kind = kindOf(candidate, standing);
  const reason = reasonOf(candidate, kind);
  return {
    kind,
    location,
    ...(skill && { name: skill.name }),
    ...(reason && { reason }),
    ...(outcome.kind === "shadowed" && { by: outcome.by }),
  };
}

function kindOf(candidate: Candidate, standing: Standing): VerdictKind {
  const { kind } = verdictOf(candidate, standing);
  if (kind === "unlisted") return "hidden";
  if (kind !== "listed") return kind;
  const { folder, skill, notices } = candidate;
  if (skill && skill.name !== folder) return "renamed";
  return notices.some(({ severity }) => severity !== "info") ? "warned" : "loaded";
}

function reasonOf({ folder, skill, notices }: Candidate, kind: VerdictKind): string {
  if (kind === "loaded") return "";
  const findings = gravest(notices).map((notice) => noticeText(notice).title);
  const own = skill && ownReason(kind, skill, folder);
  return [...(own ? [own] : []), ...findings].join("; ");
}

/** What is to be said of a verdict itself, where no notice says it. */
function ownReason(kind: VerdictKind, skill: Skill, folder: string): string | undefined {
  if (kind === "cut") return "Only the beginning of its description is told";
  if (kind === "named") return "It is told by name only";
  if (kind === "left-out") return "The catalog has no room for it";
  if (kind === "renamed") return `This harness calls it ${skill.name}, its folder is ${folder}`;
  if (kind === "off") return "It is switched off";
  if (kind !== "hidden") return undefined;
  return isHiddenFrom(skill, "model")
    ? "Its frontmatter keeps it from the model"
    : "The catalog does not tell the model of it";
}

function gravest(notices: readonly Notice[]): readonly Notice[] {
  const severity = (["error", "warning", "info"] as const).find((one) =>
    notices.some((notice) => notice.severity === one),
  );
  return notices.filter((notice) => notice.severity === severity);
}
