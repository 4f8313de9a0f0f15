import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { build } from "rolldown";
import { randomOf } from "#test/servers/trees/random-files.ts";
import type { Saved } from "./kill-page.ts";
import { type KillableBrowser, startBrowser } from "./killable-browser.ts";

export const kills = ["browser", "renderer", "tab"] as const;
/** Kills all browser processes, the page's process, or the tab as a person closes it. */
export type Kill = (typeof kills)[number];

export const savedKinds: readonly Saved[] = ["mount", "edits"];

export interface KillCount {
  readonly kills: number;
  /** Saves whose promise was fulfilled. */
  readonly saves: number;
  /** Kills after which a mixture of the old and the new state was found. */
  readonly torn: number;
  /** Kills after which a save was gone whose promise had been fulfilled. */
  readonly lost: number;
}

/** Longest time between the first save and the kill, in milliseconds: a dozen saves. */
const longestRun = 250;

/** Kills a page `times` times while it saves, and checks the storage after each. The same moments for the same seed. */
export async function killWhileSaving(kill: Kill, saved: Saved, times: number, seed = 1): Promise<KillCount> {
  const profile = mkdtempSync(join(tmpdir(), "skillground-kill-"));
  const random = randomOf(seed);
  const code = await pageCode();
  const count = { kills: 0, saves: 0, torn: 0, lost: 0 };
  let running = await startBrowser(profile);
  try {
    for (let known = 0; count.kills < times; count.kills++) {
      const page = await openPage(running, code);
      const acknowledged = await saveUntil(page, { saved, first: known + 1, milliseconds: random(longestRun) });
      running = await strike(kill, running, page, profile);
      const { numbers, isDamaged } = await readBack(running, code, saved);
      const newest = Math.max(...numbers, 0);
      count.saves += acknowledged() - known;
      if (numbers.length > 1 || isDamaged) count.torn++;
      if (newest < acknowledged()) count.lost++;
      known = newest;
    }
    return count;
  } finally {
    await running.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function pageCode(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL("kill-page.ts", import.meta.url)),
    output: { format: "iife" },
    write: false,
    logLevel: "silent",
  });
  return output[0].code;
}

/** A page on the shared origin, without a server. */
async function openPage({ browser }: KillableBrowser, code: string): Promise<Page> {
  const context = browser.contexts()[0];
  if (!context) throw new Error("The browser came without its profile.");
  const page = await context.newPage();
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.goto("http://127.0.0.1/");
  await page.evaluate(code);
  return page;
}

interface Saving {
  readonly saved: Saved;
  readonly first: number;
  readonly milliseconds: number;
}

/** Lets the page save for `milliseconds`, and at least once; returns a function for the last number it has acknowledged. */
async function saveUntil(page: Page, { saved, first, milliseconds }: Saving): Promise<() => number> {
  let newest = first - 1;
  const begun = Promise.withResolvers<void>();
  await page.exposeFunction("acknowledge", (n: number) => {
    newest = n;
    begun.resolve();
  });
  // Never resolves: it ends with the page.
  page.evaluate(([how, from]) => globalThis.saveOn(how, from), [saved, first] as const).catch(() => undefined);
  await begun.promise;
  await wait(milliseconds);
  return () => newest;
}

/** Kills the page, or its whole browser; returns the browser to continue with. */
export async function strike(
  kill: Kill,
  running: KillableBrowser,
  page: Page,
  profile: string,
): Promise<KillableBrowser> {
  if (kill === "browser") {
    await running.kill();
    return startBrowser(profile);
  }
  if (kill === "tab") await page.close();
  else {
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    await page.close();
  }
  return running;
}

async function readBack(running: KillableBrowser, code: string, saved: Saved) {
  const page = await openPage(running, code);
  try {
    return await page.evaluate((how) => globalThis.readBack(how), saved);
  } finally {
    await page.close();
  }
}
