import { expect, it, vi } from "vitest";
import { openStorage } from "#lib/storage/persistence.ts";
import { openSecretStorage } from "#lib/storage/storage-secrets.ts";
import { startEachWithEmptyDatabase, withRecords } from "#test/browser-database.ts";
import { createSecrets } from "./secrets.ts";

startEachWithEmptyDatabase();

/** Another page of the same browser. */
const openPage = () => createSecrets(openSecretStorage);

const token = (at: string) => ({ kind: "token", at }) as const;
const key = (at: string) => ({ kind: "key", at }) as const;
const sealed = { kind: "sealed", passphrase: "correct horse" } as const;

/** Everything that the browser has stored, as a text in which a secret would show. */
async function onDisk(): Promise<string> {
  let kept: IDBRequest<unknown[]> | undefined;
  await withRecords((records) => {
    kept = records.getAll();
  });
  const texts = (kept?.result ?? []).map((record) =>
    JSON.stringify(record, (_, value: unknown) =>
      value instanceof ArrayBuffer || value instanceof Uint8Array
        ? Buffer.from(value as Uint8Array).toString("latin1")
        : value,
    ),
  );
  return texts.join("\n");
}

it("is in the memory of its page alone, unless it is to be remembered", async () => {
  const page = openPage();
  await page.keep(token("b.example"), "only here", { kind: "page" });
  await page.keep(token("a.example"), "kept", { kind: "plain" });
  expect(await page.standing()).toEqual({
    known: [
      { ...token("a.example"), standing: "plain" },
      { ...token("b.example"), standing: "page" },
    ],
    lock: "none",
  });
  const next = openPage();
  expect(await next.read(token("b.example"))).toBeUndefined();
  expect(await next.read(token("a.example"))).toBe("kept");
  expect((await next.standing()).known).toEqual([{ ...token("a.example"), standing: "plain" }]);
});

it("goes from the device when it is forgotten, and when another takes its place that is not to be remembered", async () => {
  const page = openPage();
  await page.keep(token("a.example"), "1", { kind: "plain" });
  await page.keep(token("b.example"), "2", { kind: "plain" });
  await page.forget(token("a.example"));
  await page.keep(token("b.example"), "3", { kind: "page" });
  expect(await page.read(token("a.example"))).toBeUndefined();
  expect(await page.read(token("b.example"))).toBe("3");
  expect((await openPage().standing()).known).toEqual([]);
});

it("is no part of any workspace", async () => {
  const storage = await openStorage();
  await openPage().keep(token("a.example"), "secret", { kind: "plain" });
  expect(await storage.list()).toEqual([]);
});

it("serves from memory where the browser keeps nothing, and says that it cannot be remembered", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const page = openPage();
  expect(await page.keep(token("a.example"), "1", { kind: "plain" })).toEqual({ code: "storage-missing" });
  expect(await page.read(token("a.example"))).toBe("1");
  expect((await page.standing()).known).toEqual([{ ...token("a.example"), standing: "page" }]);
});

it("is sealed by one passphrase for keys and tokens, and opened by it alone after a reload", async () => {
  const page = openPage();
  expect(await page.keep(key("https://llm.example"), "sk-of-a-key", sealed)).toBeUndefined();
  expect(await page.keep(token("git.example"), "of-a-token", { kind: "sealed" })).toBeUndefined();
  const disk = await onDisk();
  for (const secret of ["sk-of-a-key", "of-a-token", sealed.passphrase]) expect(disk).not.toContain(secret);

  const next = openPage();
  expect(await next.standing()).toEqual({
    known: [
      { ...key("https://llm.example"), standing: "locked" },
      { ...token("git.example"), standing: "locked" },
    ],
    lock: "locked",
  });
  expect(await next.read(token("git.example"))).toBeUndefined();
  expect(await next.unlock("wrong horse")).toEqual({ code: "passphrase-wrong" });
  expect(await next.read(token("git.example"))).toBeUndefined();
  expect(await next.unlock(sealed.passphrase)).toBeUndefined();
  expect(await next.read(token("git.example"))).toBe("of-a-token");
  expect(await next.read(key("https://llm.example"))).toBe("sk-of-a-key");
});

it("takes another passphrase once nothing is locked by the one that was forgotten", async () => {
  await openPage().keep(key("https://a.example"), "1", sealed);
  const page = openPage();
  await page.keep(key("https://b.example"), "2", { kind: "plain" });
  const other = { kind: "sealed", passphrase: "another one" } as const;
  expect(await page.keep(key("https://c.example"), "3", other)).toEqual({ code: "passphrase-wrong" });
  await page.forget(key("https://a.example"));
  expect(await page.keep(key("https://c.example"), "3", other)).toBeUndefined();
  expect((await openPage().standing()).known.map(({ at, standing }) => [at, standing])).toEqual([
    ["https://b.example", "plain"],
    ["https://c.example", "locked"],
  ]);
});

it("takes another passphrase once the last that was locked is kept unlocked instead", async () => {
  await openPage().keep(key("https://a.example"), "1", sealed);
  const page = openPage();
  await page.keep(key("https://a.example"), "1", { kind: "plain" });
  expect((await page.standing()).lock).toBe("none");
  const other = { kind: "sealed", passphrase: "another one" } as const;
  expect(await page.keep(key("https://b.example"), "2", other)).toBeUndefined();
});

it("cannot be put in another's place: a key that was sealed for one origin is none for another", async () => {
  const page = openPage();
  await page.keep(key("https://mine.example"), "sk-1", sealed);
  await withRecords((records) => {
    const moving = records.get(["key", "https://mine.example"]);
    moving.onsuccess = () => records.put(moving.result, ["key", "https://evil.example"]);
  });
  const next = openPage();
  await next.unlock(sealed.passphrase);
  expect(await next.read(key("https://mine.example"))).toBe("sk-1");
  expect(await next.read(key("https://evil.example"))).toBeUndefined();
});

it("is not sealed with a lock that another tab has removed meanwhile", async () => {
  const page = openPage();
  await page.keep(key("https://a.example"), "1", sealed);
  const other = openPage();
  await other.forget(key("https://a.example"));
  await other.keep(key("https://b.example"), "2", { kind: "sealed", passphrase: "another one" });
  expect(await page.keep(key("https://c.example"), "3", { kind: "sealed" })).toEqual({ code: "passphrase-wrong" });
  expect((await page.standing()).lock).toBe("locked");
});

it("is not remembered where the browser encrypts nothing, and the page says so", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const page = openPage();
  expect(await page.keep(key("https://a.example"), "1", sealed)).toEqual({ code: "encryption-missing" });
  expect((await openPage().standing()).known).toEqual([]);
});
