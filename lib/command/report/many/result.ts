import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { toldCounts } from "#lib/report/compare/headline.ts";
import type { Report } from "#lib/report/shape.ts";
import { levelTotals } from "#lib/report/words.ts";

const text = z.string();
const count = z.number();
const levels = z.object({ alarm: count, look: count, note: count });

/** `undocumented`: number of skills that the harness finds, if no document says which of them it tells the model; absent if zero. */
export const toldShape = z.object({
  id: text,
  label: text,
  told: count,
  undocumented: z.optional(count),
  total: count,
  tokens: count,
});

/** A report reduced to a line of `results.jsonl`, small enough to keep for a hundred thousand repositories. */
export const resultShape = z.discriminatedUnion("state", [
  z.object({
    version: z.literal(1),
    state: z.literal("reported"),
    repository: text,
    label: text,
    commit: z.optional(text),
    licence: text,
    files: count,
    bytes: count,
    skills: count,
    /** How many skills each harness tells the model, and its catalog's tokens. */
    harnesses: z.array(toldShape),
    findings: levels,
    /** Title and number of findings by trust rule. */
    rules: z.record(text, z.object({ title: text, findings: count })),
    /** Number of verdicts by mark: `rejected`, `shadowed` … */
    marks: z.record(text, count),
    milliseconds: count,
  }),
  z.object({
    version: z.literal(1),
    state: z.literal("failed"),
    repository: text,
    label: text,
    /** Code of the failure; `fault` for an error in this program. */
    code: text,
    because: text,
    milliseconds: count,
  }),
]);

export type RepositoryResult = z.infer<typeof resultShape>;

/** @param repository its key in the list */
export function resultOf(report: Report, repository: string, milliseconds: number): RepositoryResult {
  const { source, skills, harnesses, trust } = report;
  const marks: Record<string, number> = {};
  for (const { counts } of harnesses)
    for (const [mark, of] of Object.entries(counts)) marks[mark] = (marks[mark] ?? 0) + of;
  return {
    version: 1,
    state: "reported",
    repository,
    label: source.label,
    ...(source.commit !== undefined && { commit: source.commit }),
    licence: source.licence,
    files: source.files,
    bytes: source.bytes,
    skills: skills.length,
    harnesses: harnesses.map(({ id, label, counts, tokens }) => {
      const { told, total } = toldCounts(counts);
      const { undocumented = 0 } = counts;
      return { id, label, told, ...(undocumented > 0 && { undocumented }), total, tokens };
    }),
    findings: levelTotals(report),
    rules: Object.fromEntries(
      trust.rules.map(({ code, title, counts }) => [
        code,
        { title, findings: counts.alarm + counts.look + counts.note },
      ]),
    ),
    marks,
    milliseconds: Math.round(milliseconds),
  };
}
