import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { standingIn } from "#lib/harness/vocabulary/verdict.ts";
import {
  countMarks,
  headline,
  type MarkCounts,
  type ToldCounts,
  toldCounts,
  type Way,
} from "#lib/report/compare/headline.ts";
import { marks, type ToldOf, type VerdictKind, verdictKinds } from "#lib/report/compare/marks.ts";
import { verdictKind } from "#lib/report/compare/verdict.ts";
import type { HarnessView } from "./derive-view.ts";
import { registryMountId } from "./place-plugins.ts";
import { bundledMountId } from "./placement.ts";

/** The verdict on one skill of the sources. */
export interface SkillVerdict {
  /** `<mount>:<path in it>`: the same file has the same id under every harness and in both ways. */
  readonly id: string;
  readonly mountId: string;
  /** Path of its SKILL.md in the mount, from `/`, links to folders followed. */
  readonly path: string;
  /** Verdict kind; `marks` has the word for it. */
  readonly kind: VerdictKind;
  readonly told: ToldOf;
  /** The file as the harness found it; the most favourable one if it found the file at several paths. */
  readonly candidate: Candidate;
}

/** What a harness makes of all skills of the sources. */
export interface HarnessVerdict {
  /** Whether the sources stood as they lie or as installed. */
  readonly way: Way;
  /**
   * Every SKILL.md of the sources and of the workspace's own files, each once, and any other file there that the harness takes for a skill
   * (a command file). The harness's bundled skills are not included.
   */
  readonly skills: readonly SkillVerdict[];
  readonly counts: MarkCounts;
  readonly told: ToldCounts;
  /** The counts in one sentence, to be shown together with `way`. */
  readonly headline: string;
}

export interface Judged {
  /** The harness's name. */
  readonly label: string;
  readonly way: Way;
  readonly view: Pick<HarnessView, "discovery" | "states" | "whyOff" | "catalog">;
  /** The mount and the file in it that stand at a path; a link in the last segment is kept. */
  readonly locate: (path: string) => { readonly mountId: string; readonly path: string } | undefined;
}

/**
 * The only function that says what a harness makes of the skills of a workspace: the state of each, what the model is told, the counts and
 * a sentence. Every number that is shown comes from here.
 */
export function verdictsIn({ label, way, view, locate }: Judged): HarnessVerdict {
  const standing = standingIn(view, view.catalog);
  const skills = new Map<string, SkillVerdict>();
  for (const candidate of view.discovery.candidates) {
    const { mountId, path } = locate(candidate.location) ?? { mountId: "", path: candidate.location };
    if (mountId === bundledMountId || mountId === registryMountId) continue;
    const kind = verdictKind(candidate, standing);
    const id = `${mountId}:${path}`;
    const known = skills.get(id);
    if (known && gravity(known.kind) <= gravity(kind)) continue;
    skills.set(id, { id, mountId, path, kind, told: marks[kind].told, candidate });
  }
  const counts = countMarks(skills.values());
  return { way, skills: [...skills.values()], counts, told: toldCounts(counts), headline: headline(label, counts) };
}

function gravity(kind: VerdictKind): number {
  return verdictKinds.indexOf(kind);
}
