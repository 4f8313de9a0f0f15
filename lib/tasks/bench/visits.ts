import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { labOf } from "#e2e/lab.ts";
import { longestTaskSince, pageTime, recordLongTasks } from "./long-tasks.ts";

const patience = 120_000;

/** All times in milliseconds. */
export interface Opening {
  /** From the click on *Open* until the repository's first skill is listed; bundled skills come earlier. */
  readonly listed: number;
  /** The main thread's longest task meanwhile. */
  readonly longestTask: number;
}

/** A first visit that opens a repository in the landing page's box. The page stays open for `then`. */
export async function visit<T>(browser: Browser, url: string, then: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: url });
  try {
    const page = await context.newPage();
    await recordLongTasks(page);
    return await then(page);
  } finally {
    await context.close();
  }
}

export async function openRepository(page: Page, repository: string): Promise<Opening> {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await giveSource(page, repository);
  const [since, listed] = await Promise.all([
    timeOfClick(page),
    timeOfListing(page),
    page.getByRole("button", { name: "Open", exact: true }).click(),
  ]);
  return { listed: listed - since, longestTask: await longestTaskSince(page, since) };
}

/** When the browser takes the next click: the test runner looks for a while where to click, which no person waits for. */
export function timeOfClick(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("click", ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
      }),
  );
}

/** The main thread's longest task while the demo model's answer streams in. */
export async function longestTaskOfAnswer(page: Page): Promise<number> {
  const since = await pageTime(page);
  await labOf(page).say("Use skill-3 and tell me what it knows.");
  return longestTaskSince(page, since);
}

/** Milliseconds that a person takes at least from pasting an address to clicking (the hand moves to the mouse, then to the button). */
const fromPasteToClick = 1000;

/** Pastes an address into the box, and waits as long as a person does before opening it. */
export async function giveSource(page: Page, repository: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), repository);
  await labOf(page).source.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await page.waitForTimeout(fromPasteToClick);
}

/**
 * The page's time when the repository's first skill is listed. Observed from inside the page: a test runner that polls every 500 ms is too
 * coarse a clock.
 */
function timeOfListing(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const list = document.querySelector('[aria-label="Loaded skills"]');
          if (!list?.textContent?.includes("skill-0")) return;
          observer.disconnect();
          resolve(performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true });
        look();
      }),
  );
}

/** All times in milliseconds. */
export interface Restoring {
  /** Reading the stored workspace, verifying it and filling its volumes. */
  readonly restored: number;
  /** From the start of the navigation until the skills are listed again. */
  readonly listed: number;
}

/** Reloads a workspace. */
export async function restore(page: Page): Promise<Restoring> {
  await page.getByText(/^Saved/).waitFor({ timeout: patience });
  await page.reload();
  const listed = await timeOfListing(page);
  const restored = await page.evaluate(() => performance.getEntriesByName("restore")[0]?.duration ?? Number.NaN);
  return { restored, listed };
}

/** A folder in memory, if there is one. */
export const memoryFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Milliseconds of native git's shallow clone of the same repository. */
export async function cloneNatively(repository: string): Promise<number> {
  const folder = mkdtempSync(join(memoryFolder, "native-clone-"));
  try {
    const start = performance.now();
    await promisify(execFile)("git", ["clone", "--quiet", "--depth", "1", repository, join(folder, "clone")]);
    return performance.now() - start;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
