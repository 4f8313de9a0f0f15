import type { LearnerReport, ReportedPass, RoomPlan, ShownLearner } from "#lib/room/room.ts";
import { roomLimits } from "#lib/room/room.ts";

/** What a room stores about a learner. Times are the server's, in milliseconds, from a monotonic clock. */
export interface LearnerRecord {
  readonly name: string;
  readonly lesson: string;
  readonly step: string;
  readonly passed: readonly RecordedPass[];
  /** The times of the learner's last progress, and of the last message from their page. */
  readonly movedAt: number;
  readonly seenAt: number;
  readonly ignored: number;
}

interface RecordedPass {
  /** The check's index among all checks of the plan. */
  readonly check: number;
  readonly by: "learner" | "solution";
  readonly at: number;
}

/** The index of each check of a plan among all of them. */
export interface PlanIndex {
  /** By lesson and then by check; the checks of a lesson have consecutive indexes. */
  readonly lessons: ReadonlyMap<
    string,
    { readonly steps: ReadonlySet<string>; readonly checks: ReadonlyMap<string, number> }
  >;
}

export function indexPlan({ lessons }: RoomPlan): PlanIndex {
  let count = 0;
  return {
    lessons: new Map(
      lessons.map(({ id, steps }) => [
        id,
        {
          steps: new Set(steps.map((step) => step.id)),
          checks: new Map(steps.flatMap((step) => step.checks).map((check) => [check.id, count++])),
        },
      ]),
    ),
  };
}

interface Reported {
  readonly name: string;
  readonly report: LearnerReport;
}

/**
 * A learner's record after a report from their page. Of the open lesson the report replaces everything, so that a reset
 * check is open again; for other lessons, which other tabs may report, passes are only added. Checks that the plan does
 * not have are left out and counted. Repeating a report changes only the time of the last message.
 * @param now the server's monotonic clock
 */
export function withReport(
  before: LearnerRecord | undefined,
  { name, report }: Reported,
  { lessons }: PlanIndex,
  now: number,
): LearnerRecord {
  const open = lessons.get(report.lesson);
  const known = new Map(before?.passed.map((pass) => [pass.check, pass]));
  const passed = new Map(known);
  for (const check of open?.checks.values() ?? []) passed.delete(check);
  let ignored = 0;
  for (const { id, passed: reported } of report.lessons) {
    for (const pass of reported) {
      const check = lessons.get(id)?.checks.get(pass.check);
      if (check === undefined) ignored++;
      else passed.set(check, recordedPass(check, pass, { known: known.get(check), isOpen: id === report.lesson, now }));
    }
  }
  return {
    name,
    lesson: open ? report.lesson : "",
    step: open?.steps.has(report.step) ? report.step : "",
    passed: [...passed.values()].sort((one, other) => one.check - other.check),
    movedAt: since(report.still, now),
    seenAt: now,
    ignored,
  };
}

interface Recording {
  readonly known: RecordedPass | undefined;
  readonly isOpen: boolean;
  readonly now: number;
}

/** The pass as it is known already, unless the open lesson tells of another one: the check was reset in between. */
function recordedPass(check: number, { by, ago }: ReportedPass, { known, isOpen, now }: Recording): RecordedPass {
  return known && (known.by === by || !isOpen) ? known : { check, by, at: since(ago, now) };
}

/**
 * The time this many seconds ago. The seconds come from the learner's clock, which may have jumped: the result is never
 * in the future, and never before a room can have begun.
 */
function since(seconds: number, now: number): number {
  return Math.round(now - Math.min(Math.max(seconds * 1000, 0), roomLimits.life));
}

export function shownLearner(id: string, record: LearnerRecord, now: number): ShownLearner {
  const { name, lesson, step, passed, movedAt, seenAt, ignored } = record;
  const ago = (at: number) => Math.max(0, Math.round((now - at) / 1000));
  return {
    id,
    name,
    lesson,
    step,
    passed: passed.map(({ check, by, at }) => ({ check, by, ago: ago(at) })),
    still: ago(movedAt),
    silent: ago(seenAt),
    ignored,
  };
}
