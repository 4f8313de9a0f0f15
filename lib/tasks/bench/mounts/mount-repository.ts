import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { type Task, tasksDuring } from "../long-tasks.ts";
import { giveSource, timeOfClick, visit } from "../visits.ts";

/** Times in milliseconds. */
export interface Mounting {
  /** From the click on *Open* until the lab lists the repository's skills under its harness and accepts a message. */
  readonly usable: number;
  /** The consecutive parts of `usable`. */
  readonly parts: Readonly<Record<Part, number>>;
  /** From the worker's start until its list of skills is in the page; equals `cloned` if there was no early list. */
  readonly listed: number;
  /** Until the whole verified repository is in the page. */
  readonly cloned: number;
  /** From the click on *Open* until nothing is in progress any more. */
  readonly mounted: number;
  /** Peak memory of the page's process, in MB; `NaN` if the system does not tell. */
  readonly peakMemory: number;
}

/** Opens a repository on the landing page, on a first visit: the lab loads meanwhile. */
export function openOnFirstVisit(browser: Browser, url: string, repository: string): Promise<Mounting> {
  return visit(browser, url, async (page) => {
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    return await mount(browser, page, repository);
  });
}

/**
 * The main thread's tasks on a first visit, from the click until everything is mounted and saved. A separate visit, because `mount`'s own
 * observations take time there too.
 */
export function tasksOfFirstVisit(browser: Browser, url: string, repository: string): Promise<readonly Task[]> {
  return visit(browser, url, async (page) => {
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await giveSource(page, repository);
    const opening = "benchmark opens";
    return await tasksDuring(browser, page, opening, async () => {
      await page.evaluate((mark) => performance.mark(mark), opening);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      const isSaved = () =>
        performance.getEntriesByName("clone").length > 0 &&
        [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent?.startsWith("Saved in"));
      await page.waitForFunction(isSaved, undefined, { polling: 1000, timeout: 120_000 });
    });
  });
}

/** Adds a repository to an open lab: the time of the mounting alone. */
export function addToOpenLab(browser: Browser, url: string, repository: string): Promise<Mounting> {
  return visit(browser, url, async (page) => {
    await page.goto("/try/first-look");
    await page.getByText(/^Saved/).waitFor();
    await page.getByRole("button", { name: "Add a source" }).click();
    return await mount(browser, page, repository);
  });
}

async function mount(browser: Browser, page: Page, repository: string): Promise<Mounting> {
  await giveSource(page, repository);
  const [since, usable, end] = await Promise.all([
    timeOfClick(page),
    timeOfUse(page),
    timeOfMount(page),
    page.getByRole("button", { name: "Open", exact: true }).click(),
  ]);
  const parts = await partsOf(page, since, usable);
  const cloned = await durationOf(page, "clone");
  const listed = (await durationOf(page, "skills listed")) || cloned;
  return {
    usable: usable - since,
    parts,
    listed,
    cloned,
    mounted: end - since,
    peakMemory: await peakMemoryOf(browser),
  };
}

/** What a person waits for: the lab's code, the host's first answer, the list of skills, the harness's rules, the drawing. */
export const parts = ["code", "connection", "list", "judge", "draw"] as const;
type Part = (typeof parts)[number];

/** Each part from the end of those before it; a part that runs beside another counts only the additional time. */
async function partsOf(page: Page, since: number, usable: number): Promise<Readonly<Record<Part, number>>> {
  const ends = await page.evaluate(() => {
    const endOf = (name: string) => {
      const entry = performance.getEntriesByName(name).at(-1);
      return entry ? entry.startTime + entry.duration : 0;
    };
    return {
      code: endOf("workspace opened"),
      connection: endOf("connected"),
      list: endOf("skills listed") || endOf("clone"),
      judge: endOf("mounted"),
    };
  });
  let last = since;
  const taken = parts.map((part): [Part, number] => {
    const end = Math.max(last, part === "draw" ? usable : ends[part]);
    const time = end - last;
    last = end;
    return [part, time];
  });
  return Object.fromEntries(taken) as Record<Part, number>;
}

/** Time at which the lab shows other skills than now, and a message box. */
function timeOfUse(page: Page): Promise<number> {
  return page.evaluate(() => {
    // The text around the rows may appear before them, and changes with the product.
    const rows = () => [...document.querySelectorAll('[aria-label="Skills"] li')].map(({ textContent }) => textContent);
    const before = rows().join();
    return new Promise<number>((resolve) => {
      const look = () => {
        const box = document.querySelector<HTMLElement>('textarea[aria-label="Message"]');
        const isMounted = performance.getEntriesByName("mounted").length > 0;
        if (!isMounted || !box?.checkVisibility() || ["", before].includes(rows().join())) return;
        observer.disconnect();
        resolve(performance.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    });
  });
}

function durationOf(page: Page, name: string): Promise<number> {
  return page.evaluate((name) => performance.getEntriesByName(name)[0]?.duration ?? 0, name);
}

/** Observed from inside the page: a test runner that polls every 500 ms is too coarse a clock. */
function timeOfMount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isCloned = performance.getEntriesByName("clone").length > 0;
          const isShown = document.querySelector('[aria-label="Skills"]') !== null;
          if (!isCloned || !isShown || document.querySelector('[aria-label="Mount progress"]')) return;
          observer.disconnect();
          resolve(performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true });
      }),
  );
}

/** The peak memory of the largest renderer, as Linux counts it. */
async function peakMemoryOf(browser: Browser): Promise<number> {
  if (process.platform !== "linux") return Number.NaN;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...renderers.map(({ id }) => highWaterMark(id)));
}

function highWaterMark(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
}
