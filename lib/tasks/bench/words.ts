/** How many words a person sees in each view before doing anything there. */
import type { Browser, Page } from "@playwright/test";
import { launchChromium } from "../chromium.ts";
import { startApplication } from "./application.ts";

/** A view's address, and the buttons that lead to it from there. */
interface View {
  readonly name: string;
  readonly path: string;
  readonly press?: readonly (string | RegExp)[];
}

const views: readonly View[] = [
  { name: "landing", path: "/" },
  { name: "lab", path: "/try/first-look" },
  { name: "compare", path: "/try/first-look", press: ["Compare"] },
  { name: "report", path: "/try/first-look", press: ["Report"] },
  { name: "share", path: "/try/first-look", press: ["Share"] },
  { name: "settings", path: "/try/first-look", press: ["Settings"] },
  { name: "will it be picked?", path: "/try/first-look", press: ["Will it be picked?"] },
  { name: "first lesson", path: "/w/try/skills-101" },
  { name: "guide", path: "/guide" },
  { name: "rooms", path: "/room" },
];

const sizes = [
  { name: "1280", viewport: { width: 1280, height: 800 } },
  { name: "390", viewport: { width: 390, height: 844 } },
] as const;

const application = await startApplication("");
const browser = await launchChromium();
try {
  for (const view of views) {
    const counts: string[] = [];
    for (const { name, viewport } of sizes) {
      const { inSight, inAll } = await wordsOf(browser, view, viewport);
      counts.push(`${name} px: ${inSight} in sight, ${inAll} in all`);
    }
    console.log(`words, ${view.name}: ${counts.join(" | ")}`);
  }
} finally {
  await browser.close();
  await application.stop();
}

interface Words {
  /** On the screen when the view opens. */
  readonly inSight: number;
  /** Including content to scroll to, but not folded content. */
  readonly inAll: number;
}

async function wordsOf(browser: Browser, { path, press = [] }: View, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await page.goto(application.url + path);
    await settled(page);
    for (const name of press) {
      await pressButton(page, name);
      await settled(page);
    }
    return await page.evaluate(countWords);
  } finally {
    await context.close();
  }
}

/** On a phone some buttons are in a hidden panel, or in the menu, so they are pressed without being visible. */
async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name, includeHidden: true }).first();
  await button.evaluate((element: HTMLElement) => element.click());
}

/** Waits until the view's text has not changed for a second. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await page.waitForTimeout(1000);
    now = (await page.evaluate(countWords)).inAll;
  }
}

/** Runs in the page. Counts only a dialog's words if one is open; verbatim text (code, catalog, files) is not counted. */
async function countWords(): Promise<Words> {
  const root = [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const isVerbatim = (element: Element) =>
    element.closest("pre, code, textarea, script, style, [role=tree]") !== null ||
    // The catalog, requests and paths are monospaced.
    /mono/i.test(getComputedStyle(element).fontFamily);
  const isSeen = (element: Element, node: Node) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Text for screen readers alone is clipped to a box of one pixel.
    const boxes = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return boxes.every(({ width, height }) => width > 1 && height > 1);
  };
  const counts = new Map<Element, number>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || isVerbatim(parent) || !isSeen(parent, node)) continue;
    const words = node.nodeValue?.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
    counts.set(parent, (counts.get(parent) ?? 0) + words.length);
  }
  // Only this API accounts for what a scrolling panel clips.
  const inSight = await new Promise<ReadonlySet<Element>>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(new Set(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)));
    });
    for (const element of counts.keys()) observer.observe(element);
    if (counts.size === 0) resolve(new Set());
  });
  let [seen, all] = [0, 0];
  for (const [element, words] of counts) {
    all += words;
    if (inSight.has(element)) seen += words;
  }
  return { inSight: seen, inAll: all };
}
