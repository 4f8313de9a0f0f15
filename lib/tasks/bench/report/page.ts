import type { Browser, Page } from "@playwright/test";
import { launchChromium } from "../../chromium.ts";
import { type Figure, formatFigure } from "../figures.ts";
import { addName } from "../generated-repository.ts";
import { cloneNatively, visit } from "../visits.ts";
import type { ReportBench } from "./repositories.ts";

const rounds = 5;

/** The report page beside the lab's skill list of the same repository, both from the navigation on. */
export async function measurePage(bench: ReportBench, name: string): Promise<readonly string[]> {
  const { application, git, root } = bench;
  const browser = await launchChromium();
  const times = { native: [] as number[], listed: [] as number[], table: [] as number[], whole: [] as number[] };
  // A new name for each measurement, so that the relay has no cached answer.
  const another = (what: string, round: number) => {
    addName(root, name, `${name}-${what}-${round}`);
    return encodeURIComponent(`${git}/${name}-${what}-${round}`);
  };
  try {
    for (let round = 0; round < rounds; round++) {
      times.native.push(await cloneNatively(`${git}/${name}`));
      times.listed.push(await listTime(browser, application.url, `/git/${another("lab", round)}`));
      const report = await reportTimes(browser, application.url, `/report/git/${another("page", round)}`);
      times.table.push(report.table);
      times.whole.push(report.whole);
    }
  } finally {
    await browser.close();
  }
  const list = { name: "its skill list in the lab", samples: times.listed };
  const figures: Figure[] = [
    { name: `${name}, report page, what harnesses make of it`, unit: "ms", samples: times.table, reference: list },
    { name: `${name}, report page, every file looked at`, unit: "ms", samples: times.whole, reference: list },
    {
      name: `${name}, report page, every file looked at`,
      unit: "ms",
      samples: times.whole,
      reference: { name: "git clone --depth 1", samples: times.native },
    },
  ];
  return figures.map(formatFigure);
}

function listTime(browser: Browser, url: string, path: string): Promise<number> {
  return visit(browser, url, async (page) => {
    await page.goto(path, { waitUntil: "commit" });
    return timeOf(page, { selector: '[aria-label="Skills"]', text: String.raw`\d loaded`, entry: "mounted" });
  });
}

function reportTimes(browser: Browser, url: string, path: string) {
  return visit(browser, url, async (page) => {
    await page.goto(path, { waitUntil: "commit" });
    const [table, whole] = await Promise.all([
      timeOf(page, { selector: '[aria-label="Harnesses"] tbody tr', text: "tokens" }),
      timeOf(page, { selector: "article > section:last-child h2", text: "before you trust" }),
    ]);
    return { table, whole };
  });
}

interface Sign {
  readonly selector: string;
  /** Pattern that its text matches. */
  readonly text: string;
  /** Name of the page's own performance entry. */
  readonly entry?: string;
}

/** Milliseconds from the navigation until the page shows it. Observed from inside the page: a test runner is too coarse a clock. */
function timeOf(page: Page, sign: Sign): Promise<number> {
  return page.evaluate(
    ({ selector, text, entry }) =>
      new Promise<number>((resolve) => {
        const pattern = new RegExp(text);
        const look = () => {
          if (entry !== undefined && performance.getEntriesByName(entry).length === 0) return;
          if (!pattern.test(document.querySelector(selector)?.textContent ?? "")) return;
          observer.disconnect();
          resolve(performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
        look();
      }),
    sign,
  );
}
