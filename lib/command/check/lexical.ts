import { chooseSkill, isBundled } from "#lib/chat/demo/choose-skill.ts";
import { type Offer, offersOfRows } from "#lib/chat/demo/parse-catalog.ts";
import { type Overlap, overlapsOf } from "#lib/evals/overlap.ts";
import { judge, type Picked } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { tellExpectation, tellOutcome } from "#lib/evals/results-files.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { profileById } from "#lib/harness/profiles.ts";
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

/** What words alone say of skills. It remembers: harnesses that tell the same, now and before a change, are worked out once. */
export interface Lexical {
  /** The rivals of each skill, as each harness told them: harnesses that told the same stand together. */
  overlapsIn(comparison: Comparison): readonly HarnessOverlaps[];
  /** Where the requests of the sets in the skills' own `evals/` lead, under each harness: a lexical preview, no model is asked. */
  previewsOf(comparison: Comparison, files: Files): readonly HarnessPreview[];
}

export function createLexical(): Lexical {
  const known = new Map<string, ToldSkills>();
  const byColumn = new WeakMap<HarnessColumn, ToldSkills>();

  function toldBy(column: HarnessColumn): ToldSkills {
    const before = byColumn.get(column);
    if (before) return before;
    const made = new ToldSkills(offersOf(column));
    const told = known.get(made.key) ?? made;
    known.set(made.key, told);
    byColumn.set(column, told);
    return told;
  }

  return {
    overlapsIn: (comparison) => overlapsIn(comparison, toldBy),
    previewsOf: (comparison, files) => previewsOf(comparison, files, toldBy),
  };
}

/** Skills as a harness told them, with what was worked out from that. */
class ToldSkills {
  /** Alike where no word would lead elsewhere. */
  readonly key: string;
  /** Alike where the same skills are told, in whatever order. */
  readonly set: string;
  readonly #offers: readonly Offer[];
  readonly #picks = new Map<string, Picked["picks"]>();
  #overlaps: readonly Overlap[] | undefined;

  constructor(offers: readonly Offer[]) {
    this.#offers = offers;
    this.key = JSON.stringify(offers.map((offer) => [offer.name, offer.description, isBundled(offer)]));
    this.set = JSON.stringify(offers.map(({ name, description }) => [name, description]).toSorted());
  }

  overlaps(): readonly Overlap[] {
    this.#overlaps ??= overlapsOf(this.#offers);
    return this.#overlaps;
  }

  ask(request: string): Picked["picks"] {
    const picks = this.#picks.get(request) ?? askWords(request, this.#offers);
    this.#picks.set(request, picks);
    return picks;
  }
}

function overlapsIn(
  { columns, skills }: Comparison,
  toldBy: (column: HarnessColumn) => ToldSkills,
): readonly HarnessOverlaps[] {
  const groups = Map.groupBy(columns, (column) => toldBy(column).set);
  return [...groups.values()].flatMap((harnesses) => {
    const [first] = harnesses;
    if (!first) return [];
    const at = columns.indexOf(first);
    const paths = new Map(skills.map(({ path, verdicts }) => [verdicts[at]?.name, path.slice(1)]));
    const pairs = toldBy(first)
      .overlaps()
      .map((pair) => ({ ...pair, path: paths.get(pair.skill) ?? "" }));
    return [{ harnesses: harnesses.map(({ label, profileId }) => ({ label, profileId })), pairs }];
  });
}

function previewsOf(
  { columns, skills }: Comparison,
  files: Files,
  toldBy: (column: HarnessColumn) => ToldSkills,
): readonly HarnessPreview[] {
  const sets = skills.flatMap(({ path, verdicts }) => setsOf(files, path).map((set) => ({ ...set, verdicts })));
  if (sets.length === 0) return [];
  return columns.map((column, at) => {
    const told = toldBy(column);
    const asked = sets.flatMap(({ file, requests, own, verdicts }) => {
      const name = verdicts[at]?.name ?? own;
      return requests.map((request) => {
        return { file, picked: { request: renamed(request, own, name), picks: told.ask(request.text) } };
      });
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

function offersOf({ profileId, catalog }: HarnessColumn): readonly Offer[] {
  const rules = profileById(profileId)?.catalog;
  return rules ? offersOfRows(catalog, rules) : [];
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

function askWords(request: string, offers: readonly Offer[]): Picked["picks"] {
  const choice = chooseSkill(request, offers);
  const skill = "offer" in choice ? choice.offer?.name : undefined;
  return [skill === undefined ? { kind: "answer" } : { kind: "skill", skill }];
}
