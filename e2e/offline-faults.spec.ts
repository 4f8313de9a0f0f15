import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { type Fault, type FaultProxy, faults, startFaultProxy } from "#test/servers/fault-proxy.ts";
import { test as base, expect, type Lab } from "./lab.ts";

const test = base.extend<{ front: FaultProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: as Playwright reads which fixtures it needs
  front: async ({}, use) => {
    const front = await startFaultProxy(addresses.app);
    await use(front);
    await front.stop();
  },
});
test.use({ serviceWorkers: "allow", reuseContext: false });

/** An address of a file. All files, of which there are hundreds, would take minutes; a part of them is wrong in every way. */
const ofFile = /\/(?:_next\/static|samples|icons)\//;

/** Answers each page and a third of the files wrongly the first time the worker asks for them, with a different fault each. */
function oneBadMoment(): Fault {
  const shapes = Object.values(faults);
  let files = 0;
  let count = 0;
  return (right, asked) => {
    if (!asked.isOfWorker || asked.times > 0 || (ofFile.test(asked.path) && files++ % 3 > 0)) return right;
    return shapes[count++ % shapes.length]?.(right, asked) ?? right;
  };
}

/** Stored static files that differ from the server's. */
async function wrongFiles(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const all: { pathname: string; digest: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (!/^\/(?:_next\/static|samples|icons)\//.test(pathname)) continue;
        const bytes = await (await cache.match(url))?.arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes ?? new ArrayBuffer(0)));
        all.push({ pathname, digest: btoa(String.fromCharCode(...digest)) });
      }
    }
    return all;
  });
  expect(kept.length).toBeGreaterThan(300);
  const rightFile = (pathname: string) => {
    const path = decodeURIComponent(pathname);
    return path.startsWith("/_next/") ? path.replace("/_next/", "../.next/") : `../public${path}`;
  };
  const rightDigest = (pathname: string) =>
    createHash("sha256")
      .update(readFileSync(join(import.meta.dirname, rightFile(pathname))))
      .digest("base64");
  return kept.flatMap(({ pathname, digest }) => (digest === rightDigest(pathname) ? [] : [pathname]));
}

async function keptWhole(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Opens a sample, a repository's address and the guide without a network. */
async function expectOffline({ page, skill }: Lab, url: string): Promise<void> {
  await page.context().setOffline(true);
  await page.goto(`${url}/try/first-look`);
  await expect(skill("code-review")).toBeVisible();
  await page.goto(`${url}/gh/acme/skills`);
  await expect(page.getByText("Check that you are online")).toBeVisible();
  await page.goto(`${url}/guide`);
  await expect(page.getByRole("heading", { name: "What a skill is" })).toBeVisible();
  expect(await isForeign(page)).toBe(false);
  await page.context().setOffline(false);
}

function isForeign(page: Page): Promise<boolean> {
  return page.evaluate(() => "isForeign" in globalThis);
}

test("one bad moment leaves nothing behind, what is poisoned already heals by itself, and a kept page of others never runs", async ({
  lab,
  front,
}) => {
  const { page } = lab;
  // Without a name: all pages and a fifth of the files that are kept.
  const poison = (name?: string, paths?: readonly string[]) =>
    page.evaluate(
      async ([name, paths, ofFile]) => {
        const text = "<!doctype html><html><script>globalThis.isForeign = true</script></html>";
        const headers = { "content-type": "text/html" };
        for (const each of name ? [name] : await caches.keys()) {
          const cache = await caches.open(each);
          const kept = (await cache.keys()).filter(({ url }, at) => at % 5 === 0 || !new RegExp(ofFile).test(url));
          for (const key of paths ?? kept) await cache.put(key, new Response(text, { headers }));
        }
      },
      [name, paths, ofFile.source] as const,
    );
  const list = await (await fetch(`${addresses.app}/service-worker.js`)).text();
  const assets = list.match(/\/_next\/static\/[\w./~%-]+\.\w+/g) ?? [];
  expect(assets.length).toBeGreaterThan(200);
  // This address gives a page of the origin that runs nothing. The caches here are named as by earlier versions of the worker.
  await page.goto(`${front.url}/service-worker.js`);
  await poison("skillground-build-0123456789abcdef-0123456789abcdef", [...assets, "/", "/guide", "/local/offline"]);
  front.use(oneBadMoment());
  await page.goto(`${front.url}/guide`);
  await keptWhole(page);
  expect(await wrongFiles(page)).toEqual([]);
  await page.goto(`${front.url}/try/first-look`);
  await expect(lab.skill("code-review")).toBeVisible();

  await poison();
  await page.context().setOffline(true);
  expect((await page.goto(`${front.url}/guide`))?.status()).toBe(503);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await page.context().setOffline(false);
  await page.goto(`${front.url}/try/first-look`);
  await expect(lab.skill("code-review")).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/local/offline?_rsc"))?.text()), { timeout: 60_000 })
    .toContain("0:{");
  expect(await wrongFiles(page)).toEqual([]);
  await expectOffline(lab, front.url);
});
