/** Attacks on live rooms. Each returns its result in words; the class that suffers it reports the rest. */
import { request as send } from "node:http";
import { findRoom, openRoom, type RoomAccess, reportTo, tellRoom } from "#lib/room/ask-room.ts";
import { freshKey, type RoomPlan } from "#lib/room/room.ts";
import { emptyReport, type HonestClass, headersFrom, pageAt, plan } from "./room-class.ts";

/** The server under attack. */
export interface Target {
  readonly url: () => string;
  readonly school: HonestClass;
  /** Kills the server and starts it again, with empty memory. */
  restart(): Promise<void>;
}

export type Attack = (target: Target) => Promise<string>;

/** Four /64 networks of one /56. */
const neighbours = (index: number) => `2001:db8:0:${(index % 4) + 16}::1`;

/** Counts results by kind. */
function outcomes() {
  const counts = new Map<string, number>();
  const count = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    const note = (code: string) => counts.set(code, (counts.get(code) ?? 0) + 1);
    try {
      const answer = await asked;
      note("done");
      return answer;
    } catch (caught) {
      note((caught as { failure?: { code: string } }).failure?.code ?? String(caught));
      return undefined;
    }
  };
  return { count, told: () => [...counts].map(([code, number]) => `${number} ${code}`).join(", ") };
}

/** Runs `count` calls, at most `width` at a time. */
async function abreast(count: number, width: number, one: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: width }, run));
}

const openFrom = ({ url }: Target, address: string, given: RoomPlan = plan) =>
  openRoom({ key: freshKey(), plan: given }, { fetch: pageAt(url, address) });

async function takePlaces(target: Target): Promise<string> {
  const { count, told } = outcomes();
  await abreast(450, 8, (index) => count(openFrom(target, neighbours(index))));
  return `450 rooms from four /64 of one /56: ${told()}`;
}

async function takePlacesOfManySites(target: Target): Promise<string> {
  const { count, told } = outcomes();
  await abreast(480, 8, (index) => count(openFrom(target, `2001:db8:${(index % 12) + 1}::1`)));
  return `480 rooms from twelve /48: ${told()}`;
}

/** The largest plan allowed. */
const largePlan: RoomPlan = {
  ...plan,
  lessons: Array.from({ length: 20 }, (_, lesson) => ({
    id: `${"l".repeat(300)}-${lesson}`,
    title: "t".repeat(190),
    steps: Array.from({ length: 20 }, (__, step) => ({
      id: `step-${step}`,
      title: "t".repeat(180),
      checks: step < 4 ? [{ id: `c-${step}`, label: "l".repeat(150) }] : [],
    })),
  })),
};

async function takeCharacters(target: Target): Promise<string> {
  const rooms: RoomAccess[] = [];
  const [opening, growing] = [outcomes(), outcomes()];
  const opened = async (index: number) => {
    const access = await opening.count(openFrom(target, neighbours(index), largePlan));
    if (access) rooms.push(access);
  };
  await abreast(150, 8, opened);
  const passed = largePlan.lessons.map(({ id, steps }) => ({
    id,
    passed: steps
      .flatMap(({ checks }) => checks)
      .map((check) => ({ check: check.id, by: "solution" as const, ago: 1 })),
  }));
  await abreast(600, 16, (index) => {
    const access = { ...(rooms[index % rooms.length] as RoomAccess), key: freshKey() };
    const report = { do: "report", name: "x".repeat(40), report: { ...emptyReport, lessons: passed } } as const;
    return growing.count(reportTo(access, report, { fetch: pageAt(target.url, neighbours(index)) }));
  });
  return `150 rooms of 100 KB: ${opening.told()}; 3000 learners of 4 KB: ${growing.told()}`;
}

