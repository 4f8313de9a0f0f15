import { profileFor, windowOf } from "#lib/chat/model-choice.ts";
import { failureOf } from "#lib/failure.ts";
import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { explain } from "#lib/harness/explain.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { quickFixes } from "#lib/harness/quick-fixes.ts";
import { catalogOf } from "#lib/harness/rules/inquire.ts";
import { loadSessionInSteps } from "#lib/harness/session.ts";
import { stateNotices } from "#lib/harness/states/states.ts";
import type { RuleTest } from "#lib/harness/vocabulary/finding.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { standingIn } from "#lib/harness/vocabulary/verdict.ts";
import type { Models } from "#lib/models/models.ts";
import { type ComparedVerdict, comparedVerdict } from "#lib/report/compare/verdict.ts";
import { candidateOf } from "#lib/stage/candidate-of.ts";
import { place } from "#lib/stage/place.ts";
import type { Placement } from "#lib/stage/placement.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { createMountTable, type Location, type MountTable } from "#lib/vfs/mount-table.ts";
import { createOverlay, type Overlay } from "#lib/vfs/overlay.ts";
import type { Harness } from "#lib/view/harness.ts";
import { scan } from "#lib/view/scan.ts";
import { type DraftLink, draftLinks } from "./draft-links.ts";

interface StandingNeeds {
  readonly models: Models;
  readonly tree: Tree;
  readonly harness: Harness;
  readonly closed: AbortSignal;
}

/** A finding about a file's text: the chosen harness's with texts that would fix it, or a link that leads nowhere. */
export type DraftProblem =
  | { readonly notice: Notice; readonly fixes: readonly DraftFix[] }
  | { readonly link: DraftLink };

export interface DraftFix {
  /** The fix, as a button names it. */
  readonly label: string;
  /** The file's whole text after the fix. */
  readonly text: string;
}

/** What one harness would make of a file with an unsaved text. */
export interface HarnessStanding {
  readonly profileId: string;
  readonly label: string;
  readonly verdict: ComparedVerdict;
  /** The rules that the file breaks, the deciding one first. */
  readonly broken: readonly RuleTest[];
}

export interface DraftOptions {
  readonly signal: AbortSignal;
  /** Called with the findings on the text, before the other harnesses are asked. */
  readonly onProblems: (problems: readonly DraftProblem[]) => void;
}

/**
 * What every harness would make of a file with another text, as if it were saved and each harness had just started.
 * Shadowing is checked against all skills of the workspace. Empty where no harness takes the file for a skill. Runs in
 * slices over the workspace's own files; nothing is written. `undefined` once `signal` is aborted or the workspace is
 * closed.
 */
export async function standingOfDraft(
  needs: StandingNeeds,
  path: string,
  text: string,
  { signal, onProblems }: DraftOptions,
): Promise<readonly HarnessStanding[] | undefined> {
  const either = AbortSignal.any([signal, needs.closed]);
  try {
    await needs.tree.whenBundled();
    const draft = draftOf(needs, path, text);
    if (!draft) return [];
    onProblems(await scan(problemsIn(needs, draft), either));
    return await scan(standingsIn(needs, draft), either);
  } catch (caught) {
    if (failureOf(caught)?.code === "cancelled") return undefined;
    throw caught;
  }
}

/** A file of a mount with another text. */
interface Draft {
  /** The file's location in its mount. */
  readonly at: Location;
  readonly overlay: Overlay;
}

function draftOf(needs: StandingNeeds, path: string, text: string): Draft | undefined {
  const at = needs.tree.table().locate(path);
  if (!at) return undefined;
  const overlay = createOverlay(at.volume);
  overlay.write(at.path, new TextEncoder().encode(text));
  return { at, overlay };
}

/** Whether any harness may take a file of this name for a skill; for other files no harness is asked. */
function isPerhapsSkill(path: string): boolean {
  return path.toLowerCase().endsWith(".md");
}

