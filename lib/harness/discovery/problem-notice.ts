import type { ParseProblem } from "#lib/harness/vocabulary/frontmatter.ts";
import { maxFrontmatterLength } from "#lib/skills/frontmatter.ts";
import type { Notice } from "#lib/skills/notice.ts";

/** A problem with its place. */
export interface FoundProblem {
  readonly problem: ParseProblem | "long-name";
  /** The loader's words, for problems that have any. */
  readonly detail: string;
  /** 1-based in the file. */
  readonly line: number;
}

type NoticeFrame = Pick<Notice, "path" | "severity" | "harnessMessage">;

/** The finding that tells a problem. `fallback`: what the harness takes in place of a missing field. */
export function problemNotice({ problem, detail, line }: FoundProblem, frame: NoticeFrame, fallback?: string): Notice {
  const base = { ...frame, line };
  switch (problem) {
    case "unreadable":
    case "bad-yaml":
      return { ...base, code: problem, data: { detail } };
    case "line-too-long":
      return { ...base, code: problem, data: { limit: Number(detail) } };
    case "long-name":
      return { ...base, code: "name-too-long", data: { limit: Number(detail) } };
    case "frontmatter-too-long":
      return { ...base, code: problem, data: { limit: maxFrontmatterLength } };
    case "missing-name":
    case "missing-description":
    case "blank-name":
    case "blank-description": {
      const field = problem.slice(problem.indexOf("-") + 1);
      if (fallback === undefined) return { ...base, code: "missing-field", data: { field } };
      return { ...base, code: "field-fallback", data: { field, value: fallback } };
    }
    default:
      return { ...base, code: problem };
  }
}
