import { setTimeout as wait } from "node:timers/promises";
import { openRoom, type RoomAccess, reportTo, tellRoom } from "#lib/room/ask-room.ts";
import { type LedRoom, leadRoom } from "#lib/room/led-room.ts";
import { createSender } from "#lib/room/report-sender.ts";
import { freshKey, type LearnerEvent, type LearnerReport, type RoomPlan } from "#lib/room/room.ts";
import { followRoom } from "#lib/room/room-line.ts";
import { percentile } from "../bench/figures.ts";

const checkCount = 60;
const checks = Array.from({ length: checkCount }, (_, index) => ({ id: `one/quiz-${index}`, label: `Check ${index}` }));

export const plan: RoomPlan = {
  workshop: "/try/skills-101",
  title: "Soak",
  lessons: [{ id: "01-a", title: "A", steps: [{ id: "one", title: "One", checks }] }],
};

/** `fetch` of a page of the site, as a proxy forwards it from this address. `url` is read at each request. */
export function pageAt(url: () => string, address: string): typeof fetch {
  return (path, init = {}) =>
    fetch(new URL(String(path), url()), {
      ...init,
      headers: { ...headersFrom(url(), address), ...(init.headers as Record<string, string>) },
    });
}

export function headersFrom(site: string, address: string): Record<string, string> {
  return {
    ...{ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
    ...{ origin: site, "x-forwarded-for": address },
  };
}

export const emptyReport: LearnerReport = { lesson: "", step: "", still: 0, lessons: [] };

export interface HonestClass {
  readonly access: RoomAccess;
  readonly room: LedRoom;
  readonly page: typeof fetch;
  /** Stops it; returns the result in words. */
  stop(): Promise<string>;
}

const learners = 40;

/** A class of forty behind one address, in which somebody passes a check all the time. */
export async function honestClass(page: typeof fetch): Promise<HonestClass> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const access = await openRoom({ key: freshKey(), plan }, { fetch: page });
  const room = leadRoom({ access, plan, since: Date.now(), fetch: page });
  signal.addEventListener("abort", () => room.stop());
  const passedAt = new Map<string, number[]>();
  const delays: number[] = [];
  const seen = new Map<string, number>();
  room.subscribe(() => {
    for (const { name, passed } of room.getState().learners.values()) {
      const times = passedAt.get(name)?.slice(seen.get(name) ?? 0, passed.length) ?? [];
      for (const at of times) delays.push(performance.now() - at);
      if (passedAt.has(name)) seen.set(name, Math.max(seen.get(name) ?? 0, passed.length));
    }
  });
  const senders = Array.from({ length: learners }, (_, number) => {
    const times: number[] = [];
    passedAt.set(`L${number}`, times);
    return { times, sender: learner({ ...access, key: freshKey() }, `L${number}`, { page, signal, times }) };
  });
  const passing = (async () => {
    for (let turn = 0; !signal.aborted && turn < learners * checkCount; turn++) {
      const { times, sender } = senders[turn % learners] as (typeof senders)[number];
      times.push(performance.now());
      sender.send();
      await wait(50, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    ...{ access, room, page },
    async stop() {
      const passed = () => [...passedAt.values()].reduce((sum, { length }) => sum + length, 0);
      const all = passed();
      for (let turn = 0; turn < 300 && delays.length < all; turn++) await wait(100);
      const late = all - delays.length;
      leaving.abort();
      await passing;
      return `a class of forty: ${all} results, ${Math.max(late, 0)} not seen, 95 % seen within ${inMs(delays)}`;
    },
  };
}

function inMs(times: readonly number[]): string {
  return times.length === 0 ? "no time" : `${percentile(times, 0.95).toFixed(0)} ms`;
}

interface Learning {
  readonly page: typeof fetch;
  readonly signal: AbortSignal;
  readonly times: readonly number[];
}

function learner(access: RoomAccess, name: string, { page, signal, times }: Learning) {
  const given = { access, signal, fetch: page };
  const report = (): LearnerReport => {
    const passed = times.map((_, index) => ({ check: `one/quiz-${index}`, by: "learner" as const, ago: 0 }));
    return { ...emptyReport, lesson: "01-a", step: "one", lessons: [{ id: "01-a", passed }] };
  };
  const sender = createSender({ ...given, name, report, onSent: () => undefined, onFailure: () => undefined });
  void followRoom<LearnerEvent>({
    ...given,
    onState: () => undefined,
    onEvent: ({ kind }) => kind === "here" && sender.send(),
  });
  return sender;
}

/** Other teachers, from other networks: each opens a room, lets one learner join and closes it, until `stop`. */
export function otherTeachers(pageOf: (index: number) => typeof fetch) {
  const times: number[] = [];
  const refusals = new Map<string, number>();
  let isOver = false;
  const teach = async (fetch: typeof globalThis.fetch) => {
    const start = performance.now();
    try {
      const access = await openRoom({ key: freshKey(), plan }, { fetch });
      const report = { do: "report", name: "", report: emptyReport } as const;
      await reportTo({ ...access, key: freshKey() }, report, { fetch });
      await tellRoom(access, { do: "close" }, { fetch });
      times.push(performance.now() - start);
    } catch (caught) {
      const { code } = (caught as { failure: { code: string } }).failure;
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
    }
  };
  const running = (async () => {
    for (let index = 0; !isOver; index++) {
      await teach(pageOf(index));
      await wait(500);
    }
  })();
  return async (): Promise<string> => {
    isOver = true;
    await running;
    const refused = [...refusals].map(([code, count]) => `, ${count} ${code}`).join("");
    const all = times.length + [...refusals.values()].reduce((sum, count) => sum + count, 0);
    return `other teachers: ${times.length} of ${all} had a room${refused}, 95 % within ${inMs(times)}`;
  };
}
