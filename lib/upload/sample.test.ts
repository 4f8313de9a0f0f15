import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import { fetchSample, listSamples, prepareSample } from "./sample.ts";

const index = [{ id: "first", title: "First steps", description: "d", files: ["a/SKILL.md", "a/b c.md"] }];
let site: Map<string, string>;

beforeEach(() => {
  site = new Map([
    ["/samples/index.json", JSON.stringify(index)],
    ["/samples/first/a/SKILL.md", "skill"],
    ["/samples/first/a/b%20c.md", "resource"],
  ]);
  vi.stubGlobal("location", { host: "site.test" });
  vi.stubGlobal("fetch", async (path: string) => {
    const body = site.get(path);
    return body === undefined ? new Response(null, { status: 404 }) : new Response(body);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("lists and fetches what the site brings", async () => {
  expect(await listSamples()).toEqual(index);
  const { title, snapshot } = await fetchSample("first");
  expect(title).toBe("First steps");
  expect(snapshotPaths(snapshot)).toEqual(["a/SKILL.md", "a/b c.md"]);
});

test("says which sample is missing", async () => {
  await expect(fetchSample("second")).rejects.toMatchObject({ failure: { code: "sample-missing", sample: "second" } });
});

test("tells a broken site from a broken line", async () => {
  site.delete("/samples/first/a/SKILL.md");
  await expect(fetchSample("first")).rejects.toMatchObject({ failure: { code: "server-error", status: 404 } });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(fetchSample("first")).rejects.toMatchObject({ failure: { code: "network-cut", host: "site.test" } });
});

test("is there when it was prepared, and asked for again when that failed", async () => {
  const { fetch } = globalThis;
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return asked.length === 1 ? Promise.reject(new TypeError("Failed to fetch")) : fetch(path);
  });
  prepareSample("first");
  expect((await fetchSample("first")).title).toBe("First steps");
  prepareSample("first");
  const { length } = asked;
  prepareSample("first");
  expect((await fetchSample("first")).title).toBe("First steps");
  expect(asked.length).toBe(length + 2);
});
