import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOnly, RunOptions } from "axe-core";
import { sizes } from "./sizes.ts";

const [, { viewport: phone }] = sizes;

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The minified build, less than half the size, as each page has to receive and compile it. */
const axeScript = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that depend on the colour scheme; all others need to run once only. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds against WCAG 2.2 AA and best practices in the page as it is, in light and in dark: rule and element. In the lab, also
 * whether the page itself can scroll, which would move its header out of sight.
 */
export async function findings(page: Page): Promise<string[]> {
  const light = await findingsInLight(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findingsOf(page, { type: "rule", values: colourRules });
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

function findingsInLight(page: Page): Promise<string[]> {
  return findingsOf(page, { type: "tag", values: tags });
}

/**
 * What axe finds, and then what it finds at a phone's width, where nothing may overflow either. The page gets its size back. Only for views
 * that show the same in both sizes: where a phone shows something else, a separate test opens it there.
 */
export async function findingsInBothSizes(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const found = await findings(page);
  await page.setViewportSize(phone);
  const tooWide = await page.evaluate(stickingOut);
  // Dark colours do not depend on the width.
  const onPhone = await findingsInLight(page);
  if (size) await page.setViewportSize(size);
  return [...found, ...[...tooWide, ...onPhone].map((finding) => `on a phone: ${finding}`)];
}

/** Runs in the page: elements and dialogs that are wider than their space. */
function stickingOut(): string[] {
  const boxes = [document.documentElement, ...document.querySelectorAll("dialog, [role=dialog]")];
  const tooWide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return tooWide.map(({ localName, scrollWidth, clientWidth }) => `${localName}: ${scrollWidth} px in ${clientWidth}`);
}

async function findingsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false };
  const found = await page.evaluate(findInPage, options);
  if (found !== "no axe") return found;
  await page.evaluate(axeScript);
  return findingsOf(page, runOnly);
}

/**
 * Runs in the page, in one call, as each call costs as much as many a rule. Axe does not run in the page's frames, which are diagrams, so
 * that it need not open a page of its own to join the results.
 */
async function findInPage(options: RunOptions): Promise<string[] | "no axe"> {
  if (!("axe" in window)) return "no axe";
  // After a client-side navigation Next sets the page's title a moment later.
  while (document.title === "") await new Promise((resolve) => setTimeout(resolve, 20));
  await endAnimations();
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
  return [
    ...scrolling(),
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`)),
  ];

  /**
   * Finishes all animations, including those that finishing starts. Axe takes a half-transparent dialog or panel, or a colour in
   * transition, for bad contrast. Some animations never end.
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

  function scrolling(): string[] {
    const { scrollHeight = 0, scrollWidth = 0 } = document.scrollingElement ?? {};
    const [height, width] = [scrollHeight - window.innerHeight, scrollWidth - window.innerWidth];
    const isLab = document.querySelector("[data-panel] > main") !== null;
    if (!isLab || (height <= 0 && width <= 0)) return [];
    return [`the page can be scrolled by ${Math.max(0, height)} px down and ${Math.max(0, width)} px sideways`];
  }
}
