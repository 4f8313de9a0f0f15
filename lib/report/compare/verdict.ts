import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Candidate, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Standing, verdictOf } from "#lib/harness/vocabulary/verdict.ts";
import type { VerdictKind } from "./marks.ts";

export interface ComparedVerdict {
  readonly kind: VerdictKind;
  /** The path this harness would meet the file at; absent when it has none for it. */
  readonly location?: string;
  /** What the harness calls the skill, where it can be parsed. */
  readonly name?: string;
  /** Why it is not plainly `loaded`: a clause without a full stop. */
  readonly reason?: string;
  /** The reason without what only this file has (its name, its lengths): alike for all that fall under one rule. */
  readonly cause?: string;
  /** The SKILL.md that comes before a `shadowed` one. */
  readonly by?: string;
}

/** The verdict on a file that the harness did not come across. */
export const neverMet: ComparedVerdict = { kind: "outside", reason: "This harness does not look there" };

/** A verdict as the comparison shows it. `undefined`: the harness did not meet the file. */
export function comparedVerdict(candidate: Candidate | undefined, standing: Standing): ComparedVerdict {
  if (!candidate) return neverMet;
  const { location, skill, outcome } = candidate;
  const kind = verdictKind(candidate, standing);
  return {
    kind,
    location,
    ...(skill && { name: skill.name }),
    ...worded(reasonsOf(candidate, kind)),
    ...(outcome.kind === "shadowed" && { by: outcome.by }),
  };
}

/** What becomes of a file that the harness met. */
export function verdictKind(candidate: Candidate, standing: Standing): VerdictKind {
  const { kind } = verdictOf(candidate, standing);
  if (kind === "unlisted") return "hidden";
  if (kind !== "listed") return kind;
  const { folder, skill, notices } = candidate;
  if (skill && skill.name !== folder) return "renamed";
  return notices.some(({ severity }) => severity !== "info") ? "warned" : "loaded";
}

/** A reason in full, and what it has in common with others of its kind. */
interface Reason {
  readonly text: string;
  readonly cause?: string;
}

function worded(reasons: readonly Reason[]): Pick<ComparedVerdict, "reason" | "cause"> {
  const reason = reasons.map(({ text }) => text).join("; ");
  const cause = [...new Set(reasons.flatMap((one) => one.cause ?? []))].join("; ");
  return { ...(reason && { reason }), ...(cause && { cause }) };
}

function reasonsOf({ folder, skill, notices }: Candidate, kind: VerdictKind): readonly Reason[] {
  if (kind === "loaded") return [];
  const findings = gravest(notices);
  const own = skill && ownReason(kind, skill, folder);
  if (own) return [own, ...findings.map((notice) => ({ text: noticeText(notice).title }))];
  return findings.map((notice) => ({ text: noticeText(notice).title, ...causeOf(notice) }));
}

/** The reason that a verdict has by itself, where no notice gives one. */
function ownReason(kind: VerdictKind, skill: Skill, folder: string): Reason | undefined {
  if (kind === "renamed") return { text: `This harness calls it ${skill.name}, its folder is ${folder}` };
  if (kind === "undocumented")
    return { text: "What its model is told is not documented", cause: "what its model is told is not documented" };
  if (kind === "off") return { text: "It is switched off" };
  if (kind === "cut") return { text: "Only the beginning of its description is told" };
  if (kind === "named") return { text: "It is listed by name only" };
  if (kind === "left-out") return { text: "The catalog has no room for it" };
  if (kind === "waiting" && skill.paths) return { text: "It waits for a file its frontmatter names" };
  if (kind !== "hidden") return undefined;
  return isHiddenFrom(skill, "model")
    ? { text: "Its frontmatter keeps it from the model", cause: "its frontmatter says so" }
    : { text: "The catalog leaves it out" };
}

/** Values of findings that a rule sets, not the file, and sentences, which are cut instead. */
const kept = new Set(["limit", "field", "root", "wanted", "what", "message", "detail"]);

/** What a finding says, with … for what only its file has, and without the loader's own words behind a colon. */
function causeOf(notice: Notice): Pick<Reason, "cause"> {
  // The verdict says it already.
  if (notice.code === "outside-roots") return {};
  const values = Object.entries(notice.data ?? {}).map(([key, value]) => [key, kept.has(key) ? value : "…"]);
  const { title } = noticeText({ ...notice, data: Object.fromEntries(values) } as Notice);
  const cause = title
    .replace(/: .*$/su, "")
    .replace(/(?<!Field )(['"“`])[^'"”`]*(['"”`])/gu, "$1…$2")
    .replace(/\(\d[^)]*\)/gu, "(…)");
  // It stands within a sentence.
  return { cause: /^[A-Z][a-z]/.test(cause) ? cause.charAt(0).toLowerCase() + cause.slice(1) : cause };
}

function gravest(notices: readonly Notice[]): readonly Notice[] {
  const severity = (["error", "warning", "info"] as const).find((one) =>
    notices.some((notice) => notice.severity === one),
  );
  return notices.filter((notice) => notice.severity === severity);
}
