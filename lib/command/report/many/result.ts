import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";
import { toldCounts } from "#lib/report/compare/headline.ts";
import type { Report } from "#lib/report/shape.ts";
import { levelTotals } from "#lib/report/words.ts";

const text = z.string();
const count = z.number();
const levels = z.object({ alarm: count, look: count, note: count });

/** `undocumented`: skills that it finds, of which no document says what it tells; absent where there are none. */
export const toldShape = z.object({
  id: text,
  label: text,
  told: count,
  undocumented: z.optional(count),
  total: count,
  tokens: count,
});

/** What a report comes to, small enough to keep of a hundred thousand repositories: a line of `results.jsonl`. */
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
    /** Of how many skills each harness tells its model, and what its catalog costs in tokens. */
    harnesses: z.array(toldShape),
    findings: levels,
    /** How often each rule of trust found something, and its title. */
    rules: z.record(text, z.object({ title: text, findings: count })),
    /** What harnesses made of skills, by mark: `rejected`, `shadowed` … */
    marks: z.record(text, count),
    milliseconds: count,
  }),
  z.object({
    version: z.literal(1),
    state: z.literal("failed"),
    repository: text,
    label: text,
    /** Code of the failure; `fault` for one of this program. */
    code: text,
    because: text,
    milliseconds: count,
  }),
]);

export type RepositoryResult = z.infer<typeof resultShape>;

/** @param repository the key of the list */
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
