import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { type Task, tasksDuring } from "../long-tasks.ts";
import { giveSource, visit } from "../visits.ts";

/** Times in milliseconds. */
export interface Mounting {
  /** From the click on *Open* until the lab lists the repository's skills under its harness and takes a message. */
  readonly usable: number;
  /** The parts of `usable`, one after another. */
  readonly parts: Readonly<Record<Part, number>>;
  /** From the worker's start until its list of skills is in the page; as `cloned` where none came before the whole. */
  readonly listed: number;
  /** Until the whole repository is in the page, verified. */
  readonly cloned: number;
  /** From the click on *Open* until nothing is under way any more. */
  readonly mounted: number;
  /** The most that the page's process ever held, in MB; `NaN` where the system does not tell. */
  readonly peakMemory: number;
}

/** Opens a repository through the landing page, on a first visit: the lab loads meanwhile. */
export function openOnFirstVisit(browser: Browser, url: string, repository: string): Promise<Mounting> {
  return visit(browser, url, async (page) => {
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    return await mount(browser, page, repository);
  });
}

/**
 * What keeps the page's own thread busy on a first visit, from the click until all is mounted and saved. A visit of its own, since what
 * `mount` looks at takes time there, too.
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

/** Adds a repository to a lab that is open: what the mounting alone takes. */
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
  const since = await page.evaluate(() => performance.now());
  const [usable, end] = await Promise.all([
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

/** Each part from the end of those before it; one that goes on beside another counts with what it takes longer. */
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

/** When the lab shows other skills than at the call, and a box for a message. */
function timeOfUse(page: Page): Promise<number> {
  return page.evaluate(() => {
    // The words around the rows may come before them, and change with the product.
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

/** Watched from inside: a test runner that looks again every 500 ms is too coarse a clock. */
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

/** The high-water mark of the largest renderer, as Linux counts it. */
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
