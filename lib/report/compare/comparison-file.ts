import { cellCode, code, plain, tableRow } from "#lib/report/faces/markdown-text.ts";
import { catalogWords } from "#lib/report/words.ts";
import type { Comparison } from "./comparison.ts";
import { countedWords, headline, type Way } from "./headline.ts";
import { type Tally, tallies, type VerdictKind } from "./marks.ts";
import { noCounts, summarise, talliesIn } from "./patterns.ts";
import type { ComparedVerdict } from "./verdict.ts";

/**
 * A comparison as data for other programs. Every member here keeps its name and meaning while `version` stays the same; members may be
 * added, and `verdict` may get further values.
 */
export interface ComparisonDocument {
  readonly version: 1;
  readonly workspace: {
    readonly title: string;
    readonly sources: readonly DocumentSource[];
    /** Where the sources stood when their skills were counted. */
    readonly way: Way;
  };
  readonly profiles: readonly DocumentProfile[];
  readonly skills: readonly DocumentSkill[];
}

export interface DocumentSource {
  readonly label: string;
  readonly kind: "git" | "upload" | "sample" | "text";
  /** The address of a repository. */
  readonly url?: string;
  /** Full commit id. */
  readonly commit?: string;
  /** The files came with a workspace file and were not compared with the commit. */
  readonly unverified?: true;
}

export interface DocumentProfile {
  readonly id: string;
  readonly label: string;
  /** Estimated tokens of the catalog's text. */
  readonly tokens: number;
  /** How many of these skills the harness loads, leaves out and so on. */
  readonly counts: Readonly<Record<Tally, number>>;
  /** The counts in a sentence. */
  readonly headline: string;
}

export interface DocumentSkill {
  /** Label of the source of the skill; `workspace` and `bundled` for skills of no source. */
  readonly source: string;
  /** Path of the SKILL.md in its source. */
  readonly path: string;
  readonly folder: string;
  readonly differs: boolean;
  /** By the profile's id. */
  readonly profiles: Readonly<Record<string, DocumentVerdict>>;
}

export interface DocumentVerdict {
  readonly verdict: VerdictKind;
  /** What the harness calls the skill. */
  readonly name?: string;
  readonly reason?: string;
  /** Path of the SKILL.md that takes precedence. */
  readonly by?: string;
}

export function comparisonDocument(comparison: Comparison): ComparisonDocument {
  const { title, sources, way, columns, skills } = comparison;
  const summary = summarise(comparison, 0);
  return {
    version: 1,
    workspace: { title, sources: sources.map(documentSource), way },
    profiles: columns.map(({ profileId: id, label, tokens, counts }, at) => {
      return { id, label, tokens, counts: summary[at]?.counts ?? noCounts, headline: headline(label, counts) };
    }),
    skills: skills.map(({ source, path, folder, differs, verdicts }) => ({
      source,
      path,
      folder,
      differs,
      profiles: Object.fromEntries(verdicts.map((verdict, at) => [columns[at]?.profileId, documentVerdict(verdict)])),
    })),
  };
}

function documentSource({ label, source, commit, unverified }: Comparison["sources"][number]): DocumentSource {
  return {
    label,
    kind: source.kind,
    ...(source.kind === "git" && { url: source.url }),
    ...(commit !== undefined && { commit }),
    ...(unverified && { unverified }),
  };
}

function documentVerdict({ kind, name, reason, by }: ComparedVerdict): DocumentVerdict {
  return {
    verdict: kind,
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    ...(by !== undefined && { by }),
  };
}

/**
 * A comparison as Markdown for an issue or a message: a table of verdicts, then the reasons. Names, paths and reasons come from strangers'
 * files and are escaped so that they stay plain text.
 */
export function comparisonMarkdown({ workspace, profiles, skills }: ComparisonDocument): string {
  const reasons = skills.flatMap((skill) => reasonLines(skill, profiles));
  const blocks = [
    `# Compare harnesses: ${plain(workspace.title)}`,
    workspace.sources.map(sourceLine).join("\n"),
    countedWords(workspace.way),
    tableLines(profiles, skills).join("\n"),
    reasons.length > 0 ? `## Reasons\n\n${reasons.join("\n")}` : "",
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function sourceLine({ label, url, commit, unverified }: ComparisonDocument["workspace"]["sources"][number]): string {
  return `- ${plain(label)}${url ? `: ${code(url)}` : ""}${commit ? ` at ${code(commit)}` : ""}${unverified ? " (imported, not verified)" : ""}`;
}

function tableLines(profiles: readonly DocumentProfile[], skills: readonly DocumentSkill[]): string[] {
  return [
    tableRow(["Skill", ...profiles.map(({ label }) => plain(label))]),
    tableRow(["---", ...profiles.map(() => "---")]),
    tableRow(["Catalog", ...profiles.map(catalogOf)]),
    ...talliesIn(profiles).map((tally) =>
      tableRow([tallies[tally].label, ...profiles.map(({ counts }) => String(counts[tally]))]),
    ),
    ...skills.map(({ folder, profiles: verdicts }) =>
      tableRow([cellCode(folder), ...profiles.map(({ id }) => cellText(verdicts[id]))]),
    ),
  ];
}

/** Size of a harness's catalog, in words. */
export function catalogOf({ tokens, counts }: DocumentProfile): string {
  return catalogWords(tokens, counts.unknown);
}

function cellText(verdict: DocumentVerdict | undefined): string {
  if (!verdict) return "";
  return verdict.verdict === "renamed" ? `renamed ${cellCode(verdict.name ?? "")}` : verdict.verdict;
}

function reasonLines(
  { folder, path, source, profiles: verdicts }: DocumentSkill,
  profiles: readonly DocumentProfile[],
) {
  const told = profiles.flatMap(({ id, label }) => {
    const { verdict, reason, by } = verdicts[id] ?? {};
    if (reason === undefined) return [];
    return [`  - ${plain(label)}, ${verdict}: ${plain(reason)}${by ? `, by ${code(by)}` : ""}`];
  });
  return told.length === 0 ? [] : [`- ${code(folder)} (${plain(source)}, ${code(path)})`, ...told];
}
