import { inSlices } from "#lib/async/slices.ts";
import { catalogNotices, renderCatalog } from "#lib/harness/catalog/catalog.ts";
import type { LookAhead, ReadAhead, ScanSteps } from "#lib/harness/discovery/read-skill.ts";
import { afterDiskChange, keepsStates, loadSessionInSteps } from "#lib/harness/session.ts";
import { stateNotices, whyFeatureIsOff } from "#lib/harness/states/states.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { partsParsed } from "#lib/skills/parse-yaml.ts";
import type { Dialect, YamlReading } from "#lib/skills/read-frontmatter.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { ReadReply, ReadRequest } from "./reading.worker.ts";
import type { HarnessView } from "./state.ts";
import { place as startPlace } from "./tree/place.ts";

interface ViewInput {
  readonly profile: Profile;
  readonly files: Files;
  /** Absent: in a conversation that has come across nothing. */
  readonly place?: Place;
  /** Every SKILL.md of the workspace. */
  readonly skillFiles: readonly string[];
  /** What the running harness has in hand; absent when it (re)loads now. */
  readonly running?: Pick<HarnessView, "discovery" | "states" | "isOff" | "whyOff">;
  /** Whether it is started with its switch that turns skills off. */
  readonly noSkills?: boolean;
  /** What the chosen model takes in, in tokens. */
  readonly window?: number;
  /** Findings of the mounts themselves. */
  readonly mountNotices: readonly Notice[];
}

/** What the harness makes of the files: a function of them, the profile, and what was loaded last. Yields often. */
export function* deriveView(input: ViewInput): ScanSteps<HarnessView> {
  const { profile, files, place = startPlace, skillFiles, mountNotices, noSkills = false, window } = input;
  const onDisk = yield* loadSessionInSteps(profile, files, place, { skillFiles, noSkills });
  yield;
  const running = input.running && afterDiskChange(profile, { ...input.running, files, place }, files);
  const { discovery, states, isOff } = running ?? onDisk;
  const whyOff = input.running
    ? input.running.whyOff
    : whyFeatureIsOff(profile, { files, place, discovery: onDisk.discovery, noSkills });
  const catalog = renderCatalog(profile, { files, place, discovery, states, ...(window && { window }) });
  const stale = running !== undefined && !isSameLoad(profile, running, onDisk);
  return {
    place,
    discovery,
    states,
    isOff,
    ...(whyOff && { whyOff }),
    catalog,
    stale,
    ...(stale && { onDisk }),
    problems: [
      ...onDisk.discovery.candidates.flatMap((candidate) => candidate.notices),
      ...stateNotices(profile, files, place),
      ...catalogNotices(catalog),
      ...mountNotices,
    ].sort(bySeverity),
  };
}

export const emptyView: HarnessView = {
  place: startPlace,
  discovery: { skills: [], candidates: [], placements: new Map(), warnings: [] },
  states: new Map(),
  isOff: false,
  catalog: { channel: "system", text: "", rows: [] },
  stale: false,
  problems: [],
};

/** Whether a reload would change nothing of what the harness has in hand. */
function isSameLoad(profile: Profile, a: Session, b: Session): boolean {
  const { skills, warnings } = a.discovery;
  return (
    a.isOff === b.isOff &&
    warnings.join("\n") === b.discovery.warnings.join("\n") &&
    skills.length === b.discovery.skills.length &&
    skills.every((skill, index) => isSameSkill(skill, b.discovery.skills[index])) &&
    (!keepsStates(profile) || [...b.states].every(([location, state]) => a.states.get(location) === state))
  );
}

function isSameSkill(a: Skill, b: Skill | undefined): boolean {
  if (!b || a.body !== b.body) return false;
  return JSON.stringify({ ...a, body: "" }) === JSON.stringify({ ...b, body: "" });
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

function bySeverity(a: Notice, b: Notice): number {
  return ranks[a.severity] - ranks[b.severity];
}

/**
 * What is read of YAML on the page's own thread in the course of a scan, in parts (see `YamlLimits`): somewhat more than
 * 2,000 ordinary skills have, a tenth of a second or two in slices. Counted in place of time, so that a slow machine does
 * what a fast one does, and after the event: to look ahead costs as much as a tenth of the whole scan.
 */
const ownParts = 100_000;

/**
 * Milliseconds for the worker's code to come, for a batch, and for one text of it. Both are bounded by their parts and take a hundredth of
 * that: it is a net below these bounds, for a text that is dear in a way that nobody has thought of.
 */
const patience = { start: 5000, batch: 5000, text: 1000 } as const;

/**
 * Runs what looks through skills in slices, and has its YAML read by a worker once that is more than `ownParts`. Where no worker
 * can be had, all of it is read in slices. Rejects with the failure `cancelled` once `signal` is aborted.
 */
export async function scan<Result>(work: ScanSteps<Result>, signal: AbortSignal): Promise<Result> {
  const reader = new Reader(signal);
  const before = partsParsed();
  const answer = (lookAhead: LookAhead | undefined) => {
    const ahead = partsParsed() - before > ownParts ? lookAhead?.() : undefined;
    return ahead && reader.read(ahead);
  };
  try {
    return await inSlices(work, { signal, answer });
  } finally {
    reader.close();
  }
}

/** Reads in a worker, which is started with the first request. */
class Reader {
  readonly #signal: AbortSignal;
  #worker: Worker | undefined;
  #isReady = false;
  #isMissing = typeof Worker === "undefined";

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** `undefined` where it is not to be had from a worker, or is no longer wanted. What would hold the worker for good is too complex. */
  read({ dialect, yamls }: ReadAhead): Promise<readonly YamlReading[] | undefined> | undefined {
    return this.#isMissing ? undefined : this.#readAll(dialect, yamls);
  }

  async #readAll(dialect: Dialect, yamls: readonly string[]): Promise<readonly YamlReading[] | undefined> {
    const readings = await this.#ask({ dialect, yamls }, patience.batch);
    if (readings !== "late") return readings;
    const each: YamlReading[] = [];
    for (const yaml of yamls) {
      const reading = await this.#ask({ dialect, yamls: [yaml] }, patience.text);
      if (!reading) return undefined;
      each.push(...(reading === "late" ? [{ kind: "too-complex" } as const] : reading));
    }
    return each;
  }

  /** `late` where the worker had the time and did not answer: it is ended, and the next question has another. */
  async #ask(request: ReadRequest, milliseconds: number): Promise<readonly YamlReading[] | "late" | undefined> {
    this.#worker ??= new Worker(new URL("./reading.worker.ts", import.meta.url), { type: "module", name: "skills" });
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<readonly YamlReading[] | "late" | undefined>();
    const over = new AbortController();
    const listen = { signal: over.signal };
    const giveUp = () => {
      this.#isMissing = true;
      resolve(undefined);
    };
    const isLate = () => {
      this.close();
      resolve("late");
    };
    let timer = this.#isReady ? setTimeout(isLate, milliseconds) : setTimeout(giveUp, patience.start);
    const hear = ({ data }: MessageEvent<ReadReply>) => {
      if (data !== "ready") return resolve(data);
      this.#isReady = true;
      clearTimeout(timer);
      timer = setTimeout(isLate, milliseconds);
    };
    worker.addEventListener("message", hear, listen);
    worker.addEventListener("error", giveUp, listen);
    this.#signal.addEventListener("abort", () => resolve(undefined), listen);
    worker.postMessage(request);
    return promise.finally(() => {
      clearTimeout(timer);
      over.abort();
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isReady = false;
  }
}
