/**
 * How long a key press waits, and how long the page is blocked, while a workspace of 2,000 skills is reopened whose frontmatter is
 * ordinary, as slow as is still read, or too large. `npm run bench hostile [ordinary|dear|refused]… [rounds]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { labOf } from "#e2e/lab.ts";
import { startGitServer } from "#test/servers/git-server.ts";
import { launchChromium } from "../chromium.ts";
import { startApplication } from "./application.ts";
import { type Figure, formatFigure } from "./figures.ts";
import { writeRepository } from "./generated-repository.ts";
import { longestTaskSince, recordLongTasks, tasksDuring } from "./long-tasks.ts";
import { memoryFolder } from "./visits.ts";

const skillCount = 2000;
/** Budget in milliseconds from a key press to the frame that shows it. */
const keyBudget = { name: "budget", samples: [100] };
const long = { name: "long from", samples: [50] };
const patience = 180_000;
/** Milliseconds between two key presses, and for what is still drawn after everything is listed. */
const [keyInterval, afterwards] = [60, 4000];

const documentBegun = "document begun";

/** The slowest frontmatter found within the limits. */
const dearFields = Array.from({ length: 420 }, (_, field) => `k${field}: a`).join("\n");

/** The frontmatter of one skill, by kind. */
const kinds: Readonly<Record<string, (index: number) => string>> = {
  ordinary: (index) => `name: s${index}\ndescription: Of ${index}, when there is nothing else to do.`,
  dear: (index) => `name: s${index}\ndescription: Of ${index}.\n${dearFields}`,
  refused: (index) => `x: [${",".repeat(31_000)}\n# ${index}`,
};

const asked = process.argv.slice(3);
const rounds = Number(asked.find((word) => /^\d+$/.test(word)) ?? 5);
const chosen = Object.keys(kinds).filter((kind) => !asked.some((word) => word in kinds) || asked.includes(kind));

const root = mkdtempSync(join(memoryFolder, "skillground-bench-"));
for (const kind of chosen) writeRepository(root, `hostile/${kind}`, skillsOf(kind));
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const application = await startApplication(git.url);
const browser = await launchChromium();

try {
  for (const kind of chosen) {
    for (const figure of await measure(browser, kind)) console.log(formatFigure(figure));
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  }
} finally {
  await browser.close();
  await application.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}

function skillsOf(kind: string) {
  return Array.from({ length: skillCount }, (_, index) => ({
    path: `skills/s${index}/SKILL.md`,
    text: `---\n${kinds[kind]?.(index)}\n---\nText ${index}\n`,
  }));
}

/** All in milliseconds. */
interface Reloading {
  readonly slowestKey: number;
  readonly longestTask: number;
  readonly listed: number;
}

async function measure(browser: Browser, kind: string): Promise<Figure[]> {
  const context = await browser.newContext({ baseURL: application.url, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    await recordLongTasks(page);
    await recordKeys(page);
    await labOf(page).open(`${git.url}/hostile/${kind}`);
    await isWhole(page);
    const all: Reloading[] = [];
    const heaviest: number[] = [];
    for (let round = 0; round < rounds; round++) {
      all.push(await reload(page));
      // Tracing slows down what it observes, so it gets a reload of its own.
      heaviest.push(await heaviestTask(browser, page));
    }
    const figure = (name: string, samples: readonly number[], reference: Figure["reference"] = long): Figure => {
      return { name: `2,000 ${kind} skills, ${name}`, unit: "ms", samples, reference };
    };
    const each = (key: keyof Reloading) => all.map((reloading) => reloading[key]);
    return [
      figure("slowest key of a reload", each("slowestKey"), keyBudget),
      figure("longest task", each("longestTask")),
      figure("heaviest task, processor time", heaviest),
      figure("listed whole", each("listed")),
    ];
  } finally {
    await context.close();
  }
}

/** Waits until everything is saved and the lists are complete, with checks that cost the page next to nothing. */
async function isWhole(page: Page): Promise<void> {
  const rows = '[aria-label="Loaded skills"] > li, [aria-label="Skills not loaded"] > li';
  await page.waitForFunction(
    ([selector, count]) =>
      document.querySelectorAll(selector).length >= count &&
      [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent?.startsWith("Saved in")),
    [rows, skillCount] as const,
    { polling: 1000 },
  );
}

/** Processor milliseconds of the heaviest task during a reload like `reload`'s. */
async function heaviestTask(browser: Browser, page: Page): Promise<number> {
  const tasks = await tasksDuring(browser, page, documentBegun, () => reload(page));
  return Math.max(...tasks.map(({ ofProcessor }) => ofProcessor));
}

async function reload(page: Page): Promise<Reloading> {
  await page.waitForTimeout(1000);
  const start = performance.now();
  await page.reload();
  let isOver = false;
  const typing = (async () => {
    for (; !isOver; await page.waitForTimeout(keyInterval)) await page.keyboard.press("Shift");
  })();
  await isWhole(page);
  const listed = performance.now() - start;
  await page.waitForTimeout(afterwards);
  isOver = true;
  await typing;
  const keys = await page.evaluate(() => globalThis.keyTimes ?? []);
  return { slowestKey: Math.max(0, ...keys), longestTask: await longestTaskSince(page, 0), listed };
}

declare global {
  var keyTimes: number[] | undefined;
}

/** Also marks the document's beginning in the trace. Browsers report key events from 16 ms on, in steps of 8. */
async function recordKeys(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    performance.mark(mark);
    globalThis.keyTimes = [];
    const options = { type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit;
    new PerformanceObserver((list) => {
      globalThis.keyTimes?.push(...list.getEntries().map(({ duration }) => duration));
    }).observe(options);
  }, documentBegun);
}