function* problemsIn(needs: StandingNeeds, draft: Draft): ScanSteps<readonly DraftProblem[]> {
  const profile = needs.harness.profile();
  const placed = yield* placedFor(needs, profile, draft);
  const { files, at } = placed;
  if (!isPerhapsSkill(at.path)) {
    const location = files.seenAt(at);
    const ofStates = stateNotices(profile, files, place).filter(({ path }) => path === location);
    return ofStates.map((notice) => ({ notice, fixes: [] }));
  }
  const { session, candidate } = yield* startedOver(needs, profile, placed);
  const problems: DraftProblem[] = [];
  for (const notice of candidate?.notices ?? []) {
    problems.push({ notice, fixes: fixesIn(profile, session, notice) });
    yield;
  }
  for (const link of draftLinks(draft.at, draft.overlay)) {
    problems.push({ link });
    yield;
  }
  return problems;
}

/** The fixes that change only the text: a file that is being edited must not be moved. */
function fixesIn(profile: Profile, session: Session, notice: Notice): readonly DraftFix[] {
  return quickFixes(profile, session, notice).flatMap(({ label, writes, moves }) => {
    const [write, ...more] = writes;
    const isText = moves.length === 0 && more.length === 0 && write?.path === notice.path;
    return isText && write.text !== null ? { label, text: write.text } : [];
  });
}

function* standingsIn(needs: StandingNeeds, draft: Draft): ScanSteps<readonly HarnessStanding[]> {
  if (!isPerhapsSkill(draft.at.path)) return [];
  const standings: HarnessStanding[] = [];
  let isSkill = false;
  for (const each of profiles) {
    const profile = profileFor(each, needs.models.state().models);
    const placed = yield* placedFor(needs, profile, draft);
    const { session, candidate } = yield* startedOver(needs, profile, placed);
    isSkill ||= candidate !== undefined;
    const standing = standingIn(session, catalogOf(profile, session));
    yield;
    const verdict = comparedVerdict(candidate, standing);
    const broken = candidate ? brokenRules(profile, session, candidate.location) : [];
    standings.push({ profileId: profile.id, label: profile.label, verdict, broken });
    yield;
  }
  return isSkill ? standings : [];
}

function brokenRules(profile: Profile, session: Session, location: string): readonly RuleTest[] {
  const { tests, decisive } = explain(profile, session, location);
  const broken = tests.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
  return decisive ? [decisive, ...broken.filter((test) => test !== decisive)] : broken;
}

interface Placed {
  /** The workspace as this harness has it, with the draft's text. */
  readonly files: MountTable;
  /** The file's location in its mount. */
  readonly at: Location;
  readonly skillFiles: readonly string[];
}

function* placedFor(needs: StandingNeeds, profile: Profile, { at, overlay }: Draft): ScanSteps<Placed> {
  const { points, skillFiles } = yield* placementOf(needs.tree, profile);
  yield;
  const files = createMountTable(
    points.map((point) => (point.volume === at.volume ? { ...point, volume: overlay } : point)),
  );
  yield;
  return { files, skillFiles, at };
}

/** A cache by tree, which stays the same while somebody types. */
const placements = new WeakMap<MountTable, Map<Profile, Placement>>();

function* placementOf(tree: Tree, profile: Profile): Generator<undefined, Placement> {
  const table = tree.table();
  const known = placements.get(table) ?? new Map<Profile, Placement>();
  placements.set(table, known);
  const placement = known.get(profile) ?? (yield* tree.placedFor(profile));
  known.set(profile, placement);
  return placement;
}

interface Started {
  readonly session: Session;
  /** Absent where the harness does not take the file for a skill. */
  readonly candidate: Candidate | undefined;
}

/** The harness as it would start now. */
function* startedOver(needs: StandingNeeds, profile: Profile, { files, at, skillFiles }: Placed): ScanSteps<Started> {
  const { models } = needs.models.state();
  const { noSkills, profileId } = needs.harness.state();
  const isCurrent = profile.id === profileId;
  const options = { skillFiles, noSkills: isCurrent && noSkills };
  const loaded = yield* loadSessionInSteps(profile, files, isCurrent ? needs.harness.placeNow() : place, options);
  yield;
  const session = { ...loaded, window: windowOf(models) };
  return { session, candidate: candidateOf(loaded.discovery, files, at) };
}
