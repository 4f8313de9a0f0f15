import { expect, it, vi } from "vitest";
import { openStorage } from "#lib/storage/persistence.ts";
import { openTokenStorage } from "#lib/storage/storage-tokens.ts";
import { startEachWithEmptyDatabase } from "#test/browser-database.ts";
import { createHostTokens } from "./host-tokens.ts";

startEachWithEmptyDatabase();

/** Another page of the same browser. */
const openPage = () => createHostTokens(openTokenStorage);

it("is in the memory of its page alone, unless it is to be remembered", async () => {
  const page = openPage();
  await page.keep("b.example", "only here", false);
  await page.keep("a.example", "kept", true);
  expect(await page.list()).toEqual([
    { host: "a.example", isRemembered: true },
    { host: "b.example", isRemembered: false },
  ]);
  const next = openPage();
  expect(await next.tokenFor("b.example")).toBeUndefined();
  expect(await next.tokenFor("a.example")).toBe("kept");
  expect(await next.list()).toEqual([{ host: "a.example", isRemembered: true }]);
});

it("goes from the device when it is forgotten, and when another takes its place that is not to be remembered", async () => {
  const page = openPage();
  await page.keep("a.example", "1", true);
  await page.keep("b.example", "2", true);
  await page.forget("a.example");
  await page.keep("b.example", "3", false);
  expect(await page.tokenFor("a.example")).toBeUndefined();
  expect(await page.tokenFor("b.example")).toBe("3");
  expect(await openPage().list()).toEqual([]);
});

it("is no part of any workspace", async () => {
  const storage = await openStorage();
  await openPage().keep("a.example", "secret", true);
  expect(await storage.list()).toEqual([]);
});

it("serves from memory where the browser keeps nothing, and says that it cannot be remembered", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const page = openPage();
  expect(await page.keep("a.example", "1", true)).toEqual({ code: "storage-missing" });
  expect(await page.tokenFor("a.example")).toBe("1");
  expect(await page.list()).toEqual([{ host: "a.example", isRemembered: false }]);
});
