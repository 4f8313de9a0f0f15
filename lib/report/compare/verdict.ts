import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Candidate, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Standing, verdictOf } from "#lib/harness/vocabulary/verdict.ts";
import type { VerdictKind } from "./marks.ts";

export interface ComparedVerdict {
  readonly kind: VerdictKind;
  /** Path at which this harness finds the file; absent if it does not. */
  readonly location?: string;
  /** The harness's name for the skill, if the file can be parsed. */
  readonly name?: string;
  /** Why the verdict is not plainly `loaded`: a clause without a full stop. */
  readonly reason?: string;
  /** The reason without details of this file (its name, its lengths), so that it is equal for all files under one rule. */
  readonly cause?: string;
  /** Path of the SKILL.md that takes precedence over a `shadowed` one. */
  readonly by?: string;
}

/** The verdict on a file that the harness did not find. */
export const neverMet: ComparedVerdict = { kind: "outside", reason: "This harness does not look there" };

/** A verdict as the comparison shows it. `candidate` is `undefined` if the harness did not find the file. */
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

/** The verdict on a file that the harness found. */
export function verdictKind(candidate: Candidate, standing: Standing): VerdictKind {
  const { kind } = verdictOf(candidate, standing);
  if (kind === "unlisted") return "hidden";
  if (kind !== "listed") return kind;
  const { folder, skill, notices } = candidate;
  if (skill && skill.name !== folder) return "renamed";
  return notices.some(({ severity }) => severity !== "info") ? "warned" : "loaded";
}

/** A reason in full, and the part of it that is equal for all files under the same rule. */
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

/** The reason that follows from the verdict itself, where no notice gives one. */
function ownReason(kind: VerdictKind, skill: Skill, folder: string): Reason | undefined {
  if (kind === "renamed") return { text: `This harness calls it ${skill.name}, its folder is ${folder}` };
  if (kind === "undocumented")
    return { text: "What its model is told is not documented", cause: "what its model is told is not documented" };
  if (kind === "off") return { text: "It is switched off" };
  if (kind === "ended") return { text: "The harness does not start with its settings" };
  if (kind === "cut") return { text: "Only the beginning of its description is told" };
  if (kind === "named") return { text: "It is listed by name only" };
  if (kind === "left-out") return { text: "The catalog has no room for it" };
  if (kind === "waiting" && skill.paths) return { text: "It waits for a file its frontmatter names" };
  if (kind !== "hidden") return undefined;
  return isHiddenFrom(skill, "model")
    ? { text: "Its own files keep it from the model", cause: "its own files say so" }
    : { text: "The catalog leaves it out" };
}

/** Members of a finding that come from the rule rather than from the file, and sentences, which are cut instead. */
const kept = new Set(["limit", "field", "root", "wanted", "what", "message", "detail"]);

/** A finding's text with … in place of details of its file, and without the loader's own words after a colon. */
function causeOf(notice: Notice): Pick<Reason, "cause"> {
  // The verdict already says this.
  if (notice.code === "outside-roots") return {};
  const values = Object.entries(notice.data ?? {}).map(([key, value]) => [key, kept.has(key) ? value : "…"]);
  const { title } = noticeText({ ...notice, data: Object.fromEntries(values) } as Notice);
  const cause = title
    .replace(/: .*$/su, "")
    .replace(/(?<!Field )(['"“`])[^'"”`]*(['"”`])/gu, "$1…$2")
    .replace(/\(\d[^)]*\)/gu, "(…)");
  // The text stands within a sentence.
  return { cause: /^[A-Z][a-z]/.test(cause) ? cause.charAt(0).toLowerCase() + cause.slice(1) : cause };
}

function gravest(notices: readonly Notice[]): readonly Notice[] {
  const severity = (["error", "warning", "info"] as const).find((one) =>
    notices.some((notice) => notice.severity === one),
  );
  return notices.filter((notice) => notice.severity === severity);
}
