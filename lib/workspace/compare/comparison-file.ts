import type { Comparison } from "./comparison.ts";
import type { Verdict, VerdictKind } from "./verdict.ts";

/**
 * A comparison as data for other programs. What is here keeps its name and meaning as long as `version`
 * stays; members may be added, and `verdict` may get further words.
 */
export interface ComparisonDocument {
  readonly version: 1;
  readonly workspace: {
    readonly title: string;
    readonly sources: readonly DocumentSource[];
  };
  readonly profiles: readonly DocumentProfile[];
  readonly skills: readonly DocumentSkill[];
}

export interface DocumentSource {
  readonly label: string;
  readonly kind: "git" | "upload" | "sample" | "text";
  /** Of a repository. */
  readonly url?: string;
  /** Full commit id. */
  readonly commit?: string;
  /** Its files came with a workspace file and were not compared with the commit. */
  readonly unverified?: true;
}

export interface DocumentProfile {
  readonly id: string;
  readonly label: string;
  /** Of the catalog's text, about. */
  readonly tokens: number;
}

export interface DocumentSkill {
  /** Label of the source it comes from; `workspace` and `bundled` for what is in none. */
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
  /** Path of the SKILL.md that comes before it. */
  readonly by?: string;
}

export function comparisonDocument({ title, sources, columns, skills }: Comparison): ComparisonDocument {
  return {
    version: 1,
    workspace: { title, sources: sources.map(documentSource) },
    profiles: columns.map(({ profileId, label, tokens }) => ({ id: profileId, label, tokens })),
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

function documentVerdict({ kind, name, reason, by }: Verdict): DocumentVerdict {
  return {
    verdict: kind,
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    ...(by !== undefined && { by }),
  };
}
