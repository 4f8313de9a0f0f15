import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { discoverInSteps } from "#lib/harness/discovery/discover.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { readYaml } from "#lib/skills/read-frontmatter.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { ThreadWorker } from "#test/servers/thread-worker.ts";
import type { ReadRequest } from "./reading.worker.ts";
import { scan } from "./scan.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const never = new AbortController().signal;

/** The number of texts that workers were asked to read, and of ended workers. */
const seen = { texts: 0, ended: 0 };

class CountingWorker extends ThreadWorker {
  override postMessage(request: ReadRequest): void {
    seen.texts += request.yamls.length;
    super.postMessage(request);
  }
  override terminate(): void {
    seen.ended++;
    super.terminate();
  }
}

/** A number in every text: texts that an earlier test has parsed cost nothing any more. */
let round = 0;

beforeEach(() => {
  round++;
  Object.assign(seen, { texts: 0, ended: 0 });
  vi.stubGlobal("Worker", CountingWorker);
});

/** Skills with new bytes each time, which no cache knows. */
function skills(profile: Profile, count: number, frontmatter: (index: number) => string) {
  const root = installRoot(profile, place, "project");
  const texts = Array.from({ length: count }, (_, index) => [
    `${root}/s${index}/SKILL.md`,
    `---\n${frontmatter(index)}\n# ${round}\n---\nText ${index}\n`,
  ]);
  return textFiles(Object.fromEntries(texts));
}

const kinds: readonly ((index: number) => string)[] = [
  (index) => `name: s${index}\ndescription: d\nallowed-tools: [${"Read, ".repeat(400)}]`,
  (index) => `name: s${index}\ndescription: d\nmetadata:\n${"  - [a, {b: c}]\n".repeat(100)}`,
  (index) => `x: [${",".repeat(31_000)}\n# ${index}`,
  (index) => `name: [${"a,".repeat(900)}\ndescription: ${index}`,
  (index) => `name: s${index}\ndescription: It is: ${"this, and that; ".repeat(300)}`,
];
const dear = (index: number) => kinds[index % kinds.length]?.(index) ?? "";

const byDialect = [...new Map(profiles.map((each) => [each.frontmatter.dialect.kind, each]))];

test.each(byDialect)(
  "the same comes of dear skills whether they are read here or in a worker (%s)",
  async (_, profile) => {
    // In this order: texts that this thread has read before cost nothing, and no worker is asked for them.
    const there = await scan(discoverInSteps(profile, skills(profile, 80, dear), place), never);
    const here = finish(discoverInSteps(profile, skills(profile, 80, dear), place));
    expect(there).toEqual(here);
    // How many it reads, and whether another takes its place because one took too long, depends on how busy the machine is.
    expect(seen.texts).toBeGreaterThan(0);
    expect(seen.ended).toBeGreaterThan(0);
  },
);

const [profile] = profiles as readonly [Profile, ...Profile[]];

test("two thousand ordinary skills need no worker", async () => {
  const ordinary = (index: number) => `name: s${index}\ndescription: Fills forms, and reads them, when somebody asks.`;
  const { skills: found } = await scan(discoverInSteps(profile, skills(profile, 2_000, ordinary), place), never);
  expect(found).toHaveLength(2_000);
  expect(seen).toEqual({ texts: 0, ended: 0 });
});

test("what was read once is not read again", async () => {
  const files = skills(profile, 60, dear);
  const first = await scan(discoverInSteps(profile, files, place), never);
  seen.texts = 0;
  expect(await scan(discoverInSteps(profile, files, place), never)).toEqual(first);
  expect(seen.texts).toBe(0);
});

test("a scan that is not wanted any more ends at once, and its worker with it", async () => {
  const unwanted = new AbortController();
  vi.stubGlobal(
    "Worker",
    class extends CountingWorker {
      override postMessage(request: ReadRequest): void {
        super.postMessage(request);
        unwanted.abort();
      }
    },
  );
  const scanning = scan(discoverInSteps(profile, skills(profile, 500, dear), place), unwanted.signal);
  await expect(scanning).rejects.toMatchObject({ failure: { code: "cancelled" } });
  expect(seen.ended).toBe(1);
  expect(seen.texts).toBeLessThan(50);
});

test.each([
  ["cannot be fetched", (worker: EventTarget) => worker.dispatchEvent(new Event("error"))],
  ["never answers", () => vi.advanceTimersByTime(60_000)],
])("where the worker's code %s all is read here", async (_, answer) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage(): void {
        queueMicrotask(() => answer(this));
      }
      terminate(): void {
        seen.ended++;
      }
    },
  );
  const found = await scan(discoverInSteps(profile, skills(profile, 120, dear), place), never);
  expect(found).toEqual(finish(discoverInSteps(profile, skills(profile, 120, dear), place)));
  expect(seen.ended).toBe(1);
});

/** Answers at once, except for a text whose reading would never end. */
class StuckWorker extends EventTarget {
  #isEnded = false;
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: "ready" })));
  }
  postMessage({ dialect, yamls }: ReadRequest): void {
    queueMicrotask(() => {
      if (yamls.some((yaml) => yaml.includes("forever"))) vi.advanceTimersByTime(4000);
      // The page waits a little longer for a whole batch.
      if (yamls.some((yaml) => yaml.includes("forever")) && !this.#isEnded) vi.advanceTimersByTime(4000);
      else if (!this.#isEnded) {
        const data = yamls.map((yaml) => readYaml(yaml, dialect));
        this.dispatchEvent(new MessageEvent("message", { data }));
      }
    });
  }
  terminate(): void {
    this.#isEnded = true;
    seen.ended++;
  }
}

test("a text that holds the worker for good is refused for that, and holds up no other", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("Worker", StuckWorker);
  const texts = (index: number) => (index === 98 ? `name: forever\n${dear(3)}` : dear(index));
  const { skills: found, candidates } = await scan(discoverInSteps(profile, skills(profile, 120, texts), place), never);
  const others = finish(discoverInSteps(profile, skills(profile, 120, dear), place));
  expect(found.length).toBe(others.skills.filter(({ location }) => !location.includes("/s98/")).length);
  const stuck = candidates.find(({ location }) => location.includes("/s98/"));
  expect(stuck?.outcome.kind).toBe("rejected");
  expect(stuck?.notices.map(({ code }) => code)).toContain("frontmatter-complexity");
  // The batch, the text by itself, and the rest at the end.
  expect(seen.ended).toBe(3);
});
