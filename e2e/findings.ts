import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOnly, RunOptions } from "axe-core";
import { sizes } from "./sizes.ts";

const [, { viewport: phone }] = sizes;

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Minified, which is less than half of what each page has to be sent and to compile. */
const axeScript = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What the colour scheme decides; all else is the same page. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds against WCAG 2.2 AA and good practice in the page as it stands, in light and in dark: rule and element.
 * In the lab also whether the page itself could be scrolled, which would take its header out of sight.
 */
export async function findings(page: Page): Promise<string[]> {
  // Next gives a page that one comes to within the application its title a moment after the rest.
  await page.waitForFunction(() => document.title !== "");
  const scrolling = await pageScrolling(page);
  const light = await findingsIn(page, "light", { type: "tag", values: tags });
  const dark = await findingsIn(page, "dark", { type: "rule", values: colourRules });
  await page.emulateMedia({ colorScheme: null });
  return [...scrolling, ...light, ...dark];
}

/**
 * What axe finds, and then what it finds as wide as a phone, where nothing may stick out either. The page has its size back afterwards. For
 * what looks alike in both: where a phone shows something else, a test of its own opens it there.
 */
export async function findingsInBothSizes(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const found = await findings(page);
  await page.setViewportSize(phone);
  const tooWide = await page.evaluate(stickingOut);
  const onPhone = await findings(page);
  if (size) await page.setViewportSize(size);
  return [...found, ...[...tooWide, ...onPhone].map((finding) => `on a phone: ${finding}`)];
}

/** Runs in the page: what of it, and of the dialogs in it, is wider than there is room. */
function stickingOut(): string[] {
  const boxes = [document.documentElement, ...document.querySelectorAll("dialog, [role=dialog]")];
  const tooWide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return tooWide.map(({ localName, scrollWidth, clientWidth }) => `${localName}: ${scrollWidth} px in ${clientWidth}`);
}

async function pageScrolling(page: Page): Promise<string[]> {
  const { isLab, height, width } = await page.evaluate(() => {
    const { scrollHeight = 0, scrollWidth = 0 } = document.scrollingElement ?? {};
    return {
      isLab: document.querySelector("[data-panel] > main") !== null,
      height: scrollHeight - window.innerHeight,
      width: scrollWidth - window.innerWidth,
    };
  });
  if (!isLab || (height <= 0 && width <= 0)) return [];
  return [`the page can be scrolled by ${Math.max(0, height)} px down and ${Math.max(0, width)} px sideways`];
}

async function findingsIn(page: Page, colorScheme: "light" | "dark", runOnly: RunOnly): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(endAnimations);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeScript);
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false };
  const found = await page.evaluate(runAxe, options);
  return found.map((finding) => `${colorScheme}: ${finding}`);
}

/**
 * Runs in the page. A dialog or panel on its way in is half transparent, which axe takes for bad contrast, and so are colours
 * on their way from light to dark: what moves is put where it ends, and then what its end has set in motion. Some animations
 * never end.
 */
async function endAnimations(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    for (const animation of ending) animation.finish();
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}

/** Runs in the page, and not in its frames, which are diagrams: so axe need not put together what it finds in a page of its own. */
async function runAxe(options: RunOptions): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
