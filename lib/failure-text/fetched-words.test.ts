import { afterEach, expect, test, vi } from "vitest";
import { failureParts } from "#lib/failure-text.ts";
import { fetchedParts } from "./fetched-words.ts";

const failure = { code: "network-cut", host: "lab.example" } as const;

afterEach(() => vi.unstubAllGlobals());

test("a failure has words also where these cannot be fetched, as where the page could not fetch another part of itself", async () => {
  vi.stubGlobal("location", { host: "lab.example" });
  const unreached = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  expect((await fetchedParts(failure, () => Promise.reject(unreached))).next).toContain("online");
  expect(await fetchedParts(failure)).toEqual(failureParts(failure));
  await expect(fetchedParts(failure, () => Promise.reject(new Error("a bug")))).rejects.toThrow("a bug");
});
