import { gzipSync } from "node:zlib";
import type { Browser, Response } from "@playwright/test";

/** The cost of a first visit to a page. Sizes in kilobytes (1,000 bytes), compressed with gzip. */
export interface PageWeight {
  /** Scripts in the page's HTML. */
  readonly initialScripts: number;
  /** Scripts that those, and workers, fetch later. */
  readonly lazyScripts: number;
  readonly requests: number;
}

export async function weighPage(browser: Browser, url: string): Promise<PageWeight> {
  // The service worker fetches its files after the visit's own.
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const responses: Response[] = [];
    context.on("response", (response) => responses.push(response));
    const html = (await (await page.goto(url))?.text()) ?? "";
    await page.waitForLoadState("networkidle");
    const scripts = responses.filter((response) => /javascript/.test(response.headers()["content-type"] ?? ""));
    const isInitial = (response: Response) => html.includes(`src="${new URL(response.url()).pathname}`);
    return {
      initialScripts: await compressed(scripts.filter(isInitial)),
      lazyScripts: await compressed(scripts.filter((response) => !isInitial(response))),
      requests: responses.length,
    };
  } finally {
    await context.close();
  }
}

async function compressed(responses: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(responses.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
}
