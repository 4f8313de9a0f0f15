import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureParts } from "#lib/failure-text.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { hostileAnswers } from "#test/servers/hostile-answers.ts";
import { createHostileRepository } from "#test/servers/trees/hostile-repositories.ts";
import { patientBounds } from "./report-fixture.ts";
import { ReportServer } from "./report-server.ts";

/** All faults with `npm run soak`, otherwise a sample. */
const isEverything = Boolean(process.env.SOAK);
const some = <Row>(rows: readonly Row[], each: number) => rows.filter((_, at) => isEverything || at % each === 0);

const reports = new ReportServer({ bounds: patientBounds, badgePatience: patientBounds.milliseconds });
let server: TestServer;
let allowed: string | undefined;

beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowFilter": "true" });
  allowed = process.env.GIT_RELAY_ALLOW;
  process.env.GIT_RELAY_ALLOW = server.git.url;
});
afterAll(async () => {
  if (allowed === undefined) delete process.env.GIT_RELAY_ALLOW;
  else process.env.GIT_RELAY_ALLOW = allowed;
  await reports.close();
  await server.stop();
});

const addressOf = (name: string, place = "") => `/git/${encodeURIComponent(`${server.git.url}/${name}`)}${place}`;
const site = "http://127.0.0.1:3000";

const askReport = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  reports.report(new Request(`${site}/api/report${address}.json`, { headers }));
const askBadge = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  reports.badge(new Request(`${site}/badge${address}.svg`, { headers }));

const skill = (name: string) => `---\nname: ${name}\ndescription: Of ${name}, when somebody asks.\n---\nText.\n`;

it("a report is refused in a form that it is not given in", async () => {
  const asked = new Request(`${site}/api/report${addressOf("acme/two")}.json?format=sarif`);
  const answer = await reports.report(asked);
  expect([answer.status, await answer.json()]).toEqual([400, { message: expect.stringContaining("as JSON only") }]);
});

describe("a report is of what its address names", () => {
  async function skillsAt(place: string): Promise<string> {
    const answer = await askReport(addressOf("acme/two", place));
    const { skills } = (await answer.json()) as { readonly skills: readonly { readonly name: string }[] };
    return skills.map(({ name }) => name).join();
  }

  it("and never of another folder, whose address says the same in another way", async () => {
    const clean = { "main/skills/clean/SKILL.md": skill("clean") };
    createRepository(server.root, "acme/two", { ...clean, "skills/hostile/SKILL.md": skill("hostile") });
    expect(await skillsAt("@main/main/skills")).toBe("clean");
    expect(await skillsAt("@~/main/skills")).toBe("hostile");
    expect(await skillsAt("@main/skills")).toBe("hostile");
  });

  it("with a tag of its own for each folder, so that no cache takes one for the other", async () => {
    const tags = await Promise.all(
      ["@main/main/skills", "@main/skills"].map(async (place) => {
        const [report, badge] = [await askReport(addressOf("acme/two", place)), await askBadge(addressOf("acme/two"))];
        return [report.headers.get("etag"), badge.headers.get("etag")];
      }),
    );
    expect(new Set(tags.map(([report]) => report)).size).toBe(2);
    expect(tags.flat()).not.toContain(null);
  });
});

describe("where the server reaches what others may not, under the name of another site", () => {
  it("it answers neither a report nor a badge, and nothing keeps what it says", async () => {
    createRepository(server.root, "acme/inside", { "SKILL.md": skill("inside") });
    const headers = { host: "evil.example" };
    for (const answer of [
      await askReport(addressOf("acme/inside"), headers),
      await askBadge(addressOf("acme/inside"), headers),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
    expect((await askReport(addressOf("acme/inside"))).status).toBe(200);
  });
});

describe("a report that cannot be made", () => {
  async function toldOf(address: string) {
    const report = await askReport(address);
    const badge = await askBadge(address);
    return { status: report.status, told: await report.json(), badge: badge.status, svg: await badge.text() };
  }

  it("says so, in a sentence and as the repository's fault, for each that is hostile", async () => {
    const branches = createHostileRepository(server.root, "acme/hostile");
    for (const { what, branch, isRefused } of some(branches, 20)) {
      const { status, told, badge, svg } = await toldOf(addressOf("acme/hostile", `@${branch}`));
      expect(status, what).toBe(isRefused ? 422 : 200);
      expect(badge, what).toBe(200);
      if (!isRefused) continue;
      expect(told.message, what).toBe(failureParts(told.failure).what);
      expect(told.message, what).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+\.$/u);
      expect(svg, what).toMatch(/too large here|holds a name|damaged/);
    }
  });

  it("says so, as its host's fault, for each host that is", async () => {
    for (const [at, [what, fault]] of some([...hostileAnswers.entries()], 15)) {
      // Silence has a test of its own: it takes as long as a report may.
      if (fault.kind === "stall") continue;
      createRepository(server.root, `odd/r${at}`, { "SKILL.md": skill("odd") });
      server.faults.set(`/odd/r${at}`, fault);
      const { status, told, badge } = await toldOf(addressOf(`odd/r${at}`));
      expect([404, 422, 429, 502, 503, 504], what).toContain(status);
      expect(told.message, what).toBe(failureParts(told.failure).what);
      expect(badge, what).toBe(200);
    }
    server.faults.clear();
  });

  it.each([
    ["acme/none", "", 404],
    ["acme/two", "@nothing", 404],
    ["acme/two", "@main/nothing", 404],
    ["acme/empty", "", 422],
  ] as const)("is no fault of this server: %s%s", async (name, place, status) => {
    createRepository(server.root, "acme/empty", {});
    expect((await toldOf(addressOf(name, place))).status).toBe(status);
  });
});
