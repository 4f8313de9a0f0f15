import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
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
 * @param view the page, or the region that a test is about: `accessibility.spec.ts` looks at what is around it. Of a page with a modal
 * dialog, only the dialog is looked at, as nobody gets to what is behind it
 */
export async function findings(view: Page | Locator): Promise<string[]> {
  const page = pageOf(view);
  const light = await findingsInLight(view);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findingsOf(view, { type: "rule", values: colourRules });
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

function pageOf(view: Page | Locator): Page {
  return "page" in view ? view.page() : view;
}

function findingsInLight(view: Page | Locator): Promise<string[]> {
  return findingsOf(view, { type: "tag", values: tags });
}

/**
 * What axe finds, and then what it finds at a phone's width, where nothing may overflow either. The page gets its size back. Only for views
 * that show the same in both sizes: where a phone shows something else, a separate test opens it there.
 * @param view as for `findings`
 */
export async function findingsInBothSizes(view: Page | Locator): Promise<string[]> {
  const page = pageOf(view);
  const size = page.viewportSize();
  const found = await findings(view);
  await page.setViewportSize(phone);
  const unfit = await tooWide(page);
  // In the dark only the larger size: few colours depend on the width, and each look costs a fifth of a second.
  const onPhone = await findingsInLight(view);
  if (size) await page.setViewportSize(size);
  return [...found, ...[...unfit, ...onPhone].map((finding) => `on a phone: ${finding}`)];
}

/** What does not fit: the page, a dialog, or a control that is not in a box made to scroll sideways. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(stickingOut);
}

/** Runs in the page. */
function stickingOut(): string[] {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const dialogs = [...document.querySelectorAll("dialog[open], [role=dialog]")];
  const scrolled = [document.documentElement, ...dialogs].filter((box) => box.scrollWidth > box.clientWidth);
  const cutOff = dialogs.filter((dialog) => {
    const { top, bottom } = dialog.getBoundingClientRect();
    return top < -1 || bottom > height + 1;
  });
  const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, [role=tab], h1, h2")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, pre, table, nav"))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.left < -1 || box.right > width + 1);
    });
  return [...scrolled, ...cutOff, ...controls].map((one) => `does not fit: ${one.outerHTML.slice(0, 120)}`);
}

async function findingsOf(view: Page | Locator, runOnly: RunOnly): Promise<string[]> {
  const page = pageOf(view);
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false };
  const region = "page" in view ? await view.elementHandle() : null;
  const found = await page.evaluate(findInPage, { region, options });
  if (found !== "no axe") return found;
  await page.evaluate(axeScript);
  return findingsOf(view, runOnly);
}

/**
 * Runs in the page, in one call, as each call costs as much as many a rule. Axe does not run in the page's frames, which are diagrams, so
 * that it need not open a page of its own to join the results.
 */
async function findInPage({
  region,
  options,
}: {
  readonly region: Element | null;
  readonly options: RunOptions;
}): Promise<string[] | "no axe"> {
  if (!("axe" in window)) return "no axe";
  // After a client-side navigation Next sets the page's title a moment later.
  while (document.title === "") await new Promise((resolve) => setTimeout(resolve, 20));
  await endAnimations();
  if (region?.checkVisibility() === false) return ["the region is hidden"];
  const looked = [...document.querySelectorAll("dialog:modal")].at(-1) ?? region ?? document;
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(looked, options);
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
