/** What the faces of a report tell beside its sentences, so that none of them says a thing twice. */
import { formatBytes, formatCount, plural } from "#lib/format-count.ts";
import { verdictKinds } from "#lib/report/compare/marks.ts";
import type { Finding, Report, ReportedHarness } from "#lib/report/shape.ts";
import { licenceSummary, markWord } from "#lib/report/words.ts";

/**
 * Number of skills by mark, from harmless to grave; those of a later version last. Nothing where all have one mark, of which the headline
 * beside it tells.
 */
export function countsBeside({
  counts,
}: Pick<ReportedHarness, "counts">): readonly (readonly [mark: string, count: number])[] {
  const found = [...new Set([...verdictKinds, ...Object.keys(counts)])].flatMap((mark) =>
    counts[mark] ? [[mark, counts[mark]] as const] : [],
  );
  return found.length < 2 ? [] : found;
}

/** The counts beside a headline as text: `68 renamed, 3 hidden`. */
export function countedMarks(harness: Pick<ReportedHarness, "counts">): string {
  return countsBeside(harness)
    .map(([mark, count]) => `${formatCount(count)} ${markWord(mark)}`)
    .join(", ");
}

/** The causes that the headline and the counts beside it do not already give. */
export function causesBeside({ causes }: Pick<ReportedHarness, "causes">): ReportedHarness["causes"] {
  return causes.filter(({ mark, cause }) => mark !== "undocumented" && cause !== markWord(mark));
}

/** What the source is: `18 skills, 415 files, 10 MB; no licence`. */
export function sourceWords({ source, skills }: Report): string {
  const { files, bytes } = source;
  return `${plural(skills.length, "skill")}, ${plural(files, "file")}, ${formatBytes(bytes)}; ${licenceSummary({ source, skills })}`;
}

/** How much was looked at: `1,301 files checked, 12 of them not text, 1 in part`. */
export function lookedWords({ files, unread, partly }: Report["trust"]["looked"]): string {
  const notText = unread > 0 ? `, ${formatCount(unread)} of them not text` : "";
  return `${plural(files, "file")} checked${notText}${partly > 0 ? `, ${formatCount(partly)} in part` : ""}`;
}

/** Findings that say one thing of several places, with what they say: a list of a rule's places need not repeat it. */
export function findingsBySaying(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const groups = Map.groupBy(findings, ({ level, rule, says }) => `${level} ${rule} ${says}`);
  return [...groups.values()] as [Finding, ...Finding[]][];
}
