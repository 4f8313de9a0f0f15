import { describe, expect, it } from "vitest";
import { type Failure, FailureError } from "#lib/failure.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { defaultKeptReports, type KeepingOptions, KeptReports } from "./kept-reports.ts";
import { defaultReportBounds } from "./make-report.ts";
import type { ReportJob } from "./thread-messages.ts";

function job(commit: string, source: Partial<GitSource> = {}): ReportJob {
  const named = { kind: "git", url: "https://github.com/a/b", ref: "main", ...source } as const;
  return { name: "brief", source: named, commit, bounds: defaultReportBounds };
}

describe("kept reports", () => {
  function counting(commit: () => string, text = '"made"') {
    const count = { made: 0, resolved: 0 };
    const options: KeepingOptions = {
      name: "brief",
      party: ["192.0.2.7"],
      resolve: async () => {
        count.resolved++;
        return job(commit());
      },
      make: async () => {
        count.made++;
        await Promise.resolve();
        return text;
      },
      build: "",
      isOurs: () => true,
    };
    return { count, options };
  }

  it("are made once for all who ask at a time, and once for a commit", async () => {
    let now = 0;
    const reports = new KeptReports(undefined, defaultKeptReports, () => now);
    const { count, options } = counting(() => "c1");
    const all = await Promise.all(Array.from({ length: 50 }, () => reports.ask("/gh/a/b", options)));
    expect(new Set(all)).toEqual(new Set([{ kind: "made", text: '"made"', commit: "c1", hash: expect.any(String) }]));
    expect(count).toEqual({ made: 1, resolved: 1 });
    now = defaultKeptReports.fresh + 1;
    expect(reports.known("/gh/a/b", "brief")).toMatchObject({ isFresh: false, made: { text: '"made"' } });
    await reports.ask("/gh/a/b", options);
    expect(count).toEqual({ made: 1, resolved: 2 });
  });

  it("are made anew for another commit, and for another part of the same", async () => {
    let now = 0;
    let commit = "c1";
    const reports = new KeptReports(undefined, defaultKeptReports, () => now);
    const { count, options } = counting(() => commit);
    await reports.ask("/gh/a/b", options);
    commit = "c2";
    now += defaultKeptReports.fresh + 1;
    await reports.ask("/gh/a/b", options);
    expect(count.made).toBe(2);
    await reports.ask("/gh/a/b/docs", { ...options, resolve: async () => job(commit, { path: "docs" }) });
    expect(count.made).toBe(3);
  });

  it("outlast trouble on the way, but not that their repository is gone", async () => {
    let now = 0;
    let failure: Failure = { code: "network-cut", host: "github.com" };
    const reports = new KeptReports(undefined, defaultKeptReports, () => now);
    const { options } = counting(() => "c1");
    const failing = { ...options, resolve: () => Promise.reject(new FailureError(failure)) };
    await reports.ask("/gh/a/b", options);
    now += defaultKeptReports.fresh + 1;
    expect(await reports.ask("/gh/a/b", failing)).toMatchObject({ kind: "made" });
    failure = { code: "repository-missing", url: "https://github.com/a/b" };
    now += defaultKeptReports.fresh + 1;
    expect(await reports.ask("/gh/a/b", failing)).toEqual({ kind: "failed", failure });
  });

  it("are refused to nobody but who has used up a limit, nor taken for fresh by that", async () => {
    let now = 0;
    const reports = new KeptReports(undefined, defaultKeptReports, () => now);
    const { count, options } = counting(() => "c1");
    const limited = new FailureError({ code: "rate-limited", host: "github.com" });
    const usedUp = { ...options, party: ["192.0.2.9"], resolve: () => Promise.reject(limited) };
    const [refused, joined] = await Promise.all([reports.ask("/gh/a/b", usedUp), reports.ask("/gh/a/b", options)]);
    expect(refused).toEqual({ kind: "failed", failure: limited.failure });
    expect(joined).toMatchObject({ kind: "made" });
    now += defaultKeptReports.fresh + 1;
    expect(await reports.ask("/gh/a/b", usedUp)).toMatchObject({ kind: "made" });
    await reports.ask("/gh/a/b", options);
    expect(count.resolved).toBe(2);
  });

  it("are refused to nobody for the limits of several others before", async () => {
    const reports = new KeptReports(undefined);
    const { options } = counting(() => "c1");
    const limited = new FailureError({ code: "rate-limited", host: "github.com" });
    const usedUp = (network: string) => ({
      ...options,
      party: [network],
      resolve: () => Promise.reject(limited),
    });
    const asking = [usedUp("192.0.2.8"), usedUp("192.0.2.9"), options].map((each) => reports.ask("/gh/a/b", each));
    const refused = { kind: "failed", failure: limited.failure };
    expect(await Promise.all(asking)).toEqual([refused, refused, expect.objectContaining({ kind: "made" })]);
  });

  it("are made of fifty repositories that one network asks about at once, and another's beside them", async () => {
    const reports = new KeptReports(undefined);
    const { options } = counting(() => "c");
    const asked = Array.from({ length: 50 }, (_, index) => `/gh/a/${index}`);
    const other = reports.ask("/gh/b/b", { ...options, party: ["192.0.2.8"] });
    const all = await Promise.all([...asked.map((address) => reports.ask(address, options)), other]);
    expect(all.filter(({ kind }) => kind !== "made")).toEqual([]);
  });

  it("ask hosts a few questions of one network at a time, and another network's at once", async () => {
    const reports = new KeptReports(undefined);
    const { options } = counting(() => "c");
    const asking = new Set<string>();
    let most = 0;
    const slow = Promise.withResolvers<ReportJob>();
    const ask = (address: string, network: string) =>
      reports.ask(address, {
        ...options,
        party: [network],
        resolve() {
          asking.add(address);
          most = Math.max(most, asking.size);
          return slow.promise.finally(() => asking.delete(address));
        },
      });
    const all = Array.from({ length: 50 }, (_, index) => ask(`/gh/a/${index}`, "192.0.2.7"));
    const other = ask("/gh/b/b", "192.0.2.8");
    await expect.poll(() => asking.has("/gh/b/b")).toBe(true);
    slow.resolve(job("c"));
    expect((await Promise.all([...all, other])).filter(({ kind }) => kind !== "made")).toEqual([]);
    expect(most).toBe(defaultKeptReports.questions.each + 1);
  });

  it("refuse who waits too long to ask a host, and say that they are busy", async () => {
    const reports = new KeptReports(undefined, {
      ...defaultKeptReports,
      questions: { all: 2, each: 1 },
      patience: 20,
      prompt: 5000,
    });
    const waiting = Promise.withResolvers<ReportJob>();
    const { options } = counting(() => "c");
    const slow = reports.ask("/gh/a/1", { ...options, resolve: () => waiting.promise });
    const busy = { kind: "failed", failure: { code: "report-refused", why: "busy" } };
    expect(await reports.ask("/gh/a/2", options)).toEqual(busy);
    waiting.resolve(job("c"));
    expect(await slow).toMatchObject({ kind: "made" });
    expect(await reports.ask("/gh/a/2", options)).toMatchObject({ kind: "made" });
  });

  describe("of hosts that never answer", () => {
    /**
     * Kept reports with few places and a clock that stands still, and a request for a report from a silent host until
     * it is abandoned.
     */
    function standing(flights = { all: 4, each: 2 }) {
      const clock = { now: 0 };
      const reports = new KeptReports(undefined, { ...defaultKeptReports, flights }, () => clock.now);
      const { options } = counting(() => "c");
      const left: string[] = [];
      const silent = (address: string, party: readonly string[]) =>
        reports.ask(address, {
          ...options,
          party,
          resolve: (signal) =>
            new Promise((_, reject) =>
              signal.addEventListener("abort", () => {
                left.push(address);
                reject(new FailureError({ code: "cancelled" }));
              }),
            ),
        });
      const honest = (address: string, party: readonly string[]) => reports.ask(address, { ...options, party });
      const asked = () => new Promise(setImmediate);
      return { clock, left, silent, honest, asked };
    }

    const crowded = { kind: "failed", failure: { code: "report-refused", why: "crowded" } };
    const busy = { kind: "failed", failure: { code: "report-refused", why: "busy" } };

    it("two networks keep no third one from its report: the one with most ends one of theirs", async () => {
      const { left, silent, honest, asked } = standing();
      const all = ["/a/1", "/a/2", "/b/1", "/b/2"].map((address) => silent(address, [address.slice(0, 2)]));
      await asked();
      expect(await honest("/c/1", ["/c"])).toMatchObject({ kind: "made" });
      expect(left).toEqual(["/b/2"]);
      expect(await all[3]).toEqual(crowded);
      // It gets the place that the first had given back.
      expect(await honest("/c/2", ["/c"])).toMatchObject({ kind: "made" });
      expect(left).toHaveLength(1);
    });

    it("many networks with one each keep nobody out, once their hosts are late", async () => {
      const { clock, left, silent, honest, asked } = standing();
      for (const name of ["a", "b", "c", "d"]) void silent(`/${name}/1`, [name]);
      await asked();
      expect(await honest("/e/1", ["e"])).toEqual(busy);
      clock.now += defaultKeptReports.prompt + 1;
      expect(await honest("/e/2", ["e"])).toMatchObject({ kind: "made" });
      expect(left).toHaveLength(1);
    });

    it("one pupil keeps no classmate out, once the hosts are late", async () => {
      const { clock, silent, honest, asked } = standing();
      for (const address of ["/a/1", "/a/2"]) void silent(address, ["school"]);
      await asked();
      expect(await honest("/b/1", ["school"])).toEqual(busy);
      clock.now += defaultKeptReports.prompt + 1;
      expect(await honest("/b/2", ["school"])).toMatchObject({ kind: "made" });
    });

    it("a wide network with many narrow ones has no more than one's part", async () => {
      const { silent, honest } = standing();
      for (const at of [1, 2, 3, 4]) void silent(`/a/${at}`, ["2001:db8:1::/48", `2001:db8:1:${at}::/64`]);
      expect(await honest("/b/1", ["192.0.2.8", "192.0.2.8"])).toMatchObject({ kind: "made" });
    });

    it("who joined what another network began asks as itself when that is ended", async () => {
      const { left, silent, honest, asked } = standing({ all: 3, each: 3 });
      const begun = ["/a/1", "/a/2"].map((address) => silent(address, ["a"]));
      void silent("/b/1", ["b"]);
      await asked();
      const joined = honest("/a/2", ["joined"]);
      void silent("/c/1", ["c"]);
      expect(await begun[1]).toEqual(crowded);
      expect(left).toEqual(["/a/2"]);
      // All three have one place each and none is late, so there is no place.
      expect(await joined).toEqual(busy);
    });

    it("a slow one is waited for where nobody wants its place, and holds up no other question meanwhile", async () => {
      const bounds = { ...defaultKeptReports, questions: { all: 1, each: 1 }, prompt: 20 };
      const reports = new KeptReports(undefined, bounds);
      const { options } = counting(() => "c");
      const answer = Promise.withResolvers<ReportJob>();
      const slow = reports.ask("/gh/a/1", { ...options, resolve: () => answer.promise });
      expect(await reports.ask("/gh/a/2", options)).toMatchObject({ kind: "made" });
      answer.resolve(job("c"));
      expect(await slow).toMatchObject({ kind: "made" });
    });
  });

  it("of a source are never another's, whatever commit its host says it has", async () => {
    const reports = new KeptReports(undefined);
    const { options } = counting(() => "c1");
    await reports.ask("/gh/a/b", { ...options, make: async () => '"forged"' });
    const honest = await reports.ask("/gh/x/y", {
      ...options,
      resolve: async () => job("c1", { url: "https://github.com/x/y" }),
    });
    expect(honest).toMatchObject({ kind: "made", text: '"made"' });
  });

  it("take no more memory than they may, under however many addresses", async () => {
    let commit = 0;
    const reports = new KeptReports(undefined, { ...defaultKeptReports, characters: 100_000 });
    const { options } = counting(() => `c${commit++}`, `"${"a".repeat(20_000)}"`);
    const addresses = Array.from({ length: 30 }, (_, index) => `/gh/a/${index}`);
    for (const address of addresses) await reports.ask(address, options);
    expect(addresses.filter((address) => reports.known(address, "brief")).length).toBeLessThan(5);
  });
});
