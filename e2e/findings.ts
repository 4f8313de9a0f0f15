import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

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
  const light = await findingsIn(page, "light", (axe) => axe.withTags(tags));
  const dark = await findingsIn(page, "dark", (axe) => axe.withRules(colourRules));
  await page.emulateMedia({ colorScheme: null });
  return [...scrolling, ...light, ...dark];
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

async function findingsIn(page: Page, colorScheme: "light" | "dark", choose: (axe: AxeBuilder) => AxeBuilder) {
  await page.emulateMedia({ colorScheme });
  // A dialog or panel on its way in is half transparent, which axe takes for bad contrast. Some animations never end.
  await page.evaluate(() => {
    const ended = Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  const { violations } = await choose(new AxeBuilder({ page })).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${colorScheme}: ${id}: ${target.join(" ")}`));
}
