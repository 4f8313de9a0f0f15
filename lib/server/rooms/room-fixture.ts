/** For tests of live rooms: a server in this process, and pages that ask it as browsers do. */
import { createHash } from "node:crypto";
import { codeOf, type LearnerReport, type RoomPlan } from "#lib/room/room.ts";
import { addressHeader } from "#lib/server/visitor.ts";
import { roomsInMemory } from "./memory-rooms.ts";
import { createRoomLimiter } from "./room-limiter.ts";
import { answerRooms, type RoomDeps } from "./rooms.ts";

/** Two lessons: three checks in two steps, and one check. */
export const plan: RoomPlan = {
  workshop: "/try/skills-101",
  title: "Skills",
  lessons: [
    {
      id: "01-a",
      title: "First",
      steps: [
        {
          id: "one",
          title: "One",
          checks: [
            { id: "one/file_exists-1", label: "A file" },
            { id: "one/quiz-2", label: "A question" },
          ],
        },
        { id: "two", title: "Two", checks: [{ id: "two/file_exists-1", label: "Another" }] },
      ],
    },
    {
      id: "02-b",
      title: "Second",
      steps: [{ id: "one", title: "Again", checks: [{ id: "one/quiz-1", label: "Other" }] }],
    },
  ],
};

/** The server's dependencies; `now` is a clock that a test sets. */
export interface FixtureServer extends RoomDeps {
  time: number;
}

export function createRoomServer(given: Partial<RoomDeps> = {}): FixtureServer {
  const server: FixtureServer = {
    isOffered: true,
    store: roomsInMemory(),
    limiter: createRoomLimiter(),
    // A fast replacement: `codeOfSecret` is deliberately slow.
    codeOf: async (secret) => codeOf(randomOf(secret)),
    beatMs: 20_000,
    time: 10 ** 12,
    now: () => server.time,
    ...given,
  };
  return server;
}

function randomOf(secret: string): () => number {
  const bytes = createHash("sha256").update(secret).digest();
  let at = 0;
  return () => (bytes[at++] ?? 0) / 256;
}

const site = "http://lab.example";

/** The headers that a browser adds to requests of a page of the site. */
export const fromPage = {
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
  host: "lab.example",
  origin: site,
};

/** Requests whose page has not left: Node does not abort one that nobody holds any more. */
const open = new Set<Request>();

/** `fetch` of a page. `server`: called for each request, so that a test can replace the server or take it away. */
export function pageFetch(server: () => RoomDeps | undefined, address = "192.0.2.1"): typeof fetch {
  return async (path, init = {}) => {
    const deps = server();
    if (!deps) throw new TypeError("fetch failed");
    const headers = { ...fromPage, [addressHeader]: address, ...(init.headers as Record<string, string>) };
    const request = new Request(new URL(String(path), site), { ...init, headers });
    open.add(request);
    init.signal?.addEventListener("abort", () => open.delete(request));
    return answerRooms(request, deps);
  };
}

/** The report of a learner who has passed these checks, each `lesson#check`, and has the first one's lesson open. */
export function reportOf(passed: readonly string[], more: Partial<LearnerReport> = {}): LearnerReport {
  const byLesson = Map.groupBy(passed, (name) => name.split("#", 1)[0] ?? "");
  const lessons = [...byLesson].map(([id, names]) => ({
    id,
    passed: names.map((name) => ({ check: name.slice(id.length + 1), by: "learner" as const, ago: 0 })),
  }));
  return { lesson: lessons[0]?.id ?? "01-a", step: "one", still: 0, lessons, ...more };
}
