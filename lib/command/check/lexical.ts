import { finish } from "#lib/async/steps.ts";
import { chooseSkill } from "#lib/chat/demo/choose-skill.ts";
import { type Offer, offersIn } from "#lib/chat/demo/parse-catalog.ts";
import { type Overlap, overlapsOf } from "#lib/evals/overlap.ts";
import { judge, type Picked } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { tellExpectation, tellOutcome } from "#lib/evals/results-files.ts";
import { readSet } from "#lib/evals/set-files.ts";
import type { Comparison, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { type Files, readText, walkFiles } from "#lib/vfs/files.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";

/** Skills that compete, as some harnesses told their model of them, each alike. */
export interface HarnessOverlaps {
  readonly harnesses: readonly Pick<HarnessColumn, "label" | "profileId">[];
  /** `path`: of the skill's SKILL.md, without a slash before it. */
  readonly pairs: readonly (Overlap & { readonly path: string })[];
}

/** Where the requests that lie beside the skills lead by words alone, under one harness. */
export interface HarnessPreview {
  readonly harness: string;
  readonly label: string;
  readonly passed: number;
  readonly judged: number;
  readonly missed: readonly MissedRequest[];
}

export interface MissedRequest {
  /** The file that the request stands in, without a slash before it. */
  readonly path: string;
  readonly request: string;
  readonly says: string;
}

/** The rivals of each skill, as each harness told them: harnesses that told the same stand together. */
export function overlapsIn({ columns, skills }: Comparison): readonly HarnessOverlaps[] {
  const groups = new Map<string, { harnesses: HarnessColumn[]; offers: readonly Offer[] }>();
  for (const column of columns) {
    const offers = offersOf(column);
    const key = JSON.stringify(offers.map(({ name, description }) => [name, description]).toSorted());
    const group = groups.get(key);
    if (group) group.harnesses.push(column);
    else groups.set(key, { harnesses: [column], offers });
  }
  return [...groups.values()].map(({ harnesses, offers }) => {
    const at = columns.findIndex(({ profileId }) => profileId === harnesses[0]?.profileId);
    const paths = new Map(skills.map(({ path, verdicts }) => [verdicts[at]?.name, path.slice(1)]));
    const pairs = overlapsOf(offers).map((pair) => ({ ...pair, path: paths.get(pair.skill) ?? "" }));
    return { harnesses: harnesses.map(({ label, profileId }) => ({ label, profileId })), pairs };
  });
}

/** Where the requests of the sets in the skills' own `evals/` lead, under each harness: a lexical preview, no model is asked. */
export function previewsOf({ columns, skills }: Comparison, files: Files): readonly HarnessPreview[] {
  const sets = skills.flatMap(({ path, verdicts }) => setsOf(files, path).map((set) => ({ ...set, verdicts })));
  if (sets.length === 0) return [];
  return columns.map((column, at) => {
    const offers = offersOf(column);
    const asked = sets.flatMap(({ file, requests, own, verdicts }) => {
      const name = verdicts[at]?.name ?? own;
      return requests.map((request) => ({ file, picked: askWords(renamed(request, own, name), offers) }));
    });
    const { rows, passed, judged } = judge(asked.map(({ picked }) => picked));
    const missed = rows.flatMap(({ request, outcome }, row): readonly MissedRequest[] => {
      if (outcome.kind === "hit" || outcome.kind === "open") return [];
      const says = `expected ${tellExpectation(request.expects)}, ${tellOutcome(outcome)}`;
      return [{ path: asked[row]?.file ?? "", request: request.text, says }];
    });
    return { harness: column.profileId, label: column.label, passed, judged, missed };
  });
}

function offersOf({ catalog }: HarnessColumn): readonly Offer[] {
  return finish(offersIn([catalog.text]));
}

interface FoundSet {
  readonly file: string;
  /** What the set calls its skill. */
  readonly own: string;
  readonly requests: readonly EvalRequest[];
}

function setsOf(files: Files, skillFile: string): readonly FoundSet[] {
  const folder = joinPath(dirname(skillFile), "evals");
  const own = dirname(skillFile).slice(dirname(skillFile).lastIndexOf("/") + 1);
  return [...walkFiles(files, folder)].flatMap(({ path, kind }) => {
    const text = kind === "file" && path.endsWith(".json") ? readText(files, path) : undefined;
    const read = text === undefined ? undefined : readSet(text, own);
    return read?.kind === "set" ? [{ file: path.slice(1), own: read.skill ?? own, requests: read.requests }] : [];
  });
}

/** The request with its skill called as the harness calls it. */
function renamed(request: EvalRequest, own: string, name: string): EvalRequest {
  const { expects } = request;
  return "skill" in expects && expects.skill === own ? { ...request, expects: { ...expects, skill: name } } : request;
}

function askWords(request: EvalRequest, offers: readonly Offer[]): Picked {
  const choice = chooseSkill(request.text, offers);
  const skill = "offer" in choice ? choice.offer?.name : undefined;
  return { request, picks: [skill === undefined ? { kind: "answer" } : { kind: "skill", skill }] };
}
