import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { markWord } from "#lib/report/words.ts";
import { type RepositoryResult, toldShape } from "./result.ts";

const text = z.string();
const count = z.number();
const share = z.object({ code: text, title: text, repositories: count, findings: count });

/** The shape of `summary.json`: a list's totals. The same results give the same bytes, in whatever order they came. */
export const summaryShape = z.object({
  version: z.literal(1),
  repositories: count,
  reported: count,
  failed: z.array(z.object({ code: text, because: text, repositories: count })),
  skills: count,
  /** Number of repositories with an alarm. */
  alarmed: count,
  /** Findings by trust rule, the most frequent first. */
  rules: z.array(share),
  /** Verdicts by mark; each counts one skill under one harness. */
  marks: z.array(share),
  /** The share of all skills that each harness tells the model. */
  harnesses: z.array(toldShape),
});

export type Summary = z.infer<typeof summaryShape>;
type Reported = Extract<RepositoryResult, { state: "reported" }>;
type Share = z.infer<typeof share>;

export function summaryOf(results: Iterable<RepositoryResult>): Summary {
  const all = [...results];
  const reported = all.filter((each) => each.state === "reported");
  return {
    version: 1,
    repositories: all.length,
    reported: reported.length,
    failed: failuresIn(all),
    skills: sum(reported.map(({ skills }) => skills)),
    alarmed: reported.filter(({ findings }) => findings.alarm > 0).length,
    rules: sharesOf(
      reported.flatMap(({ rules }) =>
        Object.entries(rules).map(([code, { title, findings }]) => ({ code, title, findings })),
      ),
    ),
    marks: sharesOf(
      reported.flatMap(({ marks }) =>
        Object.entries(marks).map(([code, findings]) => ({ code, title: markWord(code), findings })),
      ),
    ),
    harnesses: harnessesIn(reported),
  };
}

/** Sums entries, each of which is from one repository. */
function sharesOf(entries: readonly Pick<Share, "code" | "title" | "findings">[]): Share[] {
  const groups = Map.groupBy(
    entries.filter(({ findings }) => findings > 0),
    ({ code }) => code,
  );
  const shares = [...groups].map(([code, group]) => ({
    code,
    title: group.map(({ title }) => title).toSorted(byText)[0] ?? code,
    repositories: group.length,
    findings: sum(group.map(({ findings }) => findings)),
  }));
  return shares.sort((a, b) => b.repositories - a.repositories || byText(a.code, b.code));
}

function failuresIn(all: readonly RepositoryResult[]): Summary["failed"] {
  const failed = all.filter((each) => each.state === "failed");
  return [...Map.groupBy(failed, ({ code }) => code)]
    .map(([code, group]) => ({
      code,
      because: group.map(({ because }) => because).toSorted(byText)[0] ?? "",
      repositories: group.length,
    }))
    .sort((a, b) => b.repositories - a.repositories || byText(a.code, b.code));
}

function harnessesIn(reported: readonly Reported[]): Summary["harnesses"] {
  const columns = reported.flatMap(({ harnesses }) => harnesses);
  return [...Map.groupBy(columns, ({ id }) => id)]
    .map(([id, group]) => ({
      id,
      label: group[0]?.label ?? id,
      told: sum(group.map(({ told }) => told)),
      ...(group.some(({ undocumented }) => undocumented) && {
        undocumented: sum(group.map(({ undocumented = 0 }) => undocumented)),
      }),
      total: sum(group.map(({ total }) => total)),
      tokens: sum(group.map(({ tokens }) => tokens)),
    }))
    .sort((a, b) => b.told * Math.max(1, a.total) - a.told * Math.max(1, b.total) || byText(a.id, b.id));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
