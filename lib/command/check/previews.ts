import { chooseSkill } from "#lib/chat/matching/choose-skill.ts";
import { judge, type Picked } from "#lib/evals/picks.ts";
import { type EvalRequest, renameSkills } from "#lib/evals/requests.ts";
import { tellExpectation, tellOutcome } from "#lib/evals/results-files.ts";
import { readSet } from "#lib/evals/set-files.ts";
import type { ComparedSkill, Comparison, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import type { ToldSkills } from "./told-skills.ts";

/** Where the requests beside the skills lead under one harness, by words alone. */
export interface HarnessPreview {
  readonly harness: string;
  readonly label: string;
  readonly passed: number;
  readonly judged: number;
  readonly missed: readonly MissedRequest[];
}

export interface MissedRequest {
  /** The file of the request, without a leading slash. */
  readonly path: string;
  readonly request: string;
  readonly says: string;
}

/** A file beside a skill that may contain requests for it. */
export interface FoundFile {
  readonly path: string;
  readonly skill: ComparedSkill;
}

interface PreviewInput {
  readonly files: Files;
  readonly found: readonly FoundFile[];
  readonly toldBy: (column: HarnessColumn) => ToldSkills;
}

/** Where the requests in these files lead under each harness of which it is documented what it tells its model. */
export function previewsIn({ columns }: Comparison, { files, found, toldBy }: PreviewInput): readonly HarnessPreview[] {
  const sets = found.flatMap((each) => setsOf(files, each));
  if (sets.length === 0) return [];
  return columns.flatMap((column, at) => {
    if (column.counts.undocumented) return [];
    const told = toldBy(column);
    const asked = sets.flatMap(({ file, requests, own, verdicts }) => {
      const name = verdicts[at]?.name ?? own;
      return requests.map((request) => {
        const renamed = renameSkills(request, (each) => (each === own ? name : each));
        return { file, picked: { request: renamed, picks: askWords(request.text, told) } };
      });
    });
    const { rows, passed, judged } = judge(asked.map(({ picked }) => picked));
    const missed = rows.flatMap(({ request, outcome }, row): readonly MissedRequest[] => {
      if (outcome.kind === "hit" || outcome.kind === "open") return [];
      const says = `expected ${tellExpectation(request.expects)}, ${tellOutcome(outcome)}`;
      return [{ path: asked[row]?.file ?? "", request: request.text, says }];
    });
    return [{ harness: column.profileId, label: column.label, passed, judged, missed }];
  });
}

interface FoundSet {
  readonly file: string;
  /** The set's own name for its skill. */
  readonly own: string;
  readonly requests: readonly EvalRequest[];
  readonly verdicts: ComparedSkill["verdicts"];
}

function setsOf(files: Files, { path, skill }: FoundFile): readonly FoundSet[] {
  const own = basename(dirname(skill.path));
  const text = readText(files, path);
  const read = text === undefined ? undefined : readSet(text, own);
  if (read?.kind !== "set") return [];
  return [{ file: path.slice(1), own: read.skill ?? own, requests: read.requests, verdicts: skill.verdicts }];
}

function askWords(request: string, { offers, picks }: ToldSkills): Picked["picks"] {
  if (!picks.has(request)) {
    const choice = chooseSkill(request, offers);
    picks.set(request, "offer" in choice ? choice.offer?.name : undefined);
  }
  const skill = picks.get(request);
  return [skill === undefined ? { kind: "answer" } : { kind: "skill", skill }];
}
