import type { LearnerReport, ReportedPass, RoomPlan, ShownLearner } from "#lib/room/room.ts";
import { roomLimits } from "#lib/room/room.ts";

/** What a room keeps of a learner. Times are the server's, in milliseconds, by a clock that does not jump. */
export interface LearnerRecord {
  readonly name: string;
  readonly lesson: string;
  readonly step: string;
  readonly passed: readonly RecordedPass[];
  /** When they got on last, and when their page was heard last. */
  readonly movedAt: number;
  readonly seenAt: number;
  readonly ignored: number;
}

interface RecordedPass {
  /** The check's place among all of the plan. */
  readonly check: number;
  readonly by: "learner" | "solution";
  readonly at: number;
}

/** Where each check of a plan stands among all of them. */
export interface PlanIndex {
  /** By lesson and then by check; a lesson's own checks stand in a row. */
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
 * A learner's record with what their page has reported. The whole of the open lesson is taken as it is, so that a check
 * that was reset is open again; of other lessons, which other tabs may report themselves, passes are only added. What the
 * plan does not have is left out and counted. The same report twice changes nothing but when it was heard.
 * @param now the server's steady clock
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
      else passed.set(check, known.get(check) ?? recordedPass(check, pass, now));
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

function recordedPass(check: number, { by, ago }: ReportedPass, now: number): RecordedPass {
  return { check, by, at: since(ago, now) };
}

/** So many seconds ago, by the learner's clock, which may have jumped: never in the future, and never before a room can have begun. */
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