/** From the school's own network, by anybody with the code. */
async function fillRoom({ url, school: { access, room, page } }: Target): Promise<string> {
  const [filling, removing] = [outcomes(), outcomes()];
  const join = (name: string) =>
    reportTo({ ...access, key: freshKey() }, { do: "report", name, report: emptyReport }, { fetch: page });
  await abreast(200, 8, (index) => filling.count(join(`Fake ${index}`)));
  await removing.count(tellRoom(access, { do: "lock", isLocked: true }, { fetch: page }));
  await removing.count(tellRoom(access, { do: "remove-unpassed" }, { fetch: page }));
  // One by one, as before teachers could remove all in one go.
  const fakes = [...room.getState().learners.values()].filter(({ name }) => name.startsWith("Fake"));
  for (const { id } of fakes) await removing.count(tellRoom(access, { do: "remove", learner: id }, { fetch: page }));
  const left = outcomes();
  await abreast(50, 8, (index) => left.count(join(`Fake again ${index}`)));
  await removing.count(tellRoom(access, { do: "lock", isLocked: false }, { fetch: page }));
  const late = outcomes();
  const other = pageAt(url, "203.0.113.200");
  await late.count(
    reportTo({ ...access, key: freshKey() }, { do: "report", name: "Late", report: emptyReport }, { fetch: other }),
  );
  return `200 made-up learners: ${filling.told()}; the teacher: ${removing.told()}; 50 more: ${left.told()}; a late pupil: ${late.told()}`;
}

async function stealCode(target: Target): Promise<string> {
  const { access } = target.school;
  await target.restart();
  const { count, told } = outcomes();
  const thief = pageAt(target.url, "203.0.113.66");
  await abreast(20, 4, () => count(openRoom({ key: freshKey(), plan, code: access.code }, { fetch: thief })));
  for (let turn = 0; turn < 100; turn++) {
    const info = await findRoom(access.code, { fetch: target.school.page }).catch(() => undefined);
    if (info)
      return `20 tries to have the lost code: ${told()}; it is ${info.id === access.id ? "its own" : "another"} room`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `20 tries to have the lost code: ${told()}; no room has it`;
}

async function takeStreams(target: Target): Promise<string> {
  const addresses = ["203.0.113.66", "192.0.2.66"] as const;
  const accesses: RoomAccess[] = [];
  // A room has at most five hundred learners.
  for (const address of addresses) for (let room = 0; room < 6; room++) accesses.push(await openFrom(target, address));
  const statuses = new Map<number, number>();
  const open: { destroy(): void }[] = [];
  await abreast(5400, 64, (index) => {
    const half = index % 2;
    const access = accesses[half * 6 + ((index >> 1) % 6)] as RoomAccess;
    return new Promise<void>((resolve) => {
      const { origin: site } = new URL(target.url());
      const headers = {
        ...headersFrom(site, addresses[half] as string),
        ...{ "x-skillground-room": access.id, "x-skillground-room-key": freshKey() },
      };
      const sent = send(`${site}/api/room/${access.code}/events`, { headers, agent: false }, (response) => {
        const status = response.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        response.on("error", () => undefined).resume();
        resolve();
      });
      sent.on("error", () => resolve());
      sent.end();
      open.push(sent);
    });
  });
  const { count, told } = outcomes();
  const lesson = await openFrom(target, "198.51.100.77");
  const page = pageAt(target.url, "198.51.100.77");
  await abreast(41, 4, (index) => count(firstEvent(page, { ...lesson, key: index === 0 ? lesson.key : freshKey() })));
  for (const sent of open) sent.destroy();
  const counted = [...statuses].map(([status, number]) => `${status}: ${number}`).join(", ");
  return `5400 streams of two networks, ${counted}; a new class of 41: ${told()}`;
}

async function firstEvent(page: typeof fetch, { code, id, key }: RoomAccess): Promise<void> {
  const headers = { "x-skillground-room": id, "x-skillground-room-key": key };
  const response = await page(`/api/room/${code}/events`, { headers });
  if (!response.ok) throw new Error(String(response.status));
  await response.body?.getReader().read();
}

async function openAndClose(target: Target): Promise<string> {
  const { count, told } = outcomes();
  await abreast(600, 16, async (index) => {
    const address = `2001:db8:${(index % 50) + 1}::1`;
    const access = await count(openFrom(target, address, largePlan));
    if (access) await count(tellRoom(access, { do: "close" }, { fetch: pageAt(target.url, address) }));
  });
  return `600 large rooms opened and closed, from 50 /48: ${told()}`;
}

export const attacks: Readonly<Record<string, Attack>> = {
  "all places, from one site": takePlaces,
  "all places, from many": takePlacesOfManySites,
  "all characters": takeCharacters,
  "a room filled by one pupil": fillRoom,
  "a lost room's code": stealCode,
  "all streams, from two networks": takeStreams,
  "rooms opened and closed": openAndClose,
};
